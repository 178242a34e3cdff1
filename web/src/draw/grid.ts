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
}

/** Weights from 0 to 1, and numbers of both signs up to `largest`, on their ramps. */
export const weightRamp = ({ weights: ramp }: Palette) => ({ ramp, at: (value: number) => value });
export const signedRamp = ({ scores: ramp }: Palette, largest: number) => ({
  ramp,
  at: (value: number) => (value / (largest || 1) + 1) / 2,
});

export const gapOf = (pitch: number) => (pitch >= 14 ? 2 : pitch >= 5 ? 1 : 0);

export function gridShapes({ matrix, x, y, pitch, ramp, at, text }: Grid): Shape[] {
  const { rows, cols, data } = matrix;
  const size = pitch - gapOf(pitch);
  const radius = pitch >= 20 ? 3 : pitch >= 9 ? 1 : 0;
  const letters = Math.min(13, pitch * 0.33);
  return Array.from({ length: rows * cols }, (_, index): Shape[] => {
    const value = data[index] ?? 0;
    const left = x + (index % cols) * pitch;
    const top = y + Math.floor(index / cols) * pitch;
    const fill = ramp.at(at(value));
    const cell = {
      kind: "rect",
      x: left,
      y: top,
      width: size,
      height: size,
      radius,
      fill,
    } as const;
    const written = text?.(value) ?? "";
    if (written === "") return [cell];
    const middle = { x: left + size / 2, y: top + size / 2 + letters * 0.36 };
    const ink = ramp.inkAt(at(value));
    return [
      cell,
      { kind: "text", ...middle, text: written, size: letters, fill: ink, align: "center" },
    ];
  }).flat();
}
