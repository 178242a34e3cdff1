/** The numbers of a figure as CSV and as JSON: full precision, with what recreates them. */
import type { MatrixTable } from "../views/matrix-table.js";
import type { Take } from "../views/take.js";

export interface Origin {
  /** The keys of the state that the figure depends on. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly link: string;
}

const quoted = (text: string) =>
  /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

const rowsOf = ({ matrix: { rows, cols, data } }: MatrixTable) =>
  Array.from({ length: rows }, (_, row) => Array.from(data.subarray(row * cols, (row + 1) * cols)));

/** A table a block, blocks apart by an empty line; what is no number of the table stands after "#". */
export function csvFile(take: Take, { parameters, link }: Origin): string {
  const oneLine = (text: string) => text.replace(/[\r\n]+/g, " ");
  const head = [
    `# ${oneLine(take.title)}`,
    `# ${oneLine(JSON.stringify(parameters))}`,
    `# ${oneLine(link)}`,
  ];
  const blocks = take.tables.map((table) => {
    const columns = [table.corner, ...table.colLabels].map(quoted).join(",");
    const rows = rowsOf(table).map((row, i) =>
      [quoted(table.rowLabels[i] ?? ""), ...row.map(String)].join(","),
    );
    return ["", `# ${oneLine(table.name)}`, columns, ...rows];
  });
  return `${[...head, ...blocks.flat()].join("\r\n")}\r\n`;
}

/** JSON has no word for infinite numbers: they are written as text. */
const number = (value: number) => (Number.isFinite(value) ? value : String(value));

export function jsonFile(take: Take, { parameters, link }: Origin): string {
  const tables = take.tables.map((table) => ({
    name: table.name,
    rows: table.rowLabels,
    columns: table.colLabels,
    data: rowsOf(table).map((row) => row.map(number)),
  }));
  const { title, alt } = take;
  return `${JSON.stringify({ title, description: alt, parameters, link, tables }, null, 1)}\n`;
}
