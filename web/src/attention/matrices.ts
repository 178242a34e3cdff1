/** Matrices that are made of entries, or of other matrices. */
import type { Matrix } from "../engine/api.js";

export const matrixOf = (
  rows: number,
  cols: number,
  entry: (row: number, col: number) => number,
): Matrix => ({
  ...{ rows, cols },
  data: Float64Array.from({ length: rows * cols }, (_, i) => entry(Math.floor(i / cols), i % cols)),
});

export const matrixOfRows = (rows: readonly (readonly number[])[]): Matrix => ({
  rows: rows.length,
  cols: rows[0]?.length ?? 0,
  data: Float64Array.from(rows.flat()),
});

export const transposed = ({ rows, cols, data }: Matrix): Matrix =>
  matrixOf(cols, rows, (row, col) => data[col * cols + row] ?? 0);

/** Matrices of as many rows, one beside the other. */
export function sideBySide(matrices: readonly Matrix[]): Matrix {
  const rows = matrices[0]?.rows ?? 0;
  const cols = matrices.reduce((sum, matrix) => sum + matrix.cols, 0);
  const data = new Float64Array(rows * cols);
  let from = 0;
  for (const matrix of matrices) {
    for (let row = 0; row < rows; row += 1) {
      const start = row * matrix.cols;
      data.set(matrix.data.subarray(start, start + matrix.cols), row * cols + from);
    }
    from += matrix.cols;
  }
  return { rows, cols, data };
}
