/** The frame of a figure: its title, its picture, its table, and the buttons that take it away. */
import { html, type TemplateResult } from "lit";
import type { MatrixTable } from "../draw/table.js";
import { foldedTable, tableSummary } from "../ui/matrix-table.js";
import { typeset } from "../ui/rich.js";
import { exportButton } from "./controls.js";
import type { Page } from "./page.js";

export interface FramedFigure {
  /** The id by which links and the Download menu know the figure. */
  readonly id: string;
  /** The side or the matrix that it shows: its class, which has the colour of its title. */
  readonly kind?: string | undefined;
  readonly title: string;
  /** What the buttons call it; its title, where it is left out. */
  readonly called?: string;
  /** What stands beside the title, smaller. */
  readonly beside: unknown;
  /** The picture with what belongs to it. */
  readonly picture: unknown;
  /** Its numbers; null where they stand elsewhere. */
  readonly table: MatrixTable | null;
  /** What the summary of the table calls it; its own name, where it is left out. */
  readonly tableCalled?: string | undefined;
  /** The table that it shows now; null while its rows are still to come. */
  fill(table: MatrixTable): MatrixTable | null;
}

export function framedFigure(page: Page, figure: FramedFigure): TemplateResult {
  const { id, kind = "", title, called = title, beside, picture, table, tableCalled } = figure;
  const filled = table && figure.fill(table);
  const folded = foldedTable(
    tableSummary(page.text, tableCalled),
    filled ?? table,
    page.surroundings.printing,
    filled !== null,
  );
  return html`<figure part="figure" class=${kind}>
    <figcaption part="title"><h3>${typeset(title)}</h3>${beside}</figcaption>
    <div class="shown">${picture}</div>
    <div class="below">${folded} ${exportButton(page, id, called)}</div>
  </figure>`;
}
