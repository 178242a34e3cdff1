/** The cell that is pointed at or locked. */
import type { SentenceAttention } from "../attention/sentence-attention.js";
import type { Highlight } from "../draw/heatmap.js";
import type { Cell } from "../state/state.js";
import type { PageElement } from "./page.js";

type Host = Pick<PageElement, "state" | "set" | "requestUpdate"> & {
  readonly attention: { readonly result: SentenceAttention | null };
};

export class Pointing {
  private under: Cell | null = null;

  /** @param key of the locked cell */
  constructor(
    private readonly host: Host,
    private readonly key: "cell" | "pair" = "cell",
  ) {}

  point(cell: Cell | null): void {
    if (cell?.row === this.under?.row && cell?.col === this.under?.col) return;
    this.under = cell;
    this.host.requestUpdate();
  }

  moved(): void {
    this.host.requestUpdate();
  }

  hold(cell: Cell | null): void {
    this.under = null;
    this.host.set({ [this.key]: cell });
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
    const locked = state[this.key];
    if (within(locked)) return { ...locked, kind: "locked" };
    const row = change.largest;
    return { row, col: unscaled.peakIndex[row] ?? 0, kind: "finding" };
  }
}
