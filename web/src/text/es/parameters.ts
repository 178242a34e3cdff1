import type { en } from "../en/parameters.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  comma: ", ",
  keys: {
    sentence: "frase",
    cuts: "cortes",
    dim: "d",
    seed: "semilla",
    vectors: "vectores",
    projections: "proyecciones",
    exponent: "exponente",
    division: "división",
    row: "fila",
  },
  values: {
    random: "aleatorios",
    example: "ejemplo resuelto",
    identity: "identidad",
    without: "sin",
    with: "con",
  },
};
