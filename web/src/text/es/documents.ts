import type { Documents } from "../documents.js";

export const es: Documents = {
  page: {
    title: "¿Por qué la atención divide por √dₖ?",
    description:
      "Escribe una frase, cambia la dimensión de los vectores de sus palabras y compara la atención sin la división por √dₖ y con ella.",
  },
  why: {
    title: "Por qué la raíz: por qué la atención divide por √dₖ",
    description:
      "La varianza de q·k crece con d, softmax se satura, su jacobiana se anula y pocas consultas aportan el gradiente: medido parte por parte.",
  },
  heads: {
    title: "Muchas cabezas: la atención en paralelo, a mano y entre dos frases",
    description:
      "La atención en 1 a 16 cabezas a la vez, calculada a mano, entre dos frases y con cualquier anchura: con tus palabras, con la división y sin ella.",
  },
  transformer: {
    title: "El Transformer: codificador y decodificador con tus palabras, con √dₖ y sin ella",
    description:
      "El codificador y el decodificador de Attention Is All You Need en un diagrama cuyas cajas se abren, con tus palabras, con la división por √dₖ y sin ella.",
  },
  race: {
    title: "Entrenamiento: el mismo Transformer sin √dₖ y con ella, en directo en tu navegador",
    description:
      "Dos modelos idénticos con el mismo comienzo y los mismos datos, uno sin la división por √dₖ y otro con ella, entrenados ante tus ojos.",
  },
  divisors: {
    title: "Qué divisor: √dₖ, d, QK-norm, soft-cap, ln n, uno junto a otro",
    description:
      "Por qué dividen hoy los modelos las puntuaciones de atención, para qué sirve cada regla, cuándo se congela softmax y seis errores en el código: medido con tus palabras.",
  },
  model: {
    title: "Un modelo entrenado, sin la división por √dₖ",
    description:
      "Un pequeño modelo de conversación de 8 capas de 8 cabezas responde en tu navegador, con la división por √dₖ y sin ella.",
  },
  lessons: {
    title: "Tres lecciones sobre la atención y su división por √dₖ",
    description:
      "Tres lecciones de 20 minutos sobre la atención, con seis enlaces cada una: una pregunta, qué mirar y una respuesta equivocada frecuente. En dos hojas de papel.",
  },
};
