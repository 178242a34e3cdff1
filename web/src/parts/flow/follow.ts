/** The words that are followed through all boxes: those that are pointed at, otherwise those of the state. */
import type { Highlight } from "../../draw/heatmap.js";
import type { FigureEvents } from "../../draw/scene-figure.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { Cell } from "../../state/state.js";
import { isEncoder } from "./boxes.js";
import { BOXES, type Box } from "./keys.js";

/** The key of the word that is followed in a box. */
export const keyOf = (box: Box) => (isEncoder(box) ? "query" : "secondword");
export type Follow = ReturnType<typeof followIn>;

/** @param name by which what is pointed at is kept */
export function followIn(view: PartView, name: string) {
  const pointed = view.pointed(name, (id) => {
    const [what = "", number] = id.split(":");
    const box = BOXES.find((one) => one === what);
    const chosen = number && { [box ? "head" : what]: Number(number) };
    view.page.set({ ...(box && { box }), ...chosen });
  });
  /** The followed one of `count` words that are the rows of a box, from 0. */
  const of = (box: Box, count: number): number => {
    const key = keyOf(box);
    const [what, number] = pointed.at?.split(":") ?? [];
    return Math.min(what === key ? Number(number) : view.state[key], count) - 1;
  };
  const isWord = (id: string | null) => /^(query|secondword):/.test(id ?? "");
  /** Of the diagram: words, layers and heads are areas "query:1", "secondword:1", "layer:1", "attention:1"; a box has its name. */
  const diagram: FigureEvents<string> = {
    point: (id) => pointed.point(isWord(id) ? id : null),
    hold: pointed.hold,
  };
  /** Of a matrix whose rows are words. @param col the column in the light, of the followed row */
  const rows = (
    box: Box,
    count: number,
    col: (row: number) => number,
  ): FigureEvents<Cell> & { readonly highlight: Highlight } => {
    const row = of(box, count);
    const idOf = (cell: Cell | null) => cell && `${keyOf(box)}:${cell.row + 1}`;
    return {
      highlight: { row, col: col(row), kind: "finding" },
      point: (cell) => pointed.point(idOf(cell)),
      hold: (cell) => pointed.hold(idOf(cell)),
    };
  };
  return { of, diagram, rows };
}
