/** A matrix as small squares at a place of a larger picture. */
import type { Matrix } from "../engine/api.js";
import type { Palette, Ramp } from "./palette.js";
import type { Shape } from "./scene.js";

export interface Grid {
  readonly matrix: Matrix;
  /** The corner of the first cell. */
  readonly x: number;
  readonly y: number;
  /** The distance from one cell to the next. */
  readonly pitch: number;
  /** The colour of a cell: its place on the ramp, from 0 to 1. */
  readonly ramp: Ramp;
  readonly at: (value: number) => number;
  /** What stands in a cell; nothing where it returns none. */
  readonly text?: (value: number) => string;
  /** Whether a cell is drawn. Default: all are. */
  readonly takes?: ((row: number, col: number) => boolean) | undefined;
}

/** Weights from 0 to 1, and numbers of both signs up to `largest`, on their ramps. */
export const weightRamp = ({ weights: ramp }: Palette) => ({ ramp, at: (value: number) => value });
export const signedRamp = ({ scores: ramp }: Palette, largest: number) => ({
  ramp,
  at: (value: number) => (value / (largest || 1) + 1) / 2,
});

export const gapOf = (pitch: number) => (pitch >= 14 ? 2 : pitch >= 5 ? 1 : 0);

export function gridShapes({ matrix, x, y, pitch, ramp, at, text, takes }: Grid): Shape[] {
  const { rows, cols, data } = matrix;
  const size = pitch - gapOf(pitch);
  const radius = pitch >= 20 ? 3 : pitch >= 9 ? 1 : 0;
  const letters = Math.min(13, pitch * 0.33);
  const square = { kind: "rect", width: size, height: size, radius } as const;
  const shapes: Shape[] = [];
  for (let row = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1) {
      if (takes?.(row, col) === false) continue;
      const value = data[row * cols + col] ?? 0;
      const [left, top] = [x + col * pitch, y + row * pitch];
      shapes.push({ ...square, x: left, y: top, fill: ramp.at(at(value)) });
      const written = text?.(value) ?? "";
      if (written === "") continue;
      const middle = { x: left + size / 2, y: top + size / 2 + letters * 0.36 };
      const fill = ramp.inkAt(at(value));
      shapes.push({ kind: "text", ...middle, text: written, size: letters, fill, align: "center" });
    }
  return shapes;
}
