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
  /** The class of its title, which gives the colour: the side or the matrix that it shows. */
  readonly kind?: string | undefined;
  readonly title: string;
  /** Its name on the buttons; default its title. */
  readonly called?: string;
  /** A small text beside the title. */
  readonly beside: unknown;
  /** The picture with its notes and controls. */
  readonly picture: unknown;
  /** Its numbers; null where they stand elsewhere. */
  readonly table: MatrixTable | null;
  /** Its name in the summary of the table; default its own name. */
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
