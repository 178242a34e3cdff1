/** The words that are followed through all boxes: those that are pointed at, otherwise those of the state. */
import type { Highlight } from "../../draw/heatmap.js";
import type { FigureEvents } from "../../draw/scene-figure.js";
import type { PartView, Words } from "../../part-kit/part-view.js";
import type { Cell } from "../../state/state.js";
import { BOXES, type Box } from "./keys.js";

type Key = "query" | "secondword";

export class Follow {
  private readonly pointed: Record<Key, number | null> = { query: null, secondword: null };

  constructor(private readonly view: PartView<Words>) {}

  /** The followed word of a sentence of `count` words, from 0. */
  of(key: Key, count: number): number {
    return Math.min(this.pointed[key] ?? this.view.state[key], count) - 1;
  }

  private point(key: Key | null, number: number | null): void {
    const next = { query: null, secondword: null, ...(key && { [key]: number }) };
    const { query, secondword } = this.pointed;
    if (next.query === query && next.secondword === secondword) return;
    Object.assign(this.pointed, next);
    this.view.changed();
  }

  /** Of the diagram: words, layers and heads are areas "query:1", "secondword:1", "layer:1", "attention:1"; a box has its name. */
  readonly diagram: FigureEvents<string> = {
    point: (id) => {
      const [what, number] = id?.split(":") ?? [];
      this.point(what === "query" || what === "secondword" ? what : null, Number(number));
    },
    hold: (id) => {
      this.point(null, null);
      const [what = "", number] = id?.split(":") ?? [];
      const { page } = this.view;
      if (isBox(what)) page.set({ box: what, ...(number && { head: Number(number) }) });
      else if (id !== null) page.set({ [what]: Number(number) });
    },
  };

  /** Of a matrix whose rows are words. @param col the column in the light, of the followed row */
  rows(
    key: Key,
    count: number,
    col: (row: number) => number,
  ): FigureEvents<Cell> & { highlight: Highlight } {
    const row = this.of(key, count);
    return {
      highlight: { row, col: col(row), kind: "finding" },
      point: (cell) => this.point(cell && key, cell && cell.row + 1),
      hold: (cell) => {
        this.point(null, null);
        if (cell !== null) this.view.page.set({ [key]: cell.row + 1 });
      },
    };
  }
}

const isBox = (text: string): text is Box => BOXES.some((box) => box === text);
