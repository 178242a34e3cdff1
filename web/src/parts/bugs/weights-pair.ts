/** The weights of the same words under two rules, side by side on one scale, with a number a row. */

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
    const named = n <= NAMED_ROWS;
    const narrow = width < 480;
    const widest = Math.max(...words.map((word) => textWidth(word, LABEL)));
    const label = named ? Math.min(widest, narrow ? 52 : 120) + 8 : 0;
    const beside = textWidth("1.00", LABEL) + 10;
    const room = (width - label) / 2 - beside - (narrow ? 6 : 24);
    const size = Math.floor(Math.min(LARGEST, room));
    const pitch = size / n;
    const top = TITLE + (named ? COLUMNS : 6);
    const cut = cutApart(words, label - 8, LABEL, textWidth);
    const heads = pitch >= NUMBERED ? cutApart(words, pitch - 2, LABEL, textWidth) : [];
    const number = pitch >= NUMBERED ? { text: weight } : {};
    for (const [index, { weights, numbers, title, color }] of indexed(sides)) {
      const x = label + index * (size + beside + (narrow ? 12 : 48));
      sketch.math(title, x, 13, { size: 13, bold: true, fill: palette[color] });
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
        if (index === 0) {
          sketch.text(cut[i] ?? "", label - 8, y, { size: LABEL, align: "right", words: true });
        }
      }
    }
    return top + size + 4;
  });
}
