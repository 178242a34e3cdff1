/** Large tables are filled one a rendering: thousands of cells take as long as a frame. */
import type { MatrixTable } from "../draw/table.js";

/** The number of cells from which on a table waits for its turn. */
const LARGE_TABLE = 1000;

/** Milliseconds in which a browser paints an update. */
export const FRAME = 16;

/** What decides when a figure's table is filled. */
export interface Filling {
  /** Whether it is filled at once, for paper. */
  readonly whole: boolean;
  /** Whether its numbers still change: until they are there, the table before stays. */
  readonly busy: boolean;
  /** Has the figure rendered, when it is its table's turn. */
  render(): void;
}

interface Waiting {
  readonly table: MatrixTable;
  readonly render: () => void;
}

export class TableTurns {
  /** The tables on the page, and the large ones that wait, by their figures. */
  private readonly filled = new Map<string, MatrixTable>();
  private readonly waiting = new Map<string, Waiting>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * The table that a figure shows now: until it is the turn of its newest one, the one before; null
   * where there is none.
   */
  of(figure: string, table: MatrixTable, { whole, busy, render }: Filling): MatrixTable | null {
    const before = this.filled.get(figure) ?? null;
    const stays = busy && before !== null;
    const large = table.matrix.data.length >= LARGE_TABLE;
    if (!stays && large && !whole && before?.matrix !== table.matrix) {
      this.waiting.set(figure, { table, render });
      this.timer ??= setTimeout(this.next, FRAME);
      return before;
    }
    this.waiting.delete(figure);
    if (stays) return before;
    this.filled.set(figure, table);
    return table;
  }

  private readonly next = (): void => {
    this.timer = undefined;
    const [first] = this.waiting;
    if (first === undefined) return;
    const [figure, { table, render }] = first;
    this.waiting.delete(figure);
    this.filled.set(figure, table);
    if (this.waiting.size > 0) this.timer = setTimeout(this.next, FRAME);
    render();
  };

  /** Whether all figures show their newest table. */
  get answered(): boolean {
    return this.waiting.size === 0;
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
