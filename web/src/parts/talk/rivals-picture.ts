/** The likeliest tokens at a place of both answers, as bars. */
import { ellipsize } from "../../draw/scene.js";
import { sketched } from "../../draw/sketch.js";
import type { AnswerStep } from "../../language/api.js";
import { visible } from "../../part-kit/model/tokens.js";

const TOP = 26;
const ROW = 26;
const ROWS = 5;
const GAP = 28;
/** Two columns need this width; on a narrower page the second stands below. */
const WIDE = 520;
const LABEL = 96;
const NUMBER = 46;

/**
 * @param steps of both lanes; undefined where an answer has ended before
 * @param titles of both lanes
 * @param over what stands where an answer has ended
 */
export const rivalsPicture = (
  steps: readonly [AnswerStep | undefined, AnswerStep | undefined],
  titles: readonly [string, string],
  over: string,
) =>
  sketched((sketch) => {
    const { width, palette, textWidth, boldWidth } = sketch;
    const beside = width >= WIDE;
    const column = beside ? (width - GAP) / 2 : width;
    const height = TOP + ROWS * ROW;
    for (const [lane, step] of steps.entries()) {
      const x = beside ? lane * (column + GAP) : 0;
      const y = beside ? 0 : lane * (height + 14);
      const color = lane === 0 ? palette.unscaled : palette.scaled;
      sketch.math(titles[lane] ?? "", x, y + 13, { size: 12.5, bold: true, fill: color });
      if (step === undefined) sketch.text(over, x, y + TOP + 16, { size: 13 });
      const most = column - LABEL - NUMBER;
      for (const [i, { text, probability }] of (step?.rivals ?? []).entries()) {
        const taken = text === step?.text;
        const middle = y + TOP + i * ROW + ROW / 2;
        const name = ellipsize(visible(text), LABEL - 12, 14, taken ? boldWidth : textWidth);
        sketch.text(name, x + LABEL - 10, middle + 5, {
          ...{ size: 14, align: "right", words: true },
          ...sketch.lit(taken),
        });
        const length = Math.max(1, probability * most);
        sketch.rect(
          { x: x + LABEL, y: middle - 8, width: length, height: 16 },
          { fill: color, opacity: taken ? 1 : 0.45, radius: 2 },
        );
        const number = `${(100 * probability).toFixed(probability < 0.0995 ? 1 : 0)}\u00A0%`;
        sketch.text(number, x + LABEL + length + 6, middle + 4.5, { size: 12.5 });
      }
    }
    return beside ? height : 2 * height + 14;
  });
