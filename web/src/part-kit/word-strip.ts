/** A chart with a row for each word, and in it a dot for each of several series. */
import { type Axis, type Chart, dots, linear, zip } from "../draw/marks.js";

/** The most characters of a word. */
const MOST_LETTERS = 14;

/** A dot for each word. */
export interface Series {
  readonly values: ArrayLike<number>;
  readonly color: string;
  readonly hollow: boolean;
}

/** @param pitch the height of a row, where they are not many */
export function wordStrip(
  words: readonly string[],
  pitch: number,
  x: Axis,
  series: readonly Series[],
): Chart {
  const last = words.length - 1;
  const ticks = words.map((_, i) => last - i);
  const format = (y: number) => [...(words[last - y] ?? "")].slice(0, MOST_LETTERS).join("");
  const radius = words.length > 24 ? 3 : 5;
  return {
    x,
    y: linear([-0.6, last + 0.6], "", { ticks, format }),
    height: Math.max(70, Math.min(640, words.length * pitch)),
    marks: series.map(({ values, color, hollow }) =>
      dots(zip(values, ticks), color, { hollow, radius }),
    ),
  };
}
