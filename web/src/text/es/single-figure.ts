import type { en } from "../en/single-figure.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  previous: "Anterior",
  next: "Siguiente",
  end: "Fin",
  show: "Primero adivina; luego, muéstralo",
  place: `{chapter}, {place} de {count}`,
  whole: "En la página completa",
  unknown: `No hay ninguna figura «{name}». Las que hay: {all}.`,
  view: `No hay ninguna vista «{name}». Las que hay: {all}.`,
  state: `No se puede leer el atributo state="{text}". Lleva lo que sigue a # en un enlace de la página, como dim=16&seed=3.`,
  versions: `Esta página carga attention-scale en dos versiones, {first} y {other}; esta es la {first}. Quita uno de los dos scripts.`,
  parameters: {
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
  },
};
