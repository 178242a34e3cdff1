/**
 * Reads a pasted matrix: a row a line, or rows separated by semicolons; numbers separated by
 * commas, tabs or spaces.
 */
import { matrixOfRows } from "../../attention/matrices.js";
import type { Matrix } from "../../engine/api.js";
import { indexed } from "../../indexed.js";
import { readNumber } from "../../keys/key.js";
import type { en } from "../../text/en/widths.js";
import { say } from "../../text/rich.js";

/** The largest absolute value of an entry: no product of matrices with such entries overflows. */
export const LARGEST_ENTRY = 1e6;
/** The most rows and columns. */
export const MOST_ROWS = 1024;

const linesOf = (text: string) =>
  text
    .trim()
    .split(/[\r\n;]+/)
    .map((line) => line.trim());
const entriesOf = (line: string) => line.split(/\s*[,\t]\s*|\s+/);

/** The matrix on one line, as the state holds it. */
export const matrixLine = (text: string): string =>
  linesOf(text)
    .map((line) => entriesOf(line).join())
    .join(";");

/** The matrix, or the sentence that tells what is wrong with it. */
export function readMatrix(text: string, wrong: (typeof en)["paste"]): Matrix | string {
  if (text.trim() === "") return wrong.empty;
  const rows: number[][] = [];
  for (const [i, line] of indexed(linesOf(text))) {
    const entries = entriesOf(line);
    const first = rows[0]?.length ?? entries.length;
    const row: number[] = [];
    for (const [j, entry] of indexed(entries)) {
      const value = readNumber(entry.replace("−", "-"), {
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
