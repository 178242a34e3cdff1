/** A matrix as a table: for screen readers, for copying, and with all digits in data-value. */
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { columnsOf } from "../attention/sentence-attention.js";
import { type MatrixTable, rowsOf } from "../draw/table.js";
import type { Matrix } from "../engine/api.js";
import type { Text } from "../text/en/page.js";
import { significant } from "../text/numbers.js";
import { say } from "../text/rich.js";
import { unmarked } from "../text/typeset.js";
import { typeset } from "./rich.js";

/**
 * Numbers in a reduced precision may be infinite, and the difference of two infinite numbers is
 * NaN.
 */
const writtenNumber = (value: number) => (Number.isNaN(value) ? "∞ − ∞" : significant(value));

/**
 * Markup, because a template for each of thousands of cells takes longer than a frame. Numbers need
 * no escapes.
 */
function entry(value: number): string {
  const text = writtenNumber(value);
  return `<td data-value="${Number.isFinite(value) ? value : text}">${text}</td>`;
}

export function matrixTable(table: MatrixTable): TemplateResult {
  const { name, matrix, rowLabels, colLabels, kind, corner } = table;
  const entries = rowsOf(matrix).map((row) => row.map(entry).join(""));
  return html`<table aria-label=${unmarked(name)}>
    <caption>${typeset(name)}</caption>
    <thead>
      <tr>
        <th><span class="visually-hidden">${unmarked(corner)}</span></th>
        ${colLabels.map((label) =>
          kind === "list"
            ? html`<th scope="col" aria-label=${unmarked(label)}><bdi>${typeset(label)}</bdi></th>`
            : html`<th scope="col" aria-label=${label}><bdi>${label}</bdi></th>`,
        )}
      </tr>
    </thead>
    <tbody>${rowLabels.map(
      (label, row) =>
        html`<tr><th scope="row"><bdi>${
          kind === "list" ? unmarked(label) : label
        }</bdi></th>${unsafeHTML(entries[row])}</tr>`,
    )}</tbody>
  </table>`;
}

/**
 * The number of columns of numbers that fit on a sheet of paper, the number that fit on half a
 * sheet, and the number above which the font is smaller.
 */
const FIT = 12;
const HALF = 5;
const WIDE = 8;
/**
 * On paper a table of more rows than LONG is set in BESIDE[columns − 1] parts beside each other.
 */
const LONG = 40;
const BESIDE = [5, 3, 2, 2, 2];
const beside = ({ rows, cols }: Matrix): number | undefined =>
  rows > LONG ? BESIDE[cols - 1] : undefined;

/** A table cut into parts that fit on paper. */
function tableParts(table: MatrixTable): MatrixTable[] {
  const { matrix, colLabels } = table;
  const count = Math.ceil(matrix.cols / FIT);
  const end = (index: number) => Math.ceil((index * matrix.cols) / count);
  return Array.from({ length: count }, (_, index) => {
    const from = end(index);
    const to = end(index + 1);
    const part = columnsOf(matrix, from, to - from);
    return { ...table, matrix: part, colLabels: colLabels.slice(from, to) };
  });
}

/** Writes the summary of a folded table: what it holds, by the table's name or another one. */
export const tableSummary =
  ({ matrices }: Text, called?: string) =>
  ({ matrix, name }: MatrixTable): TemplateResult => {
    const { rows, cols } = matrix;
    const full = say(matrices.table, { name: called ?? name, rows, cols });
    // A phone shows the second below the figures of parts, whose titles are near.
    return html`<span class="full">${typeset(full)}</span><span class="brief">${say(
      matrices.tableSize,
      { rows, cols },
    )}</span>`;
  };

/**
 * The table in a <details> element. Its rows are rendered again only for another matrix or name.
 * @param paper whether it is printed: then a wide table is cut into parts
 * @param filled whether its rows are there; its summary has its place before
 */
export function foldedTable(
  summary: (table: MatrixTable) => TemplateResult,
  table: MatrixTable | null,
  paper = false,
  filled = true,
): TemplateResult | typeof nothing {
  if (table === null) return nothing;
  const { matrix, name } = table;
  const cut = paper && matrix.cols > FIT;
  const tables = () => {
    if (!filled) return nothing;
    return cut ? tableParts(table).map(matrixTable) : matrixTable(table);
  };
  return html`<details part="table" class="numbers">
    <summary>${summary(table)}</summary>
    <div
      class="scroll"
      tabindex="0"
      role="region"
      aria-label=${unmarked(name)}
      data-broad=${matrix.cols > HALF || beside(matrix) !== undefined}
      data-wide=${matrix.cols > WIDE}
      data-beside=${beside(matrix) ?? nothing}
      .style=${`--beside: ${beside(matrix) ?? ""}`}
    >
      ${guard([matrix, name, cut, filled], tables)}
    </div>
  </details>`;
}
