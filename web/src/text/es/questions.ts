import type { QuestionText } from "../en/questions.js";
import { rich, strong } from "../rich.js";

export const es: QuestionText = {
  question: "Pregunta:",
  show: "Mostrar sin más",
  measuring: "midiendo …",
  measured: (answer) => rich`Medido: ${strong(answer)}.`,
  chosen: (answer) => rich`Has elegido: ${strong(answer)}. Medido: lo mismo.`,
  other: (answer, measured) => rich`Has elegido: ${strong(answer)}. Medido: ${strong(measured)}.`,
  pad: {
    label: "Dibuja tu respuesta",
    draw: "Dibuja de izquierda a derecha, o toca por donde pasa la curva.",
    keys: "Teclas: ← → eligen un lugar, ↑ ↓ mueven la curva, Intro responde.",
    place: (x, y) => `${x}: ${y}`,
    you: "tú",
    chosen: "tu elección",
    measured: "medido",
  },
  drew: (x, guess, measured) =>
    rich`En ${x} has dibujado ${strong(guess)}; lo medido es ${strong(measured)}.`,
  drawn: (x, measured) => rich`Medido en ${x}: ${strong(measured)}.`,
  keep: "Tres frases para recordar",
  exercises: "Dos ejercicios",
  answer: "Respuesta",
  misconceptions: "Se dice a menudo, y no es así",
  between: " ",
};
