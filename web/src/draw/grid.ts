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
  /** What stands in a cell. */
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
  const fill = (row: number, col: number) =>
    takes?.(row, col) === false ? undefined : ramp.at(at(data[row * cols + col] ?? 0));
  const cells: Shape = { kind: "cells", x, y, pitch, size, radius, rows, cols, fill };
  if (text === undefined) return [cells];
  const letters = Math.min(13, pitch * 0.33);
  const texts = Array.from(data, (value, i): Shape => {
    const [left, top] = [x + (i % cols) * pitch, y + Math.floor(i / cols) * pitch];
    const middle = { x: left + size / 2, y: top + size / 2 + letters * 0.36 };
    const style = { size: letters, fill: ramp.inkAt(at(value)), align: "center" } as const;
    return { kind: "text", ...middle, text: text(value), ...style };
  });
  return [cells, ...texts];
}
