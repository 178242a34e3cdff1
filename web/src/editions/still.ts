/**
 * The still picture of the first screen, made by Node during the build with the engine and the views of the page: what
 * shows before the engine runs, where there is no WebAssembly, and to whatever reads pages without running them.
 */
import { writeFileSync } from "node:fs";
import { requestOf, sentenceAttention } from "../attention/sentence-attention.js";
import { type Heatmap, heatmapScene, layoutHeatmap } from "../draw/heatmap.js";
import { PALETTES } from "../draw/palette.js";
import { escapeXml, estimateWidth, FONT, type Measure, toSvgGroup } from "../draw/scene.js";
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

/** Which font will draw the picture is not known here, and a label must fit in a wide one. */
const generous: Measure = (text, size) => 1.2 * estimateWidth(text, size);

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
    draw(weightsHeatmap(words, result.unscaled, palette.unscaled, text)),
    draw(weightsHeatmap(words, result.scaled, palette.scaled, text)),
  ] as const;
  const height = TITLE + scenes[0].height + CAPTION;
  const caption = plainText(text.matrices.caption(findingOf(result)));
  const title = (label: string, x: number, color: string) =>
    `<text x="${x}" y="22" font-size="19" font-weight="700" fill="${color}">${escapeXml(label)}</text>`;
  const [first = "", ...rest] = caption.split(/(?<=[.。：:]) ?/);
  const line = (words_: string, y: number) =>
    `<text x="0" y="${y}" font-size="18" fill="${palette.ink}">${escapeXml(words_)}</text>`;
  return [
    `<svg class="still" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(text.fallback.still)}" font-family="${escapeXml(FONT)}">`,
    `<rect width="${WIDTH}" height="${height}" fill="${palette.paper}"/>`,
    title(text.matrices.unscaled, 0, palette.unscaled),
    title(text.matrices.scaled(START.exponent), WIDTH - COLUMN, palette.scaled),
    toSvgGroup(scenes[0], 0, TITLE),
    toSvgGroup(scenes[1], WIDTH - COLUMN, TITLE),
    line(first, height - CAPTION + 40),
    line(rest.join(" "), height - CAPTION + 68),
    "</svg>",
  ].join("");
}

for (const language of DEFINITIONS.lang.words) {
  writeFileSync(new URL(`./${language}.svg`, import.meta.url), await stillPicture(language));
}
