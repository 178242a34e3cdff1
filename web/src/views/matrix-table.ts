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

/** The same, folded away under a line that says what it holds. Built anew only for a new matrix, not in every frame. */
export function foldedTable(
  summary: string,
  table: MatrixTable | null,
): TemplateResult | typeof nothing {
  if (table === null) return nothing;
  return html`<details class="numbers">
    <summary>${summary}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${table.name}>
      ${guard([table.matrix, table.name], () => matrixTable(table))}
    </div>
  </details>`;
}
