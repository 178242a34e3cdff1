/** Concat(Z₁ … Z_h) · W^O = output, their first columns, with the heads told apart. */
import { largestOf } from "../../draw/heatmap.js";
import { ellipsize } from "../../draw/scene.js";
import { cellsBox, gapOf, type Sketch, sketched } from "../../draw/sketch.js";
import type { HeadsResult, HeadsSide } from "./heads.js";

const LABEL = 66;
const SIGN = 30;
const TITLE = 40;
/** The same without the numbers of heads. */
const LINE = 28;
const PITCH = 16;
/** The most that a square matrix takes. */
const HIGHEST = 420;
const NARROW = 760;

/**
 * @param head the one in the light, from 0
 * @param query the word in the light, from 0
 * @param name of the output
 */
export function concatPicture(
  { words, wo, size }: HeadsResult,
  { concatenated, output }: HeadsSide,
  head: number,
  query: number,
  name: string,
) {
  const { cols } = wo;
  const blocks = [
    { title: "Concat(Z₁ … Zₕ)", matrix: concatenated, ofWords: true },
    { title: "Wᴼ", matrix: wo, ofWords: false },
    { title: name, matrix: output, ofWords: true },
  ];
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const { ink } = palette;
    const stacked = width < NARROW;
    const room = stacked ? width - LABEL : width - LABEL - 2 * SIGN;
    const pitch = Math.min(PITCH, HIGHEST / cols, room / (stacked ? cols : 3 * cols));
    let [x, y] = [LABEL, TITLE];
    let height = 0;
    for (const [at, { title, matrix, ofWords }] of blocks.entries()) {
      const place = { ...matrix, x, y, pitch };
      const { width: wide } = cellsBox(place);
      sketch.grid({ ...place, largest: largestOf(matrix) });
      const above = stacked && at > 0 ? 8 : TITLE - 14;
      sketch.math(title, x, y - above, { size: 13, fill: ink });
      if (ofWords) sketch.rect(cellsBox(place, query), { stroke: ink, radius: 2 }, 1.5);
      if (ofWords && (stacked || at === 0)) drawWords(sketch, words, query, y, pitch);
      if (at === 0) drawHeads(sketch, { x, y, wide, own: size * pitch }, head, gapOf(pitch));
      height = Math.max(height, y + matrix.rows * pitch + 4);
      if (stacked) y += matrix.rows * pitch + LINE;
      else {
        const sign = at === 0 ? "·" : "=";
        if (at < 2) sketch.text(sign, x + wide + SIGN / 2, y + 10, { size: 17, align: "center" });
        x += matrix.cols * pitch + SIGN;
      }
    }
    return height;
  });
}

/** The words beside the rows of a matrix that begins at y; where there is no room for all, those apart from each other. */
function drawWords(
  sketch: Sketch,
  words: readonly string[],
  query: number,
  y: number,
  pitch: number,
): void {
  for (const [i, word] of words.entries()) {
    const lit = i === query;
    const touches = i % Math.ceil(11 / pitch) !== 0 || Math.abs(i - query) * pitch < 11;
    if (!lit && pitch < 11 && touches) continue;
    const text = ellipsize(word, LABEL - 10, 11, sketch.textWidth);
    const style = { size: 11, align: "right", words: true, ...sketch.lit(lit) } as const;
    sketch.text(text, LABEL - 8, y + (i + 0.5) * pitch + 3.5, style);
  }
}

/** Lines above the columns of each head, with its number. @param own the width of a head */
function drawHeads(
  sketch: Sketch,
  { x, y, wide, own }: Readonly<Record<"x" | "y" | "wide" | "own", number>>,
  head: number,
  gap: number,
): void {
  for (let i = 0; i * own < wide; i += 1) {
    const from = x + i * own;
    const to = Math.min(x + wide, from + own - Math.max(1, gap));
    const lit = sketch.lit(i === head);
    const style = { strokeWidth: i === head ? 3 : 1.5, stroke: lit.fill };
    sketch.line([from, y - 6], [to, y - 6], style);
    if (to - from > 12)
      sketch.text(String(i + 1), (from + to) / 2, y - 10, { size: 10, align: "center", ...lit });
  }
}
