import type { en } from "../en/export.js";
import type { Translation } from "../translation.js";

export const es: Translation<typeof en> = {
  title: "Exportar",
  figure: "Figura",
  format: "Formato",
  formats: {
    gif: "Animación",
    wechat: "Copiar para WeChat",
    notebook: "Cuaderno",
    html: "Página completa",
    cite: "Cita",
    print: "Imprimir",
  },
  about: {
    svg: "La figura para impresión y diapositivas, con sus parámetros y el enlace que la recrea.",
    png: "Lo mismo, al doble de la resolución de la pantalla. Para CSDN, Zhihu, Juejin, cnblogs y dondequiera que una entrada solo admita imágenes: con un código QR del enlace.",
    gif: "La figura en movimiento, como GIF animado de 2 MB como máximo en los colores de la página, con sus parámetros y su enlace. La página recorre las imágenes mientras se graban y vuelve después a su estado. Para los mismos sitios que un PNG, con un código QR del enlace.",
    wechat:
      "Para un artículo de una cuenta oficial de WeChat, donde los scripts están prohibidos: una imagen de 677 píxeles en la que un toque pone y quita la división y otro recorre d por 1, 8, 64 y 512, con su conclusión en texto. Cópiala, pégala en el editor y mira la vista previa en un teléfono antes de enviarla. El archivo guardado hace lo mismo en cualquier página que admita SVG en línea.",
    csv: "Los números con toda su precisión, con sus parámetros.",
    json: "Los números con toda su precisión, con sus parámetros, para programas.",
    numpy: "Unas líneas de Python que imprimen los números de esta figura.",
    notebook:
      "El mismo programa para Jupyter, en celdas, con lo que dice esta parte y gráficos de matplotlib.",
    module:
      "Un solo archivo para cuadernos, con la página dentro: [:import attention_scale:] y después [:attention_scale.show(q, k, weights=weights):] muestran los tensores de tu modelo. Solo necesita Python.",
    html: "La página completa en un solo archivo que se abre en este estado, sin red.",
    cite: "Una frase y una entrada de BibTeX.",
    print:
      "La página en papel o en PDF: su texto, sus figuras y las tablas abiertas, sin controles. Lo que aún no ha estado en pantalla se calcula antes.",
  },
  torch: {
    about:
      "Un programa de Python que repite el entrenamiento en PyTorch e imprime la pérdida de cada paso.",
    model:
      "Un programa de Python que hace los mismos cálculos en PyTorch e imprime las respuestas más probables, los números de las cabezas y las perplejidades. Lee los datos del modelo de la carpeta “model”, que está junto a esta página.",
  },
  core: {
    headers: `Los programas están en Python. En C++, esta parte la calcula la biblioteca de esta página: {headers}.`,
    guide: "Sus llamadas y cómo compilar con ella (web/docs/cpp.md)",
  },
  moving: {
    record: `Grabar {pictures} imágenes`,
    recording: "Grabando",
    progress: `{done} de {all} imágenes`,
    stop: "Detener",
    made: `{pictures} imágenes, {kilobytes} kB`,
  },
  notebook: {
    from: `De la figura [{figure}](<{link}>).`,
    program: "El programa",
    needs: `Necesita {packages}. Ejecuta las celdas en orden.`,
    parameters: "Los parámetros, tal como estaban en la página",
    plots: "Sus números en gráficos",
  },
  print: "Imprimir …",
  preparing: `Calculando lo que aún no ha estado en pantalla: {ended} de {all}`,
  stopped: `detenido en {done} de {total} {what}: los números abarcan solo esa parte`,
  soFar: `hasta ahora {done} de {total} {what}: los números abarcan solo esa parte`,
  after: `después de {done} {what}`,
  codes: {
    choice: "Con un código QR del enlace",
    fromFile:
      "Sin código QR: esta página se abrió desde un archivo, así que su enlace no lleva aquí a nadie más. Ábrela en la web para tener uno.",
    tooLong: `Sin código QR: el enlace tiene {length} caracteres, y un código que un teléfono pueda leer en una imagen admite hasta {most}. Una frase más corta tiene un enlace más corto.`,
  },
  taps: {
    side: "Toca la imagen para cambiar.",
    step: "Toca un número, o aquí para el siguiente $d$.",
    ended: "Se han agotado los toques. Vuelve a cargar la página para empezar de nuevo.",
  },
  tapped: {
    copied: "Copiado: pégalo en el editor de tu artículo.",
    notCopied:
      "Esta página no puede usar el portapapeles. Guarda el archivo, o selecciona el texto y cópialo a mano: es el código de la imagen, para un editor que admita HTML.",
  },
  noEngine:
    "el motor no está en marcha: cierra este menú e inténtalo de nuevo cuando la página tenga sus números",
  transparent: "Fondo transparente, en los colores de la página",
  alt: "Texto para quienes no pueden ver la imagen",
  save: "Guardar",
  copy: "Copiar",
  copied: "Copiado.",
  notCopied: "Esta página no puede usar el portapapeles: selecciona el texto y cópialo a mano.",
  pieces: {
    label: "En una entrada de blog",
    figure: "Qué se muestra allí",
    whole: "La parte completa",
    saveStill: "Guardar la imagen fija",
    saveNarrow: "Guardar la de móviles",
    still: `Hasta que la figura arranca, la entrada muestra su imagen fija en este estado. Guárdala y ponla junto a los demás archivos, como {wide} y {narrow}.`,
    kinds: { html: "HTML: el elemento", frame: "HTML: un marco" },
    note: {
      html: "Necesita el contenido de attention-scale.zip en /attention-scale/ de tu sitio.",
      frame:
        "Para servicios que solo admiten marcos. Necesita attention-scale.html en /attention-scale/ de tu sitio.",
      markdown:
        "Para motores que dejan intacto el HTML dentro de Markdown. Necesita el contenido de attention-scale.zip en /attention-scale/ de tu sitio.",
      hugo: "Necesita web/pieces/hugo/attention-scale.html en layouts/shortcodes/ y el contenido de attention-scale.zip en static/attention-scale/.",
      jekyll:
        "Necesita web/pieces/jekyll/attention-scale.html en _includes/ y el contenido de attention-scale.zip en attention-scale/.",
      hexo: "Necesita web/pieces/hexo/scripts/attention-scale.js en scripts/ y el contenido de attention-scale.zip en source/attention-scale/, con skip_render.",
    },
  },
  sealed: "Este marco no puede guardar archivos: copia en su lugar.",
  making: "Preparando …",
  failed: `No se ha podido hacer: {reason}`,
  preview: "Vista previa",
};
