/**
 * Draws the still pictures of the first screen, one a language, with Node during the build. They show before the engine runs,
 * where there is no WebAssembly, and to programs that read pages without running scripts.
 */
import { writeFileSync } from "node:fs";
import { requestOf, sentenceAttention } from "../attention/sentence-attention.js";
import { SANS } from "../draw/fonts.js";
import { type Heatmap, heatmapScene, layoutHeatmap } from "../draw/heatmap.js";
import { PALETTES } from "../draw/palette.js";
import { estimateWidth, type TextWidth } from "../draw/scene.js";
import { escapeXml, toSvgGroup } from "../draw/svg.js";
import { typeset } from "../draw/typeset.js";
import { loadEngine } from "../engine/index.js";
import { findingOf } from "../parts/matrices/caption.js";
import { weightsHeatmap } from "../parts/matrices/weights-heatmap.js";
import { DEFINITIONS, type Language, START } from "../state/state.js";
import { TEXTS } from "../text/index.js";
import { plainText } from "../text/rich.js";

const WIDTH = 1084;
const COLUMN = 500;
const TITLE = 34;
const CAPTION = 96;

/** The font that will draw the picture is unknown; labels fit also in a wide one. */
const generous: TextWidth = (text, size) => 1.2 * estimateWidth(text, size);

/** A closer estimate for sentences, whose formulas stand where it says. Bold letters are wider. */
const closely: TextWidth = (text, size, bold) => {
  const narrow = bold === true ? 0 : (text.match(/[ ijlftrI.,:]/g)?.length ?? 0);
  return estimateWidth(text, size) - narrow * 0.26 * size;
};

async function stillPicture(language: Language): Promise<string> {
  const text = TEXTS[language];
  const palette = PALETTES.light;
  const words = START.sentence.split(" ");
  const result = sentenceAttention(await loadEngine(), requestOf(START, words));
  const draw = (heatmap: Heatmap) => {
    const layout = layoutHeatmap(heatmap, COLUMN, generous);
    return heatmapScene(heatmap, layout, palette, null);
  };
  const scenes = [
    draw(weightsHeatmap(result, result.unscaled, palette.unscaled, text)),
    draw(weightsHeatmap(result, result.scaled, palette.scaled, text)),
  ] as const;
  const height = TITLE + scenes[0].height + CAPTION;
  const caption = plainText(text.matrices.caption(findingOf(result)));
  const line = (label: string, x: number, y: number, size: number, fill: string, bold = false) =>
    typeset({ kind: "text", text: label, x, y, size, fill, bold }, closely);
  const title = (label: string, x: number, color: string) => line(label, x, 22, 19, color, true);
  const [first = "", ...rest] = caption.split(/(?<=[.。：:]) ?/);
  const shapes = [
    ...title(text.matrices.unscaled, 0, palette.unscaled),
    ...title(text.matrices.scaled(START.exponent), WIDTH - COLUMN, palette.scaled),
    ...line(first, 0, height - CAPTION + 40, 18, palette.ink),
    ...line(rest.join(" "), 0, height - CAPTION + 68, 18, palette.ink),
  ];
  return [
    `<svg class="still" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(text.fallback.still)}" font-family="${escapeXml(SANS[language])}">`,
    `<rect width="${WIDTH}" height="${height}" fill="${palette.paper}"/>`,
    toSvgGroup(scenes[0], 0, TITLE),
    toSvgGroup(scenes[1], WIDTH - COLUMN, TITLE),
    toSvgGroup({ width: WIDTH, height, shapes }),
    "</svg>",
  ].join("");
}

for (const language of DEFINITIONS.lang.words) {
  writeFileSync(new URL(`./${language}.svg`, import.meta.url), await stillPicture(language));
}
