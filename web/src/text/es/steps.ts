import type { en } from "../en/steps.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  heading: "Paso a paso, a mano",
  text: [
    `Tres palabras de tres números cada una y ninguna proyección: cada palabra es su propia consulta, clave y valor. La atención son entonces tres líneas de cuentas.`,
  ],
  further: {
    text: [
      `Una puntuación es el producto escalar de dos palabras. Softmax convierte cada fila de $XXT$ en pesos que suman 1. Cada fila del resultado es la suma de los vectores de todas las palabras, cada uno multiplicado por su peso.`,
    ],
  },
  question: {
    ask: `Sin dividir, [=am=] tiene las puntuaciones 10, 11 y 6. ¿Cuánta de su atención va al 11?`,
    answers: ["0.41, que es 11/27", "0.73", "0.99"],
    why: `Solo cuentan las diferencias, como factores: $e¹$ = 2.7 entre 11 y 10, $e⁵$ = 148 entre 11 y 6. Así, los pesos son 0.27, 0.73 y 0.005.`,
  },
  try: `toca la fila de “am” y activa la división. [-Sin ella-], “am” se queda con 0.73 de su atención y da 0.27 a “I”; [+con ella+], los pesos son 0.62 y 0.35, y “good” recibe 0.03.`,
  vectors: "Cambia un vector: cambian todos los números",
  controls: { row: "Palabra desarrollada" },
  title: "De los vectores de palabras a la salida",
  alt: `$X$ por su traspuesta da las puntuaciones; softmax, los pesos; los pesos por $X$, la salida $Z$. La fila de {word} está enmarcada; un clic en otra fila la elige.`,
  table: "Puntuaciones, pesos y salida del ejemplo",
  columns: {
    score: `puntuación con {word}`,
    weight: `peso de {word}`,
    output: `salida, coordenada {at}`,
  },
  worked: {
    fold: "Todos los números de una fila",
    label: `La fila de {word}, desarrollada`,
    products: "1. Productos escalares",
    productsNote: "coordenada por coordenada, y se suma",
    softmax: "2. Softmax de la fila",
    softmaxNote: "exp de cada puntuación menos la mayor de la fila, dividida por la suma de todas",
    dividedNote: `cada puntuación dividida por {divisor}; exp de ella menos la mayor de la fila, dividida por la suma de todas`,
    sums: "3. Sumas ponderadas",
    sumsNote: "cada coordenada del resultado: peso por coordenada, y se suma",
  },
};
