import type { en } from "../en/matrices.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  question: {
    ask: `[-Sin la división-], $d$ pasa de 64 a 256. Toma la fila que más reparte: ¿qué parte de su atención da entonces a una sola palabra?`,
    answers: ["más del 99\u00A0%", "del 90 al 99\u00A0%", "menos del 90\u00A0%"],
    why: `El menor de los pesos máximos de las filas es [-{before}-] con $d$ = 64 y [-{after}-] con $d$ = 256. Con una $d$ cuatro veces mayor las puntuaciones se dispersan el doble: la palabra que va en cabeza suele sacar más ventaja. Un sorteo puede ser distinto; «Sortear» muestra más.`,
  },
};
