/** What a lane reads of a date: lines from the characters of the answer, below, to those of the date, above. */
import { levelCurve, sketched } from "../../draw/sketch.js";
import type { Matrix } from "../../engine/api.js";
import type { LaneName } from "./keys.js";
import { laneStyle } from "./lane-style.js";

const TOP = 44;
const LINES = 96;
const HEIGHT = TOP + LINES + 46;
/** The largest distance of two characters. */
const PITCH = 30;
/** Weaker lines cannot be seen. */
const LEAST = 0.03;
const WIDEST = 7;
const STEPS = 16;

/** From (x, y) to (endX, endY), upright at both ends. */
const curve = (x: number, y: number, endX: number, endY: number) =>
  levelCurve(y, x, endY, endX, STEPS).map(([down, right]) => [right, down] as const);

/**
 * @param weights [answer×source]
 * @param lit the id of the character of the answer whose lines alone are shown; null: all
 */
export function readingPicture(
  lane: LaneName,
  source: string,
  answer: string,
  weights: Matrix,
  titles: readonly [string, string],
  lit: string | null,
) {
  const [above, below] = [[...source], [...answer]];
  const weightAt = (row: number, col: number) => weights.data[row * weights.cols + col] ?? 0;
  const reads = (row: number) => lit === null || lit === String(row);
  /** How much of a character of the date is read by the answer, or by its character in the light. */
  const read = (col: number) =>
    Math.max(0, ...below.map((_, row) => (reads(row) ? weightAt(row, col) : 0)));
  return sketched((sketch) => {
    const { width, palette } = sketch;
    const { color } = laneStyle(palette, lane);
    const placed = (count: number, pitch: number) => (i: number) =>
      width / 2 + (i - (count - 1) / 2) * pitch;
    const pitch = Math.min(PITCH, width / Math.max(above.length, 1.25 * below.length));
    const [toX, fromX] = [placed(above.length, pitch), placed(below.length, pitch * 1.25)];
    const size = Math.min(19, pitch * 0.85);
    const letter = { size, align: "center", words: true } as const;
    sketch.text(titles[0], 0, 12, { size: 11.5 });
    for (const row of below.keys())
      for (const col of above.keys()) {
        const value = weightAt(row, col);
        if (value < LEAST) continue;
        sketch.path(curve(fromX(row), TOP + LINES, toX(col), TOP), {
          ...{ stroke: color, strokeWidth: 0.75 + value * WIDEST },
          opacity: reads(row) ? 0.2 + 0.7 * value : 0.07,
        });
      }
    for (const [i, text] of above.entries())
      sketch.text(text, toX(i), TOP - 7, { ...letter, ...sketch.lit(read(i) >= 0.3) });
    for (const [i, text] of below.entries()) {
      const fill = reads(i) ? color : palette.muted;
      sketch.text(text, fromX(i), TOP + LINES + size + 3, { ...letter, fill, bold: true });
      const area = { x: fromX(i) - pitch * 0.62, y: TOP + LINES / 2, width: pitch * 1.25 };
      sketch.area(String(i), { ...area, height: LINES / 2 + size + 10 });
    }
    sketch.text(titles[1], 0, HEIGHT - 3, { size: 11.5 });
    return HEIGHT;
  });
}
