/** All heads as small matrices, without the division and below with it, and what one word attends to most in each. */
import { ellipsize } from "../../draw/scene.js";
import { cellsBox, sketched } from "../../draw/sketch.js";
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
    const { width, palette, textWidth, boldWidth } = sketch;
    const { length: count } = unscaled.heads;
    const columns = Math.min(count, width < 480 ? 4 : 8);
    const room = (width - 2 * EDGE - (columns - 1) * GAP) / columns;
    const size = Math.floor(Math.min(LARGEST, room));
    const high = size + LINE + 4;
    const height = TITLE + Math.ceil(count / columns) * high;
    const sides = [
      [unscaled, palette.unscaled],
      [scaled, palette.scaled],
    ] as const;
    const outline = { radius: 3, stroke: palette.ink };
    const label = { size: 11.5 };
    for (const [at, [{ heads }, color]] of sides.entries()) {
      const top = at * (height + BETWEEN);
      sketch.math(titles[at] ?? "", 0, top + 15, { size: 14, bold: true, fill: color });
      for (const [i, { weights, peak, peakIndex }] of heads.entries()) {
        const x = EDGE + (i % columns) * (size + GAP);
        const y = top + TITLE + Math.floor(i / columns) * high;
        const lit = i === head;
        const place = { ...weights, x, y, pitch: size / words.length };
        sketch.grid(place);
        const row = cellsBox(place, query);
        const followed = { ...row, x: x - 1, width: row.width + 2 };
        sketch.rect(followed, { ...outline, strokeWidth: 0.75, opacity: lit ? 1 : 0.35 }, 1);
        if (lit) sketch.rect(cellsBox(place), { ...outline, strokeWidth: 2 }, 2);
        // The number of the head, and the word that the query attends to most in it, with its weight.
        const [number, share] = [String(i + 1), weight(peak[query] ?? 0)];
        const [from, bottom] = [x + boldWidth(number, 11.5) + 6, y + size + 14];
        const free = x + size - textWidth(share, 11.5) - 5 - from;
        sketch.text(number, x, bottom, { ...label, ...sketch.lit(lit), bold: true });
        if (free >= 12) {
          const word = ellipsize(words[peakIndex[query] ?? 0] ?? "", free, 11.5, textWidth);
          sketch.text(word, from, bottom, { ...label, fill: palette.ink, words: true });
        }
        sketch.text(share, x + size, bottom, { ...label, fill: color, align: "right" });
        sketch.area(String(i + 1), { x, y, width: size, height: size + LINE });
      }
    }
    return 2 * height + BETWEEN;
  });
}
