import type { ClosingWords } from "../closing.js";

export const es: ClosingWords = {
  keep: [
    `Una puntuación es una suma de $d$ productos, así que las puntuaciones se dispersan como $√d$.`,
    `Softmax convierte diferencias de puntuaciones en factores de pesos: [-sin dividir-], con una $d$ grande, una sola palabra suele llevarse casi todo.`,
    `[+Dividida por $√d$+], una fila suele quedar repartida, y el orden de sus palabras se conserva.`,
  ],
  exercises: [
    {
      task: `Los logits de una fila son 10 y 12. ¿Cuáles son sus pesos? ¿Y si los dos son cuatro veces mayores?`,
      answer: `0.12 y 0.88: una diferencia de 2 es un factor de $e²$ = 7.4. Con 40 y 48 son 0.0003 y 0.9997: una diferencia de 8 es un factor de 3000.`,
    },
    {
      task: `Los elementos de consultas y claves son independientes, de media 0 y varianza 1, y $d$ = 256. ¿Cuál es la desviación típica de una puntuación antes y después de la división?`,
      answer: "$√256$ = 16, y 16/16 = 1.",
    },
  ],
};
