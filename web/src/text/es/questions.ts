import type { en } from "../en/questions.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  question: "Pregunta:",
  show: "Mostrar sin más",
  measuring: "midiendo …",
  measured: `Medido: **{answer}**.`,
  chosen: `Has elegido: **{answer}**. Medido: lo mismo.`,
  other: `Has elegido: **{answer}**. Medido: **{measured}**.`,
  pad: {
    label: "Dibuja tu respuesta",
    draw: "Dibuja de izquierda a derecha, o toca por donde pasa la curva.",
    keys: "Teclas: ← → eligen un lugar, ↑ ↓ mueven la curva, Intro responde.",
    place: `{x}: {y}`,
    you: "tú",
    chosen: "tu elección",
    measured: "medido",
  },
  drew: `En {x} has dibujado **{guess}**; lo medido es **{measured}**.`,
  drawn: `Medido en {x}: **{measured}**.`,
  keep: "Tres frases para recordar",
  exercises: "Dos ejercicios",
  answer: "Respuesta",
  misconceptions: "Se dice a menudo, y no es así",
  between: " ",
};
