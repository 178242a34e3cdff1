/**
 * The numbers of a figure as CSV and as JSON, in full precision, with the parameters and the link
 * that recreate them.
 */

import type { FigureExport } from "../draw/figure-export.js";
import { type MatrixTable, rowsOf } from "../draw/table.js";
import type { FigureRun } from "../page/inputs.js";
import { unmarked } from "../text/typeset.js";
import { noted } from "./texts.js";

export interface Origin {
  /** The keys of the state that the figure depends on. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly link: string;
  /** The run, if it is not complete, and a sentence about it. */
  readonly run?: FigureRun | undefined;
  readonly note?: string | null;
}

/** Quoted if a reader that separates by commas, semicolons or tabs would split or trim the text. */
const quoted = (text: string) =>
  /[",;\t\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

/** The first visible character, normalised as spreadsheets do: "＝" is "=". */
const firstSeen = (text: string) => /[^\s\p{C}]/u.exec(text)?.[0].normalize("NFKC") ?? "";

/** Whether a spreadsheet would evaluate the text, which may come from a link. */
const isFormula = (text: string) => /^[\t\r\n]/.test(text) || /^[=+\-@]/.test(firstSeen(text));

/** A cell of text. An apostrophe in front keeps a spreadsheet from evaluating it as a formula. */
const textCell = (text: string) => quoted(isFormula(text) ? `'${text}` : text);

/** A comment, quoted as one cell: separators within the text do not split it. */
const comment = (text: string) => `"# ${text.replace(/[\r\n]+/g, " ").replaceAll('"', '""')}"`;

/**
 * The first character of a CSV file, which declares UTF-8. Without it Excel, and LibreOffice on
 * some systems, decode the file in the code page of the system, and "√" and "我" become other
 * characters. It stands before the first comment line, which readers of numbers skip. To read the
 * comments too, use the encoding "utf-8-sig" in Python, "UTF-8-BOM" in R.
 */
export const BYTE_ORDER_MARK = "\ufeff";

/** The labels of a table as they are read; those of a matrix may be readers' words. */
function plainLabels({ kind, corner, rowLabels, colLabels }: MatrixTable) {
  const plain = (labels: readonly string[]) => (kind === "list" ? labels.map(unmarked) : labels);
  return { corner: unmarked(corner), rowLabels: plain(rowLabels), colLabels: plain(colLabels) };
}

/**
 * Title, parameters and link, and then a table a block: an empty line, its name, its columns, its
 * rows.
 *
 * A comment is one quoted cell that begins with "#". Cells of text, which are labels, are quoted
 * where they need to be, and have an apostrophe before them where a spreadsheet would take them for
 * a formula: where they begin with = + - @ in any width, or with a tab or a line break. Numbers
 * stand as they are. The columns of the first table are always line 6: pandas.read_csv(file,
 * skiprows=5), in R read.csv(file, skip = 5), with nrows where tables follow.
 */
export function csvFile(exported: FigureExport, { parameters, link, note }: Origin): string {
  const title = unmarked(noted(exported.title, note));
  const head = [comment(title), comment(JSON.stringify(parameters)), comment(link)];
  const blocks = exported.tables.map((table) => {
    const { corner, colLabels, rowLabels } = plainLabels(table);
    const columns = [corner, ...colLabels].map(textCell).join(",");
    const rows = rowsOf(table.matrix).map((row, i) =>
      [textCell(rowLabels[i] ?? ""), ...row.map(String)].join(","),
    );
    return ["", comment(unmarked(table.name)), columns, ...rows];
  });
  return `${[...head, ...blocks.flat()].join("\r\n")}\r\n`;
}

/** Infinities and NaN are written as strings, since JSON has no such numbers. */
const jsonNumber = (value: number) => (Number.isFinite(value) ? value : String(value));

export function jsonFile(exported: FigureExport, { parameters, link, run, note }: Origin): string {
  const tables = exported.tables.map((table) => {
    const { rowLabels: rows, colLabels: columns } = plainLabels(table);
    const data = rowsOf(table.matrix).map((row) => row.map(jsonNumber));
    return { name: unmarked(table.name), rows, columns, data };
  });
  const title = unmarked(exported.title);
  const alt = unmarked(exported.alt);
  const partial = run && { done: run.done, total: run.total, stopped: run.stopped, note };
  const content = { title, description: alt, parameters, link, partial, tables };
  return `${JSON.stringify(content, null, 1)}\n`;
}
