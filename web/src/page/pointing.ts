/** The cell that is pointed at or locked. */
import type { Highlight } from "../draw/heatmap.js";
import type { Cell } from "../state/state.js";
import type { FigureName, PageElement } from "./page.js";

/** Whether the cells of a figure are pairs of words; those of X and Z have coordinates for columns. */
export const isPair = (name: FigureName): boolean =>
  name === "scores" || name === "unscaled" || name === "scaled";

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

  private get pointed(): Cell | null {
    return this.within(this.under);
  }

  private get locked(): Cell | null {
    return this.within(this.host.state.cell);
  }

  /** A link can name any cell, and the sentence can change under a resting pointer: null where the matrix has no such cell. */
  private within(cell: Cell | null): Cell | null {
    const { queryWords = [], keyWords = [] } = this.host.result ?? {};
    return cell !== null && cell.row < queryWords.length && cell.col < keyWords.length
      ? cell
      : null;
  }

  get kind(): Highlight["kind"] {
    return this.pointed !== null ? "pointed" : this.locked !== null ? "locked" : "finding";
  }

  /** The cell whose arithmetic is shown; the finding's is the largest weight of the row that changes most. */
  get cell(): Cell {
    const { result } = this.host;
    if (result === null) return { row: 0, col: 0 };
    const row = result.change.largest;
    return this.pointed ?? this.locked ?? { row, col: result.unscaled.peakIndex[row] ?? 0 };
  }
}
