/** The cell that is pointed at or locked. */
import type { SentenceAttention } from "../attention/sentence-attention.js";
import type { Highlight } from "../draw/heatmap.js";
import { Pointed } from "../draw/pointed.js";
import type { Cell } from "../state/state.js";
import type { PageElement } from "./page.js";

type Host = Pick<PageElement, "state" | "set" | "requestUpdate"> & {
  readonly attention: { readonly result: SentenceAttention | null };
};

export class Pointing extends Pointed<Cell> {
  /** @param key of the locked cell */
  constructor(
    private readonly host: Host,
    private readonly key: "cell" | "pair" = "cell",
  ) {
    super(() => host.requestUpdate());
  }

  protected override isSame(one: Cell, other: Cell): boolean {
    return one.row === other.row && one.col === other.col;
  }

  /** Locks a cell; null unlocks. */
  override hold(cell: Cell | null): void {
    this.point(null);
    this.host.set({ [this.key]: cell });
  }

  moved(): void {
    this.host.requestUpdate();
  }

  /** The finding's cell is the largest weight of the row that changes most. */
  get highlight(): Highlight {
    const { attention, state } = this.host;
    if (attention.result === null) return { row: 0, col: 0, kind: "finding" };
    const { queryWords, keyWords, change, unscaled } = attention.result;
    // A link can name any cell, and the sentence can change under a resting pointer.
    const within = (cell: Cell | null): cell is Cell =>
      cell !== null && cell.row < queryWords.length && cell.col < keyWords.length;
    if (within(this.at)) return { ...this.at, kind: "pointed" };
    const locked = state[this.key];
    if (within(locked)) return { ...locked, kind: "locked" };
    const row = change.largest;
    return { row, col: unscaled.peakIndex[row] ?? 0, kind: "finding" };
  }
}
