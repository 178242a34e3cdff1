/** A matrix as a real table: for screen readers, for copying, and for whoever wants all the digits. */
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Matrix } from "../engine/api.js";
import { significant } from "./numbers.js";

export interface MatrixTable {
  readonly name: string;
  readonly matrix: Matrix;
  readonly rowLabels: readonly string[];
  readonly colLabels: readonly string[];
  /** What the row headers are: words. Read out, not shown. */
  readonly corner: string;
}

/** Names of the coordinates x₁, x₂ … of a word vector. */
export function coordinates(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1));
}

/** Of numbers in a reduced precision some are infinite, and of two infinite ones the difference is no number. */
const written = (value: number) => (Number.isNaN(value) ? "∞ − ∞" : significant(value));

const entry = (value: number) =>
  html`<td data-value=${Number.isFinite(value) ? String(value) : written(value)}>${written(value)}</td>`;

export function matrixTable({
  name,
  matrix,
  rowLabels,
  colLabels,
  corner,
}: MatrixTable): TemplateResult {
  const row = (label: string, index: number) => html`<tr>
    <th scope="row"><bdi>${label}</bdi></th>
    ${Array.from(matrix.data.subarray(index * matrix.cols, (index + 1) * matrix.cols), entry)}
  </tr>`;
  return html`<table>
    <caption>${name}</caption>
    <thead>
      <tr>
        <th><span class="visually-hidden">${corner}</span></th>
        ${colLabels.map((label) => html`<th scope="col"><bdi>${label}</bdi></th>`)}
      </tr>
    </thead>
    <tbody>${rowLabels.map(row)}</tbody>
  </table>`;
}

/** On paper: how many columns of numbers fit beside each other, and half a sheet; above how many they are set smaller. */
const FIT = 12;
const HALF = 5;
const WIDE = 8;
/** On paper a table of more rows is set so many times beside itself; first one of a single column of numbers. */
const LONG = 40;
const BESIDE = [5, 3, 2, 2, 2];
const beside = ({ rows, cols }: Matrix): number | undefined =>
  rows > LONG ? BESIDE[cols - 1] : undefined;

/** Some columns of a table, which is cut where it would not fit on paper. */
function part({ matrix, colLabels, ...table }: MatrixTable, from: number, to: number): MatrixTable {
  const { rows, data } = matrix;
  const cols = to - from;
  const cut = Float64Array.from(
    { length: rows * cols },
    (_, i) => data[Math.floor(i / cols) * matrix.cols + from + (i % cols)] ?? Number.NaN,
  );
  return {
    ...table,
    matrix: { rows, cols, data: cut },
    colLabels: colLabels.slice(from, to),
  };
}

function partsOf(table: MatrixTable): MatrixTable[] {
  const { cols } = table.matrix;
  const count = Math.ceil(cols / FIT);
  const end = (index: number) => Math.ceil((index * cols) / count);
  return Array.from({ length: count }, (_, index) => part(table, end(index), end(index + 1)));
}

/**
 * The same, folded away under a line that says what it holds. Built anew only for a new matrix, not in every frame.
 * `paper`: it is printed, where nothing can be scrolled to.
 */
export function foldedTable(
  summary: string,
  table: MatrixTable | null,
  paper = false,
): TemplateResult | typeof nothing {
  if (table === null) return nothing;
  const { matrix, name } = table;
  const cut = paper && matrix.cols > FIT;
  return html`<details class="numbers">
    <summary>${summary}</summary>
    <div
      class="scroll"
      tabindex="0"
      role="region"
      aria-label=${name}
      data-broad=${matrix.cols > HALF || beside(matrix) !== undefined}
      data-wide=${matrix.cols > WIDE}
      data-beside=${beside(matrix) ?? nothing}
    >
      ${guard([matrix, name, cut], () => (cut ? partsOf(table).map(matrixTable) : matrixTable(table)))}
    </div>
  </details>`;
}
