/**
 * The tables of the page's own figures, and whether all that the page shows answers the last
 * request.
 */
import { finishPainting } from "../draw/scene-figure.js";
import type { MatrixTable } from "../draw/table.js";
import { Controller } from "./controller.js";
import type { FigureName } from "./page.js";
import { TableTurns } from "./table-turns.js";

export class Tables extends Controller {
  private readonly turns = new TableTurns();
  private ready = false;
  /** Whether what others show answers the last request too. */
  laterComplete = () => true;

  /** The table that a figure shows now; while the state changes, the one before. */
  of(name: FigureName, table: MatrixTable): MatrixTable | null {
    const { attention, surroundings } = this.host;
    return this.turns.of(name, table, {
      whole: surroundings.printing,
      busy: attention.settling,
      render: () => this.host.requestUpdate(),
    });
  }

  /** True where figures and tables answer the last request. */
  get complete(): boolean {
    const { attention, motion, seen } = this.host;
    return (
      seen && !motion.movement && attention.complete && this.turns.answered && this.laterComplete()
    );
  }

  hostUpdated(): void {
    const { host, complete } = this;
    // "Ready" promises the newest answer in every figure. Afterwards figures follow the pointer in
    // turns.
    if (complete && !this.ready) finishPainting();
    this.ready = complete;
    // A framework that has rendered the page of others on its server complains about attributes
    // that are not its own.
    const carrier = host.ownPage ? host : host.renderRoot.firstElementChild;
    if (complete) carrier?.setAttribute("data-ready", "true");
    else carrier?.removeAttribute("data-ready");
  }
}
