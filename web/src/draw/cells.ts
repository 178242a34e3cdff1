/** The cells of a matrix in a picture: small squares of a ramp's colours, with numbers in them. */
import type { Matrix } from "../engine/api.js";
import type { Palette } from "./palette.js";
import type { Box, Shape } from "./scene.js";

/**
 * Where a matrix stands in a picture: the corner of its first cell, and the distance from one cell
 * to the next.
 */
export interface PlacedMatrix extends Pick<Matrix, "rows" | "cols"> {
  readonly x: number;
  readonly y: number;
  readonly pitch: number;
}

export interface Cells extends PlacedMatrix {
  /** The number of a cell; undefined where there is none. */
  valueAt(row: number, col: number): number | undefined;
  /**
   * The largest absolute number of those of both signs; without it the entries are weights, from 0
   * to 1.
   */
  readonly largest?: number | undefined;
  /** The text in a cell; "" for none. */
  readonly text?: ((value: number) => string) | undefined;
}

/**
 * The gap between two cells whose distance from one to the next is `pitch`. Cells of less than five
 * pixels touch: a gap would take more than a fifth of them.
 */
export function gapOf(pitch: number): number {
  if (pitch >= 14) return 2;
  return pitch >= 5 ? 1 : 0;
}

/**
 * The radius of the corners of a cell. Without one the cells are painted on whole pixels, thousands
 * of them within a frame.
 */
const radiusOf = (pitch: number): number => (pitch >= 20 ? 3 : 0);

/** The largest font size of the numbers in cells, and their share of the pitch where it is less. */
const LARGEST_TEXT = 13;
const TEXT_SHARE = 0.33;

/** The room of the cells of a matrix, or of one of its rows. */
export function cellsBox({ x, y, pitch, rows, cols }: PlacedMatrix, row?: number): Box {
  const sideOf = (count: number) => count * pitch - gapOf(pitch);
  const height = sideOf(row === undefined ? rows : 1);
  return { x, y: y + (row ?? 0) * pitch, width: sideOf(cols), height };
}

/**
 * The position of a value on its ramp, from 0 to 1. The difference of two infinite numbers, which
 * is no number, stands in the middle.
 */
function positionOf(value: number, largest: number | undefined): number {
  if (largest === undefined) return value;
  // Where all numbers are 0, so is the largest.
  return Number.isNaN(value) ? 0.5 : (value / (largest || 1) + 1) / 2;
}

/** The cells first, because they replace what is under them. */
export function cellShapes(cells: Cells, palette: Palette): Shape[] {
  const { x, y, pitch, rows, cols, largest, text, valueAt } = cells;
  const ramp = largest === undefined ? palette.weights : palette.scores;
  const size = pitch - gapOf(pitch);
  const radius = radiusOf(pitch);
  const fill = (row: number, col: number) => {
    const value = valueAt(row, col);
    return value === undefined ? undefined : ramp.at(positionOf(value, largest));
  };
  const shapes: Shape[] = [{ kind: "cells", x, y, pitch, size, radius, rows, cols, fill }];
  if (text === undefined) return shapes;
  const textSize = Math.min(LARGEST_TEXT, pitch * TEXT_SHARE);
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const value = valueAt(row, col);
      const written = value === undefined ? "" : text(value);
      if (value === undefined || written === "") continue;
      shapes.push({
        kind: "text",
        x: x + col * pitch + size / 2,
        // The baseline is half the height of a digit below the middle.
        y: y + row * pitch + size / 2 + textSize * 0.36,
        text: written,
        size: textSize,
        fill: ramp.inkAt(positionOf(value, largest)),
        align: "center",
      });
    }
  }
  return shapes;
}
