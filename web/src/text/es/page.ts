import type { en } from "../en/page.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  typography: null,
  title: "¿Por qué dividir por ",
  titleEnd: "?",
  site: "¿Por qué la atención divide por $√dₖ$?",

  chapters: {
    label: "Capítulos",
    ends: "Capítulo anterior y siguiente",
    previous: "Anterior:",
    next: "Siguiente:",
    whole: "Todo el capítulo:",
    page: {
      name: "Atención",
      subtitle:
        "Una puntuación es una suma de $dₖ$ productos (aquí $dₖ = d$), así que crece como $√dₖ$. Si $d$ es grande, softmax da casi todo a una sola palabra y pocas consultas siguen aprendiendo.",
    },
    why: {
      name: "Por qué la raíz",
      subtitle:
        "La varianza de $q·k$ crece con $d$, softmax se satura, su jacobiana tiende a cero y pocas consultas aportan el gradiente: medido parte por parte.",
    },
    heads: {
      name: "Muchas cabezas",
      subtitle:
        "Hasta 16 cabezas una junto a otra y una atención calculada a mano, con la división y sin ella.",
    },
    transformer: {
      name: "El Transformer",
      subtitle:
        "Codificador y decodificador con tus palabras, sin la división y con ella. Todas las cajas se abren.",
    },
    race: {
      name: "Entrenamiento",
      subtitle:
        "Dos modelos idénticos, el mismo comienzo, los mismos datos: uno sin la división y otro con ella.",
    },
    divisors: {
      name: "Qué divisor",
      subtitle:
        "Por qué número dividen 110 modelos publicados y qué hacen las bibliotecas; nueve reglas, con tus palabras y con hasta 32\u00A0768 claves.",
    },
    own: {
      name: "Tu propia atención",
      subtitle:
        "Abre las consultas, claves y pesos de tu modelo: la página mide por qué factor multiplicó tu código las puntuaciones y muestra cada cabeza sin la división y con ella.",
    },
    model: {
      name: "Un modelo entrenado",
      subtitle:
        "Un pequeño modelo de conversación responde dos veces en tu navegador: sin la división y con ella.",
    },
    lessons: { name: "Lecciones", subtitle: "Para la clase: cuatro lecciones de 20 minutos." },
  },
  nav: { label: "Página", language: "Idioma" },
  theme: { auto: "Tema: automático", light: "Tema: claro", dark: "Tema: oscuro" },

  controlRows: {
    label: "Ajustes",
    sentence: "Frase",
    dim: "Dimensión $d$",
    dimNumber: "$d$, en número",
    seed: "Semilla",
    resample: "Sortear",
    reset: "Reiniciar",
    share: "Compartir",
    vectors: "Vectores de palabras",
    projections: "Proyecciones",
    exponent: "Exponente",
    exponentHint: "las puntuaciones se dividen por $d$ elevada a este exponente",
    exponentFormula: "$α$: puntuaciones divididas por $dᵅ$",
    bar: "Barra de ajustes",
    more: "Más",
    wordsRead: "Palabras leídas",
    dropped: `No son palabras y se omiten: {dropped} (una palabra tiene alguna letra o cifra)`,
    comma: ", ",
    repeated: `**{words}** {appear} más de una vez. La misma palabra tiene el mismo vector dondequiera que esté, así que sus filas son iguales, y también sus columnas: sin posiciones la atención no distingue las copias, y estas se reparten su peso por igual.`,
    appear: { one: "aparece", more: "aparecen" },
    identity: `Con $Q = K = X$ la consulta de una palabra es su clave, y $q·q$ es una suma de cuadrados, cerca de $d$: a partir de una $d$ de unos 16 es la mayor puntuación de su fila. Dividida por $√d$ sigue por delante en unos $√d$. Con proyecciones aleatorias una frase se comporta como dice la teoría.`,
    example: `El ejemplo resuelto: tres palabras de tres números cada una, con $Q = K = V = X$. Puedes cambiar cualquier número.`,
    computing: "Calculando …",
    names: {
      vectors: { random: "Aleatorios", example: "Ejemplo resuelto" },
      projections: { random: "Aleatorias", identity: "Identidad" },
    },
  },

  problems: {
    sentence: {
      empty: `Escribe al menos una palabra; se admiten hasta 64. La figura muestra todavía la frase anterior.`,
      "no-words": `Aquí no hay ninguna palabra: una palabra necesita una letra o una cifra. Escribe de 1 a 64 palabras. La figura muestra todavía la frase anterior.`,
      "too-many": `Son {count} palabras; se admiten hasta 64. La figura muestra todavía la frase anterior.`,
      "too-long": `La palabra más larga tiene {count} caracteres; se admiten hasta 100. La figura muestra todavía la frase anterior.`,
    },
    known: `{given} no es válido; la página usa el valor inicial.`,
    allowed: "Se admite: {allowed}.",
    unknown: `La página no conoce {given}; se omite.`,
    dismiss: "Cerrar",
    compute: `No se ha podido calcular: {reason}`,
    tryAgain: "Volver a intentarlo",
    printed:
      "Esta figura aún no se había calculado al imprimir la página: desplázate hasta ella y vuelve a imprimir.",
    whole: `Tiene que ser un número entero de {least} a {most}.`,
    decimal: `Tiene que ser un número de {least} a {most}.`,
  },

  share: {
    title: "Enlace a este estado",
    copied: "El enlace está copiado.",
    copy: "Copia este enlace:",
    close: "Cerrar",
  },

  export: {
    download: "Descargar",
    button: `Exportar «{title}»`,
    enlarge: "Pantalla completa",
    failed: `No se ha podido abrir el menú: {reason}`,
  },

  moving: "Las flechas mueven, Intro fija, Escape suelta.",

  matrices: {
    heading: "La atención sin la división y con ella",
    corner: "palabra",
    scores: "Puntuaciones",
    scoresOf:
      "$q·k$ de cada par, antes de softmax. Lo que softmax hace de una fila depende de la distancia entre sus puntuaciones.",
    unscaled: "Sin la división",
    scaled: `Con {root}`,
    entropy: "entropía ≈ palabras",
    words: "pal.",
    peak: "máx.",
    legendWeights: "peso de atención, una escala para las dos; cada fila suma 1",
    entropyNote: `entropía H en nats, de 0 (una palabra se lo lleva todo) a ln {count} = {most} (todos los pesos iguales); ≈ $eᴴ$ palabras del mismo peso`,
    part: `filas {rows}, columnas {cols} de {count}: desliza`,
    picture: `{name}, {rows} por {cols}.`,
    weights: "pesos",
    table: `Como tabla: {name}, {rows} × {cols}`,
    tableSize: `Tabla: {rows} × {cols}`,
    tables: {
      x: "Vectores de palabras $X$",
      scores: "Puntuaciones $QKᵀ$",
      unscaled: "Pesos de atención sin la división",
      scaled: "Pesos de atención con la división",
      unscaledOutput: "Salida $Z$ sin la división",
      scaledOutput: "Salida $Z$ con la división",
    },
    rowsTable: "Entropía y mayor peso de cada fila",
    ofTable: `{what}: {table}`,
    rowsColumns: ["entropía sin", "entropía con", "mayor peso sin", "mayor peso con"],
    caption: {
      single: `Con una sola palabra no hay nada que repartir: su peso es 1 con la división y sin ella. Escribe otra palabra.`,
      "no-dimension": `Aquí las puntuaciones se dividen por {divisor}, lo que no cambia nada: las dos matrices son iguales. Sube la dimensión y dejarán de serlo.`,
      "no-division": `Aquí las puntuaciones se dividen por {divisor}, lo que no cambia nada: las dos matrices son iguales. Sube el exponente y dejarán de serlo.`,
      flat: `Sin la división, [={query}=] dedica el [-{before}\u00A0%-] de su atención a [={key}=]. Si las puntuaciones se dividen por {divisor}, todas las palabras reciben casi lo mismo, un [+{after}\u00A0%+]: el divisor es demasiado grande y las puntuaciones apenas cuentan.`,
      little: `Aquí la división por {divisor} cambia poco: [={query}=] dedica a [={key}=] el [-{before}\u00A0%-] de su atención sin ella y el [+{after}\u00A0%+] con ella.`,
      held: `[={query}=] → [={key}=]: el [-{before}\u00A0%-] de la atención de [={query}=] sin la división, el [+{after}\u00A0%+] cuando las puntuaciones se dividen por {divisor}.`,
      spread: `Sin la división, [={query}=] dedica el [-{before}\u00A0%-] de su atención a [={key}=]. Si las puntuaciones se dividen por {divisor}, es el [+{after}\u00A0%+]: las demás palabras vuelven a tener peso.`,
    },
    seed: `La semilla 13 es un sorteo típico con $d$ = 64: de las cien primeras semillas, la más cercana a las medianas de mil.`,
    seedLink: "Cómo se eligió",
    hint: "Señala o toca una celda para ver su cálculo; un clic la fija.",
  },

  arithmetic: {
    label: "El cálculo de una celda",
    arrows: {
      left: "Celda de la izquierda",
      up: "Celda de arriba",
      down: "Celda de abajo",
      right: "Celda de la derecha",
    },
    unscaled: "sin",
    scaled: "con",
    exponential: "exp($x$ − mayor de la fila)",
    sum: "suma de la fila",
    weight: "peso",
    slope: "pendiente de softmax, $y(1 − y)$",
    terms: `… {count} términos en total`,
    say: `{query} a {key}: peso {before} sin la división, {after} con ella`,
    locked: "fijada: Escape u otro clic la suelta",
  },

  coordinates: { first: `las primeras {shown} de {dim} coordenadas`, all: "todas las coordenadas" },
  output: {
    heading: "La salida es una mezcla ponderada de valores",
    text: `La fila $i$ de la salida $Z$ es la suma de todos los valores, cada uno multiplicado por su peso. Una fila con un peso cercano a 1 copia el valor de esa palabra; una fila repartida los mezcla.`,
    unscaled: "$Z$ sin la división",
    scaled: "$Z$ con la división",
  },
  untranslated: "Este capítulo aún no está traducido del todo: lo que falta está en inglés.",
  reasons: {
    label: "La razón parte por parte, medida",
    missing:
      "Las partes de este capítulo no están impresas aquí: aún no se habían cargado. «Imprimir», en el menú Descargar, las espera.",
  },
  footer: {
    text: "Calculado en tu navegador con C++ y Eigen, compilados a WebAssembly. Lo que escribes no sale de aquí: ni rastreadores ni otros servidores.",
    paper: "La fórmula es de “Attention Is All You Need” (Vaswani et al., 2017), sección 3.2.1.",
  },
  fallback: {
    still:
      "Una imagen fija de “I am good” con $d$ = 64 y semilla 13: la atención sin la división y con ella.",
    failed: `La página no puede calcular aquí. {reason}`,
    advice: {
      webassembly:
        "Qué hacer: ábrela en un navegador con WebAssembly (Chrome 111, Firefox 125, Safari 16.4 o posterior), o permite WebAssembly en este: algunos lo desactivan para proteger a sus usuarios.",
      simd: "Qué hacer: ábrela en un ordenador cuyo procesador tenga SSE4.1 (casi todos desde 2008) o en un navegador más reciente (Chrome 111, Firefox 125, Safari 16.4 o posterior).",
      version:
        "Qué hacer: ábrela en un navegador más reciente (Chrome 111, Firefox 125, Safari 16.4 o posterior).",
      permission:
        "Qué hacer: una política de seguridad prohíbe WebAssembly aquí; el responsable de este sitio puede permitirlo con 'wasm-unsafe-eval'.",
      memory:
        "Qué hacer: cierra otras pestañas y programas y vuelve a intentarlo: queda muy poca memoria.",
      file: "Qué hacer: vuelve a intentarlo; la red o el servidor no ha entregado un archivo.",
    },
    picture: "La imagen de abajo sigue siendo correcta.",
  },
};
