/**
 * The weights of the same words under two rules on one scale, with a number a row: side by side,
 * or below each other where there is no room for that.
 */

import type { Palette } from "../../draw/palette.js";
import { cutApart } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import { fixed, weight } from "../../text/numbers.js";

const TITLE = 22;
const COLUMNS = 20;
const LABEL = 12;
const LARGEST = 300;
/** The largest side of a cell where the matrices stand below each other. */
const STACKED = 44;
/** The least side of a cell with a number and a word above it, and the most words with labels. */
const NUMBERED = 24;
const NAMED_ROWS = 12;

export interface RuledWeights {
  readonly title: string;
  readonly color: keyof Pick<Palette, "unscaled" | "scaled" | "ink">;
  readonly weights: Matrix;
  /** A number of each row. */
  readonly numbers: ArrayLike<number>;
}

/** @param called what the numbers beside the rows are */
export function weightsPair(
  words: readonly string[],
  sides: readonly [RuledWeights, RuledWeights],
  called: string,
) {
  return sketched((sketch) => {
    const { width, palette, textWidth } = sketch;
    const n = words.length;
    const narrow = width < 480;
    const widest = Math.max(...words.map((word) => textWidth(word, LABEL)));
    const beside = textWidth("1.00", LABEL) + 10;
    const names = Math.min(widest, narrow ? 52 : 120) + 8;
    // A row with a name is at least as high as the name.
    const named = n <= NAMED_ROWS && width - names - beside >= n * LABEL;
    const label = named ? names : 0;
    const gap = narrow ? 12 : 48;
    const half = (width - label - gap) / 2 - beside;
    const title = sketch.boldWidth(sides[0].title, 13);
    const stacked = (named && half < n * LABEL) || half + beside < title;
    const room = stacked ? Math.min(width - label - beside, STACKED * n) : half;
    const size = Math.floor(Math.min(LARGEST, room));
    const pitch = size / n;
    const above = TITLE + (named ? COLUMNS : 6);
    const height = above + size + 4;
    const cut = cutApart(words, label - 8, LABEL, textWidth);
    const heads = pitch >= NUMBERED ? cutApart(words, pitch - 2, LABEL, textWidth) : [];
    const number = pitch >= NUMBERED ? { text: weight } : {};
    for (const [index, { weights, numbers, title, color }] of indexed(sides)) {
      const x = label + (stacked ? 0 : index * (size + beside + gap));
      const start = stacked ? index * (height + 12) : 0;
      const top = start + above;
      sketch.math(title, x, start + 13, { size: 13, bold: true, fill: palette[color] });
      sketch.grid({ ...weights, x, y: top, pitch, ...number });
      for (const [i, word] of indexed(heads)) {
        const middle = x + (i + 0.5) * pitch - 1;
        sketch.text(word, middle, top - 6, { size: LABEL, align: "center", words: true });
      }
      if (!named) continue;
      sketch.text(called, x + size + 6, top - 6, { size: LABEL });
      for (const [i, value] of indexed(Array.from(numbers))) {
        const y = top + (i + 0.5) * pitch + 4;
        sketch.text(fixed(value, 2), x + size + 6, y, { size: LABEL });
        if (stacked || index === 0) {
          sketch.text(cut[i] ?? "", label - 8, y, { size: LABEL, align: "right", words: true });
        }
      }
    }
    return stacked ? 2 * height + 12 : height;
  });
}
