/** The cell that is pointed at or locked. */
import type { Highlight } from "../draw/heatmap.js";
import type { Cell } from "../state/state.js";
import type { PageElement } from "./page.js";

export class Pointing {
  private under: Cell | null = null;

  constructor(private readonly host: PageElement) {}

  point(cell: Cell | null): void {
    if (cell?.row === this.under?.row && cell?.col === this.under?.col) return;
    this.under = cell;
    this.host.requestUpdate();
  }

  lock(cell: Cell | null): void {
    this.under = null;
    this.host.set({ cell });
  }

  /** The finding's cell is the largest weight of the row that changes most. */
  get highlight(): Highlight {
    const { attention, state } = this.host;
    if (attention.result === null) return { row: 0, col: 0, kind: "finding" };
    const { queryWords, keyWords, change, unscaled } = attention.result;
    // A link can name any cell, and the sentence can change under a resting pointer.
    const within = (cell: Cell | null): cell is Cell =>
      cell !== null && cell.row < queryWords.length && cell.col < keyWords.length;
    if (within(this.under)) return { ...this.under, kind: "pointed" };
    if (within(state.cell)) return { ...state.cell, kind: "locked" };
    const row = change.largest;
    return { row, col: unscaled.peakIndex[row] ?? 0, kind: "finding" };
  }
}
