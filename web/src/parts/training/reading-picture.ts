/** What a lane reads of a date: lines from the characters of the answer, below, to those of the date, above. */
import type { PictureMaker } from "../../draw/picture-figure.js";
import type { PathShape, Shape } from "../../draw/scene.js";
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
const curve = (x: number, y: number, endX: number, endY: number): PathShape["points"] =>
  Array.from({ length: STEPS + 1 }, (_, i) => {
    const t = i / STEPS;
    return [x + (endX - x) * t * t * (3 - 2 * t), y + (endY - y) * t] as const;
  });

/**
 * @param weights [answer×source]
 * @param lit the character of the answer whose lines alone are shown, from 0; null: all
 */
export function readingPicture(
  lane: LaneName,
  source: string,
  answer: string,
  weights: Matrix,
  titles: readonly [string, string],
  lit: number | null,
): PictureMaker {
  return (width, palette) => {
    const [above, below] = [[...source], [...answer]];
    const { color } = laneStyle(palette, lane);
    const placed = (count: number, pitch: number) => (i: number) =>
      width / 2 + (i - (count - 1) / 2) * pitch;
    const pitch = Math.min(PITCH, width / Math.max(above.length, 1.25 * below.length));
    const [toX, fromX] = [placed(above.length, pitch), placed(below.length, pitch * 1.25)];
    const size = Math.min(19, pitch * 0.85);
    const lines = below.flatMap((_, row) =>
      above.flatMap((__, col): Shape[] => {
        const value = weights.data[row * weights.cols + col] ?? 0;
        if (value < LEAST) return [];
        const faint = lit !== null && lit !== row;
        return [
          {
            ...{ kind: "path", points: curve(fromX(row), TOP + LINES, toX(col), TOP) },
            ...{ stroke: color, strokeWidth: 0.75 + value * WIDEST },
            opacity: faint ? 0.07 : 0.2 + 0.7 * value,
          },
        ];
      }),
    );
    /** How much of a character of the date is read by the answer, or by its character in the light. */
    const read = (col: number) =>
      below.reduce((most, _, row) => {
        const value = weights.data[row * weights.cols + col] ?? 0;
        return lit === null || lit === row ? Math.max(most, value) : most;
      }, 0);
    const letter = { kind: "text", size, align: "center", words: true } as const;
    const title = { kind: "text", x: 0, size: 11.5, fill: palette.muted } as const;
    return {
      ...{ width, height: HEIGHT },
      shapes: [
        { ...title, y: 12, text: titles[0] },
        ...lines,
        ...above.map((text, i): Shape => {
          const strong = read(i) >= 0.3;
          const fill = strong ? palette.ink : palette.muted;
          return { ...letter, x: toX(i), y: TOP - 7, text, fill, bold: strong };
        }),
        ...below.map((text, i): Shape => {
          const fill = lit === null || lit === i ? color : palette.muted;
          return { ...letter, x: fromX(i), y: TOP + LINES + size + 3, text, fill, bold: true };
        }),
        { ...title, y: HEIGHT - 3, text: titles[1] },
      ],
      areas: below.map((_, i) => ({
        id: String(i),
        x: fromX(i) - pitch * 0.62,
        y: TOP + LINES / 2,
        width: pitch * 1.25,
        height: LINES / 2 + size + 10,
      })),
    };
  };
}
