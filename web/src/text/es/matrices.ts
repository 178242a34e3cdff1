import type { en } from "../en/matrices.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  question: {
    ask: `[-Sin la división-], $d$ pasa de 64 a 256. ¿Qué ocurre con el mayor peso de cada fila?`,
    answers: ["sube hacia 1", "se queda igual", "baja"],
    why: `El menor de ellos es [-{before}-] con $d$ = 64 y [-{after}-] con $d$ = 256. Con una $d$ cuatro veces mayor las puntuaciones se dispersan el doble: la palabra que va en cabeza suele sacar más ventaja. Un sorteo puede ser distinto; «Sortear» muestra más.`,
  },
};
