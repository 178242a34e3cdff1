/** Large tables are filled one a rendering: thousands of cells take as long as a frame. */

import type { MatrixTable } from "../draw/table.js";
import { LARGE } from "../page/tables.js";
import type { PartContext, Shared } from "./host.js";
import { sharedObject } from "./shared.js";

/** Milliseconds from one table to the next. */
const PAUSE = 20;

export class LargeTables implements Shared {
  /** The tables on the page, and the large ones that wait, by their figures. */
  private readonly filled = new Map<string, MatrixTable>();
  private readonly waiting = new Map<string, { table: MatrixTable; view: PartContext }>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * The table that a figure shows now: until it is the turn of its newest one, or while its numbers
   * still come, the one before.
   */
  of(view: PartContext, figure: string, table: MatrixTable, busy = false): MatrixTable | null {
    const large = table.matrix.data.length >= LARGE;
    const filled = this.filled.get(figure) ?? null;
    if (busy && filled !== null) return filled;
    if (!large || view.whole) this.filled.set(figure, table);
    if (!large || view.whole || filled?.matrix === table.matrix) return table;
    this.waiting.set(figure, { table, view });
    this.timer ??= setTimeout(this.next, PAUSE);
    return filled;
  }

  private readonly next = (): void => {
    this.timer = undefined;
    const [first] = this.waiting;
    if (first === undefined) return;
    const [figure, { table, view }] = first;
    this.waiting.delete(figure);
    this.filled.set(figure, table);
    if (this.waiting.size > 0) this.timer = setTimeout(this.next, PAUSE);
    view.changedAnew();
  };

  get answered(): boolean {
    return this.waiting.size === 0;
  }

  end(): void {
    clearTimeout(this.timer);
  }
}

export const largeTablesOf = sharedObject(() => new LargeTables());
