/** All heads as small matrices, without the division and below with it, and what one word attends to most in each. */
import { ellipsize } from "../../draw/scene.js";
import { cellsBox, type Sketch, sketched } from "../../draw/sketch.js";
import { weight } from "../../text/numbers.js";
import type { HeadsResult } from "./heads.js";

const GAP = 14;
/** The room of an outline at the edges. */
const EDGE = 3;
const LARGEST = 124;
/** The title of a side, and the line below each matrix. */
const TITLE = 30;
const LINE = 22;
const BETWEEN = 14;

function planOf(width: number, count: number, words: number) {
  const columns = Math.min(count, width < 480 ? 4 : 8);
  const size = Math.floor(Math.min(LARGEST, (width - 2 * EDGE - (columns - 1) * GAP) / columns));
  const rows = Math.ceil(count / columns);
  const places = Array.from({ length: count }, (_, i) => ({
    x: EDGE + (i % columns) * (size + GAP),
    y: TITLE + Math.floor(i / columns) * (size + LINE + 4),
  }));
  return { size, pitch: size / words, height: TITLE + rows * (size + LINE + 4), places };
}

/** The number of a head, and the word that the query attends to most in it, with its weight. */
function drawLabel(
  sketch: Sketch,
  head: { readonly number: string; readonly lit: boolean },
  most: { readonly word: string; readonly share: string; readonly color: string },
  { x, y }: Readonly<Record<"x" | "y", number>>,
  size: number,
): void {
  const { palette, textWidth } = sketch;
  const { number, lit } = head;
  const { word, share, color } = most;
  const [bottom, style] = [y + size + 14, { size: 11.5 }];
  const from = x + sketch.boldWidth(number, 11.5) + 6;
  const room = x + size - textWidth(share, 11.5) - 5 - from;
  sketch.text(number, x, bottom, { ...style, ...sketch.lit(lit), bold: true });
  if (room >= 12) {
    const text = ellipsize(word, room, 11.5, textWidth);
    sketch.text(text, from, bottom, { ...style, fill: palette.ink, words: true });
  }
  sketch.text(share, x + size, bottom, { ...style, fill: color, align: "right" });
}

/**
 * @param titles of the side without the division and of that with it
 * @param head the one in the light, from 0
 * @param query the word whose row is outlined, from 0
 */
export function thumbsPicture(
  { unscaled, scaled, words }: HeadsResult,
  titles: readonly [string, string],
  head: number,
  query: number,
) {
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const { size, pitch, places, height } = planOf(width, unscaled.heads.length, words.length);
    const sides = [
      [unscaled, palette.unscaled],
      [scaled, palette.scaled],
    ] as const;
    const outline = { radius: 3, stroke: palette.ink };
    for (const [at, [{ heads }, color]] of sides.entries()) {
      const top = at * (height + BETWEEN);
      sketch.math(titles[at] ?? "", 0, top + 15, { size: 14, bold: true, fill: color });
      for (const [i, { weights: matrix, peak, peakIndex }] of heads.entries()) {
        const { x, y: within } = places[i] as (typeof places)[number];
        const [y, lit] = [top + within, i === head];
        const place = { ...matrix, x, y, pitch };
        sketch.grid(place);
        const row = cellsBox(place, query);
        const followed = { ...row, x: x - 1, width: row.width + 2 };
        sketch.rect(followed, { ...outline, strokeWidth: 0.75, opacity: lit ? 1 : 0.35 }, 1);
        if (lit) sketch.rect(cellsBox(place), { ...outline, strokeWidth: 2 }, 2);
        const word = words[peakIndex[query] ?? 0] ?? "";
        const most = { word, share: weight(peak[query] ?? 0), color };
        drawLabel(sketch, { number: String(i + 1), lit }, most, { x, y }, size);
        sketch.area(String(i + 1), { x, y, width: size, height: size + LINE });
      }
    }
    return 2 * height + BETWEEN;
  });
}
