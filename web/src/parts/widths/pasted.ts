/** Reads a pasted matrix, whose rows are those of number-rows.ts. */
import { matrixOfRows } from "../../attention/matrices.js";
import { plainMinus, typedRows } from "../../attention/number-rows.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import { readNumber } from "../../keys/key.js";
import type { en } from "../../text/en/widths.js";
import { say } from "../../text/rich.js";

/** The largest absolute value of an entry: no product of matrices with such entries overflows. */
export const LARGEST_ENTRY = 1e6;
/** The most rows and columns. */
export const MOST_ROWS = 1024;

/** The matrix on one line, as the state holds it. */
export const matrixLine = (text: string): string =>
  typedRows(text)
    .map((entries) => entries.join())
    .join(";");

/** The matrix, or the sentence that tells what is wrong with it. */
export function readMatrix(text: string, wrong: (typeof en)["paste"]): Matrix | string {
  if (text.trim() === "") return wrong.empty;
  const rows: number[][] = [];
  for (const [i, entries] of indexed(typedRows(text))) {
    const first = rows[0]?.length ?? entries.length;
    const row: number[] = [];
    for (const [j, entry] of indexed(entries)) {
      const value = readNumber(plainMinus(entry), {
        least: -LARGEST_ENTRY,
        most: LARGEST_ENTRY,
      });
      if (value === undefined) return say(wrong.entry, { line: i + 1, column: j + 1, entry });
      row.push(value);
    }
    if (row.length !== first) return say(wrong.ragged, { line: i + 1, count: row.length, first });
    rows.push(row);
  }
  const count = rows.length;
  const cols = rows[0]?.length ?? 0;
  if (count > MOST_ROWS || cols > MOST_ROWS) return say(wrong.large, { rows: count, cols });
  return matrixOfRows(rows);
}
