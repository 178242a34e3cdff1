import type { en } from "../en/first-chapter.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  ways: { label: "Por dónde seguir", short: "Tres minutos", all: "Todo" },
  byHand: "El cálculo de esta fórmula a mano: tres palabras de tres números cada una",
  sameWeights: {
    heading: "Los mismos pesos, una división menos",
    asked: "Se pregunta, en inglés, a un pequeño modelo ya entrenado: ",
    sides: { unscaled: "Sin dividir", scaled: "Dividido por $√64$" },
    honest:
      "Grabado con el motor de esta página. Estos pesos se entrenaron con la división: que la necesiten no demuestra que no se pueda entrenar sin ella.",
    link: "Pregúntale tú\u00A0→",
  },
  vectors: {
    heading: "Una palabra es una fila de números",
    text: [
      `Cada palabra se convierte en una fila de $X$: $d$ números, aquí extraídos al azar de una distribución normal. El sorteo depende solo de la palabra y de la semilla, así que una palabra conserva su vector en todas las frases, y una $d$ mayor solo le añade números.`,
      `Tres matrices convierten las filas de $X$ en **consultas** $Q$, lo que busca una palabra; **claves** $K$, con las que se comparan las consultas; y **valores** $V$, lo que la palabra transmite. También tienen $d$ números, así que aquí $dkIsD$.`,
    ],
  },
  scores: {
    heading: "Una puntuación para cada par",
    text: [
      `El producto escalar $qk$ mide cuánto concuerdan una consulta y una clave: es grande si apuntan en la misma dirección, cercano a 0 si no guardan relación y negativo si apuntan en direcciones opuestas.`,
      `Es una suma de $d$ productos, y una suma de más términos varía más: con elementos de varianza 1 las puntuaciones se dispersan entre unos $±√d$. La división reduce esa dispersión otra vez a unos ±1.`,
    ],
  },
  softmax: {
    heading: "Softmax reparte una unidad de atención",
    text: [
      `Softmax convierte cada fila de puntuaciones en pesos positivos que suman 1. Solo cuentan las diferencias, y cuentan de forma exponencial: una ventaja de 1 es un factor de 2.7 en el peso; una ventaja de 8, un factor de 3000.`,
      `Así, el tamaño de las puntuaciones decide lo concentrada que está la fila. Con una $d$ grande una sola palabra se lleva casi todo en la mayoría de las filas [-sin la división-]; [+con ella+] una fila suele quedar repartida, sea cual sea $d$. La división conserva el orden de una fila: la palabra que va en cabeza sigue en cabeza, con menos ventaja.`,
    ],
  },
  numbers: {
    heading: "Puedes calcular tú cada número",
    program: "El programa en NumPy",
    own: "Abrir esta frase en Tu propia atención →",
    text: [
      `Los vectores de palabras y las proyecciones salen del generador aleatorio clásico de NumPy, así que las pocas líneas de abajo imprimen los números de esta página. Una vez fijada la semilla nada es aleatorio: un número cambia solo donde tú cambias algo.`,
      `La primera pantalla muestra [:seed=13:]. Se eligió por ser típica: de las cien primeras semillas es aquella cuyos mayores pesos por fila para “I am good” con $d$ = 64 quedan más cerca de las medianas de mil semillas (0.87, 0.995 y 1.0 sin la división; 0.47, 0.57 y 0.71 con ella, de menor a mayor).`,
    ],
  },
};
