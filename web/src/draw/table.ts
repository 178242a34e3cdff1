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

/** The content of a table whose columns have names. */
export interface Columns {
  /** The name of the row headers. */
  readonly corner: string;
  /** The headers of the rows. */
  readonly rows: readonly (string | number)[];
  /** The names of the columns. */
  readonly columns: readonly string[];
  /** The numbers of each column, as many as there are rows. */
  readonly values: readonly ArrayLike<number>[];
}

export function tableOf(name: string, content: Columns): MatrixTable {
  const { corner, columns, values } = content;
  const rows = content.rows.length;
  const cols = values.length;
  const data = Float64Array.from(
    { length: rows * cols },
    (_, i) => values[i % cols]?.[Math.floor(i / cols)] ?? Number.NaN,
  );
  return {
    kind: "list",
    name,
    matrix: { rows, cols, data },
    rowLabels: content.rows.map(String),
    colLabels: columns,
    corner,
  };
}

/** The numbers of each row. */
export const rowsOf = ({ rows, cols, data }: Matrix | Matrix32): number[][] =>
  Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * cols, (row + 1) * cols)));

/** The names of the coordinates of a word vector: 1, 2 …, count. */
export function coordinates(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}
