/**
 * Vectors, matrices and arrays as R prints them: a row begins with `[1,]`, a block of columns with
 * `[,1]`, a slice with `, , 1`, an entry of a list with `$q`.
 */
import { PrintedBlocks } from "./printed-blocks.js";
import { printedNumber } from "./printed-number.js";
import type { AnyTensor } from "./tensor.js";

export const looksLikeR = (text: string): boolean =>
  /^[ \t]*\[(\d+,|,\d+)\]/m.test(text) ||
  /^[ \t]*\[1\][ \t]+[-+\d.NTFI]/m.test(text) ||
  hasNames(text);

/** Whether the columns have names, and the first row one before its numbers. */
function hasNames(text: string): boolean {
  const [, first = "", second = ""] = /^\s*(\S[^\n]*)\n\s*([^\n]*)/.exec(text) ?? [];
  const header = first.trim().split(/\s+/);
  const [name = "", ...numbers] = second.trim().split(/\s+/);
  const areNumbers = numbers.every((entry) => printedNumber(entry) !== undefined);
  return isHeader(header) && isHeader([name]) && areNumbers && numbers.length === header.length;
}

/** The numbers or names of columns. */
function isHeader(entries: readonly string[]): boolean {
  return entries.every((entry) => printedNumber(entry) === undefined);
}

/** A row that has a name in place of its number. */
const withoutName = (entries: readonly string[]) =>
  printedNumber(entries[0] ?? "") === undefined ? entries.slice(1) : entries;

export function readR(name: string, text: string): readonly AnyTensor[] {
  const blocks = new PrintedBlocks(name);
  let isVector = false;
  for (const [line, whole] of text.split(/\r?\n/).entries()) {
    const content = whole.trim();
    const [, prompt] = /^>\s*(.*)$/.exec(content) ?? [];
    const [, entry] = /^\$`?([^`]+)`?$/.exec(content) ?? [];
    const [, slice] = /^, , (.+)$/.exec(content) ?? [];
    const [, row] = /^\[\d+,\]\s*(.*)$/.exec(content) ?? [];
    const [, vector] = /^\[\d+\]\s*(.*)$/.exec(content) ?? [];
    if (prompt !== undefined || entry !== undefined) {
      isVector = false;
      blocks.begin(/^[\w.]+$/.exec(entry ?? prompt ?? "")?.[0] ?? "");
    } else if (slice !== undefined) {
      blocks.slice(slice.split(/\s*,\s*/).map(Number));
    } else if (row !== undefined) {
      blocks.row(row.split(/\s+/), line);
    } else if (vector !== undefined) {
      if (isVector) blocks.continued(vector.split(/\s+/), line);
      else blocks.row(vector.split(/\s+/), line);
      isVector = true;
    } else if (content !== "") {
      const entries = content.split(/\s+/);
      if (isHeader(entries)) blocks.columns();
      else blocks.row(withoutName(entries), line);
    }
  }
  return blocks.tensors();
}
