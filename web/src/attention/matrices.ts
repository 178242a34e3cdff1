/** Matrices that are made of entries, or of other matrices. */
import type { Matrix } from "../engine/api.js";

export function matrixOf(rows: number, cols: number, entry: (row: number, col: number) => number) {
  const data = new Float64Array(rows * cols);
  for (let i = 0; i < data.length; i += 1) data[i] = entry(Math.floor(i / cols), i % cols);
  return { rows, cols, data };
}

export const matrixOfRows = (rows: readonly (readonly number[])[]): Matrix => ({
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
  data: Float64Array.from(rows.flat()),
});

export const transposed = ({ rows, cols, data }: Matrix): Matrix =>
  matrixOf(cols, rows, (row, col) => data[col * cols + row] ?? 0);

/** Matrices of as many rows, one beside the other. */
export function joinedColumns(matrices: readonly Matrix[]): Matrix {
  const rowOf = (row: number) =>
    matrices.flatMap(({ cols, data }) => [...data.subarray(row * cols, (row + 1) * cols)]);
  return matrixOfRows(Array.from({ length: matrices[0]?.rows ?? 0 }, (_, row) => rowOf(row)));
}
