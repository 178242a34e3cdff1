/** The numbers of a figure with their names, as they are shown in a table, saved and copied. */
import type { Matrix, Matrix32 } from "../engine/api.js";

export interface MatrixTable {
  readonly name: string;
  readonly matrix: Matrix;
  readonly rowLabels: readonly string[];
  readonly colLabels: readonly string[];
  /**
   * The columns of a matrix are words of the reader's or coordinates; those of a list have names of
   * the page's, in which there may be mathematics.
   */
  readonly kind: "matrix" | "list";
  /** Name of the row headers, such as words. Only screen readers read it. */
  readonly corner: string;
}

/** The content of a table; `values` holds the numbers of each column, as many as there are rows. */
export type Columns = readonly [
  corner: string,
  rows: readonly (string | number)[],
  columns: readonly string[],
  values: readonly ArrayLike<number>[],
];

export function tableOf(name: string, [corner, names, colLabels, values]: Columns): MatrixTable {
  const rowLabels = names.map(String);
  const rows = names.length;
  const cols = values.length;
  const data = Float64Array.from(
    { length: rows * cols },
    (_, i) => values[i % cols]?.[Math.floor(i / cols)] ?? Number.NaN,
  );
  return { kind: "list", name, matrix: { rows, cols, data }, rowLabels, colLabels, corner };
}

/** The numbers of each row. */
export const rowsOf = ({ rows, cols, data }: Matrix | Matrix32): number[][] =>
  Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * cols, (row + 1) * cols)));

/** The names of the coordinates of a word vector: 1, 2 …, count. */
export function coordinates(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}
