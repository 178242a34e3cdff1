import type { en } from "../en/path.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  label: "Tres minutos",
  whole: "La página entera",
  back: "Atrás",
  next: "Siguiente",
  place: `{place} de {count}: {name}`,
  steps: {
    guess: { name: "Adivinar", title: "Primero, adivina" },
    drag: { name: "Arrastrar", title: "Arrastra $d$" },
    see: { name: "Ver", title: "Qué ha pasado" },
    why: { name: "Por qué", title: "Por qué, en una línea" },
    share: { name: "Compartir", title: "Compártelo" },
  },
  drag: `Cada fila reparte una unidad de atención. Arrastra $d$ hasta 512 y mira las dos: un tono fuerte es un peso cercano a 1.`,
  see: {
    table: `La fila de {word} en números`,
    row: `fila de [={word}=]`,
    without: "sin",
    withIt: `con {root}`,
    peak: "mayor peso",
    entropy: "entropía, en nats",
    words: "palabras que la comparten",
  },
  why: `Una puntuación es una suma de $d$ productos, así que su desviación crece como $√d$.`,
  axis: "puntuación",
  bells: "Puntuaciones sin la división y con ella: la dispersión de cada una, como una campana",
  size: `Con $d$ = {dim} las puntuaciones se dispersan entre ±[-{without}-] sin la división y entre ±[+{withIt}+] con ella. Softmax convierte una ventaja de {without} en un factor de {factor} en el peso: aquí una palabra se lleva más del 90\u00A0% en {sharp} de {rows} filas. Con esos pesos la pendiente de softmax es casi 0: se aprende poco.`,
  sizeNear: `Con $d$ = {dim} las puntuaciones se dispersan entre ±[-{without}-] sin la división y entre ±[+{withIt}+] con ella. Una ventaja de {without} es un factor de {factor} en el peso; arrastra $d$ más lejos y una sola palabra se llevará casi todo.`,
  share: {
    text: `Este enlace abre la página con tu frase y $d$ = {dim}.`,
    link: "Enlace",
    copy: "Copiar el enlace",
    copied: "Enlace copiado.",
    send: "Enviarlo …",
    next: "Y después",
    why: "Por qué la raíz, parte por parte",
    model: "Un modelo entrenado responde con la división y sin ella",
  },
};
