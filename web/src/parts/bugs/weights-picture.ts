/** The weights with the mistake and without, side by side on one scale, with the sum of each row. */
import { cutApart } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import { fixed, weight } from "../../text/numbers.js";
import type { BugResult } from "./bugs.js";

const TITLE = 22;
const COLUMNS = 20;
const LABEL = 12;
const LARGEST = 300;
/** The least side of a cell with a number and a word above it, and the most words with labels. */
const NUMBERED = 24;
const NAMED = 12;

/** @param titles of the two matrices, and of the sums of their rows */
export function weightsPicture(
  { words, wrong, right }: BugResult,
  titles: { readonly wrong: string; readonly right: string; readonly sum: string },
) {
  return sketched((sketch) => {
    const { width, palette, textWidth } = sketch;
    const n = words.length;
    const named = n <= NAMED;
    const narrow = width < 480;
    const label = named
      ? Math.min(Math.max(...words.map((word) => textWidth(word, LABEL))), narrow ? 52 : 120) + 8
      : 0;
    const sums = textWidth("1.00", LABEL) + 10;
    const room = (width - label) / 2 - sums - (narrow ? 6 : 24);
    const size = Math.floor(Math.min(LARGEST, room));
    const pitch = size / n;
    const top = TITLE + (named ? COLUMNS : 6);
    const cut = cutApart(words, label - 8, LABEL, textWidth);
    const heads = pitch >= NUMBERED ? cutApart(words, pitch - 2, LABEL, textWidth) : [];
    const number = pitch >= NUMBERED ? { text: weight } : {};
    const sides = [
      [wrong, titles.wrong, palette.unscaled],
      [right, titles.right, palette.scaled],
    ] as const;
    for (const [at, [{ weights: matrix, sum }, title, fill]] of sides.entries()) {
      const x = label + at * (size + sums + (narrow ? 12 : 48));
      sketch.text(title, x, 13, { size: 13, bold: true, fill });
      sketch.grid({ ...matrix, x, y: top, pitch, ...number });
      for (const [i, word] of heads.entries()) {
        const middle = x + (i + 0.5) * pitch - 1;
        sketch.text(word, middle, top - 6, { size: LABEL, align: "center", words: true });
      }
      if (!named) continue;
      sketch.text(titles.sum, x + size + 6, top - 6, { size: LABEL });
      for (const [i, total] of sum.entries()) {
        const y = top + (i + 0.5) * pitch + 4;
        sketch.text(fixed(total, 2), x + size + 6, y, { size: LABEL });
        if (at === 0)
          sketch.text(cut[i] ?? "", label - 8, y, { size: LABEL, align: "right", words: true });
      }
    }
    return top + size + 4;
  });
}
