/** A large matrix with fewer cells. */
import type { Matrix } from "../../engine/api.js";

/** @returns the matrix, or where a side is longer than `most` the largest entries of squares of cells */
export function pooled(matrix: Matrix, most: number): Matrix {
  const factor = Math.ceil(Math.max(matrix.rows, matrix.cols) / most);
  if (factor === 1) return matrix;
  const [rows, cols] = [Math.ceil(matrix.rows / factor), Math.ceil(matrix.cols / factor)];
  const data = new Float64Array(rows * cols);
  for (let row = 0; row < matrix.rows; row += 1) {
    const first = Math.floor(row / factor) * cols;
    for (let col = 0; col < matrix.cols; col += 1) {
      const at = first + Math.floor(col / factor);
      const value = matrix.data[row * matrix.cols + col] ?? 0;
      if (value > (data[at] ?? 0)) data[at] = value;
    }
  }
  return { rows, cols, data };
}
