import type { en } from "../en/part-kit.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  progress: {
    running: `{done} de {total} hasta ahora`,
    stopped: `detenido en {done} de {total}: la figura muestra solo estos`,
    held: `{done} de {total} hasta ahora; sigue cuando esté a la vista`,
    waiting: "empieza cuando esté a la vista",
    missing:
      "No se había calculado al imprimir. «Imprimir», en el menú Descargar, lo calcula todo antes.",
    starting: "empezando …",
    done: `hechos los {total}`,
    stop: "Detener",
    goOn: "Continuar",
  },
  listAllowed: `Escribe de {least} a {most} números entre −{limit} y {limit}, separados por comas o espacios.`,
  legend: {
    unscaled: "sin la división",
    scaled: "con la división",
    divided: `dividido por {by}`,
    sentence: "tu frase",
    inside: "consultas divididas por 8, sin división",
  },
  tryThis: "Prueba esto:",
  signs: { colon: ": ", semicolon: "; ", stop: "." },
  statistics: {
    low: "10 %",
    median: "mediana",
    high: "90 %",
    mean: "media",
    largest: "máximo",
    between: "± entre experimentos",
    deviation: "desviación típica",
  },
  second: "Segunda frase",
  glosses: {
    我: "yo",
    很: "muy",
    好: "bien",
    狗: "perro",
    吃: "comer",
    了: "(hecho)",
    食物: "comida",
    因为: "porque",
    它: "él",
    饿: "hambriento",
  },
  heads: "Cabezas",
  unfit: `{dim} coordenadas no se pueden repartir entre {heads} cabezas. Estos números de cabezas sí valen: {all}. Las figuras muestran {fitting}.`,
  model: {
    layers: "Capas",
    norm: "Normalización",
    norms: { post: "después de la suma (artículo)", pre: "antes de la subcapa" },
    activation: "Activación",
    activations: { relu: "ReLU", gelu: "GELU" },
    init: "Parámetros",
    inits: { xavier: "Xavier", packed: "PyTorch, juntos", normal: "$N$(0, 0.02²)" },
  },
  logits: {
    source: "Logits",
    sources: { ladder: "($a$, $a$, $2a$, $4a$)", typed: "escritos", word: "una fila de la frase" },
    typed: "Logits escritos",
    word: "Fila de",
    factor: "Factor",
    moved: "factor",
    shift: "Más",
    play: "Reproducir",
    pause: "Pausa",
  },
  controls: {
    keys: "Claves",
    draws: "Sorteos",
    drawseed: "Semilla de los sorteos",
    division: "División",
  },
  keys: "claves $n$",
  why: {
    heading: "Por qué la raíz cuadrada",
    text: [
      `Con elementos de varianza 1, la suma de $d$ productos tiene varianza $d$: el tamaño típico de una puntuación es de unos $√d$. Al dividir por $√d$ la varianza vuelve a ser 1 para cualquier $d$.`,
    ],
    further: {
      title: "La deducción y por qué importa",
      text: [
        `¿Por qué importa? Softmax es plana (está saturada) donde un peso es casi 1: ahí su derivada $y(1 − y)$ es casi 0, y también lo es el gradiente que corregiría la consulta. [-Sin la división-], cuanto mayor es $d$, menos consultas aportan el gradiente, ya antes de empezar a entrenar. [+Con ella+] participan casi todas a partir de $d$ = 16, y el tamaño mediano (la norma) del gradiente, $‖∂y/∂q‖$, se estabiliza.`,
      ],
    },
    try: `**Prueba esto:** lleva la dimensión de 1 a 1024. [-Sin la división-], casi todo el peso de una fila suele acabar en una sola palabra; [+con {power}+], {outcome}.`,
    /**
     * Where the exponent is 0, below ½ (`like` is the d at which undivided rows are about as sharp
     * as these at 1024), ½ or above.
     */
    outcome: {
      none: "ocurre lo mismo",
      less: `ocurre lo mismo más tarde: con $d$ = 1024 una fila está más o menos tan concentrada como una sin la división con $d$ = {like}`,
      half: "cambia la palabra que va en cabeza, pero una fila suele quedar repartida",
      more: "los pesos se parecen cada vez más",
    },
    exceptions:
      "Suele, no con cualquier $d$. Con la semilla 13, “am” no da a ninguna palabra más de 0.59 con $d$ = 1024 sin la división; con $√d$, el mayor peso de una fila pasa aún de 0.9 cerca de $d$ = 17 y de $d$ = 114.",
    limits:
      "Esto vale para vectores aleatorios independientes, como al comienzo del entrenamiento. Las consultas y claves entrenadas no son independientes. Y un sorteo dice poco: pulsa «Sortear» unas cuantas veces.",
  },
  against: `{y} en función de {x}`,
  named: { unscaled: `sin la división: {what}`, scaled: `con la división: {what}` },
  lines: {
    titles: ["consulta", "clave"],
    alt: `{name}, como líneas de cada palabra a aquellas a las que atiende, más anchas cuanto mayor es el peso.`,
  },
  layer: "Capa",
  head: "Cabeza",
};
