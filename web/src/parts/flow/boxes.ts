/**
 * What of the boxes is shown: of which models, which box is open and how it is called, and the
 * words that are followed through all.
 */
import { oneFor } from "../../belonging.js";
import type { Hue } from "../../draw/figure-export.js";
import type { Highlight } from "../../draw/heatmap.js";
import type { Palette } from "../../draw/palette.js";
import { Pointed } from "../../draw/pointed.js";
import type { FigureEvents } from "../../draw/scene-figure.js";
import { BOXES, type BoxName } from "../../keys/flow.js";
import type { Inputs } from "../../page/inputs.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { Cell } from "../../state/state.js";
import type { en } from "../../text/en/flow.js";
import { percent } from "../../text/numbers.js";
import { say } from "../../text/rich.js";
import type { FlowModel, FlowSide } from "./flow.js";
import {
  attentionIn,
  inLayer,
  isAttention,
  isEncoder,
  keyEmbedding,
  rowEmbedding,
} from "./flow.js";
import { toggleBox } from "./unfolding.js";

/** The words of this part; a few of them are others where another part shows its boxes. */
type Texts<T> = T extends string ? string : { readonly [Name in keyof T]: Texts<T[Name]> };
type Own = "query" | "secondword" | "embedding" | "mask";
export type FlowText = Omit<typeof en, Own> & Texts<Pick<typeof en, Own>>;

/** A side that has a half of every box, or all of it where it is the only one. */
export interface BoxHalf {
  /** The names of its figures end with it. */
  readonly id: string;
  readonly side: FlowSide;
  readonly color: (palette: Palette) => string;
  /** The text beside the titles of its figures. */
  readonly beside: string;
  /** What the names of its tables end with. */
  readonly short: string;
  /** The name of a table or a column of the half. */
  readonly named: (what: string) => string;
}

/** The open box; layer and head from 0. */
export interface Open {
  readonly text: FlowText;
  readonly model: FlowModel;
  /** One or two. */
  readonly halves: readonly BoxHalf[];
  readonly box: BoxName;
  /** Whether its matrices are shown: where all boxes are closed, only as figures alone. */
  readonly unfolded: boolean;
  readonly layer: number;
  readonly head: number;
  readonly follow: Follow;
  readonly inputs: Inputs;
  readonly legend: readonly Hue[];
}

/** One embedding of each that the halves have: that of the first half where all have the same. */
export const distinct = (
  halves: readonly BoxHalf[],
  box: "embedding" | "target",
): readonly BoxHalf[] =>
  halves.filter(({ side }, i) => halves.findIndex((other) => other.side[box] === side[box]) === i);

/** Layer and head of the state, as far as the model has them, from 0. */
export const layerAndHead = ({ state }: PartView, { layers, heads }: FlowModel) => ({
  layer: Math.min(state.layer, layers) - 1,
  head: Math.min(state.head, heads) - 1,
});

/**
 * The box to open: that of the state, or for a figure alone one that has it. Where all are closed,
 * the first attention: a finding and the files are about it.
 */
export function boxOf({ state }: PartView): BoxName {
  const [, name = ""] = state.figure.split("-");
  const box = state.box === "none" ? "attention" : state.box;
  if (name === "weights") return isAttention(box) ? box : "attention";
  const embeds = box === "embedding" || box === "target";
  if (["vectors", "positions", "sum"].includes(name)) return embeds ? box : "embedding";
  return (name === "before" || name === "output") && !inLayer(box) ? "attention" : box;
}

/** The names of all boxes. */
export function boxNames(
  { boxes }: FlowText,
  { norm, causal }: FlowModel,
): Record<BoxName, string> {
  const { post, pre, unmasked, ...names } = boxes;
  const normed = norm === "post" ? post : pre;
  const norms = { norm1: normed, norm2: normed, norm3: normed, norm4: normed, norm5: normed };
  return { ...names, ...norms, masked: causal === "on" ? names.masked : unmasked };
}

export const boxNameOf = ({ text, model, box }: Open): string => boxNames(text, model)[box];

/** The open box with its layer and the open head. */
export const openBoxPath = (open: Open): string =>
  say(open.text.where, { box: boxNameOf(open), layer: open.layer + 1, head: open.head + 1 });

/**
 * What the followed word attends to most in the open attention, of each half; of another box
 * nothing.
 */
export function mostOf({ halves, box, layer, head, follow }: Open) {
  if (!isAttention(box)) return [];
  return halves.map(({ id, beside: name, side }) => {
    const { words } = rowEmbedding(side, box);
    const row = follow.rowOf(box, words.length);
    const { peak, peakIndex } = attentionIn(side, box, layer).heads[head] ?? {};
    const key = keyEmbedding(side, box).words[peakIndex?.[row] ?? 0] ?? "";
    return { id, name, query: words[row] ?? "", share: percent(peak?.[row] ?? 0), key };
  });
}

// ---- the words that are followed through all boxes: those that are pointed at, otherwise those of
// the state ----

/** The key of the word that is followed in a box. */
const keyOf = (box: BoxName) => (isEncoder(box) ? "query" : "secondword");

interface FollowedRow extends FigureEvents<Cell> {
  readonly highlight: Highlight;
}

interface Follow {
  /** The followed one of `count` words that are the rows of a box, from 0. */
  rowOf(box: BoxName, count: number): number;
  /**
   * The events of the diagram: words, layers and heads are areas "query:1", "secondword:1",
   * "layer:1", "attention:1"; a box has its name.
   */
  readonly diagram: FigureEvents<string>;
  /**
   * The followed row of a matrix whose rows are words, and its events.
   * @param col the highlighted column
   */
  rows(box: BoxName, count: number, col: (row: number) => number): FollowedRow;
}

/** The area that is pointed at in the diagram, or the word in the matrices of the open box. */
const pointedOf = oneFor(
  (view: PartView) =>
    new Pointed(view.changed, (id) => {
      const [areaName = "", number] = id.split(":");
      const box = BOXES.find((one) => one === areaName);
      const chosen = number === undefined ? undefined : Number(number);
      if (box !== undefined) toggleBox(view, box, chosen);
      else view.page.set({ [areaName]: chosen });
    }),
);

export function followIn(view: PartView): Follow {
  const pointed = pointedOf(view);
  const rowOf = (box: BoxName, count: number): number => {
    const key = keyOf(box);
    const [areaName, number] = pointed.at?.split(":") ?? [];
    return Math.min(areaName === key ? Number(number) : view.state[key], count) - 1;
  };
  const isWord = (id: string | null) => /^(query|secondword):/.test(id ?? "");
  const diagram: FigureEvents<string> = {
    point: (id) => pointed.point(isWord(id) ? id : null),
    hold: (id) => pointed.hold(id),
  };
  const rows = (box: BoxName, count: number, col: (row: number) => number): FollowedRow => {
    const row = rowOf(box, count);
    return {
      highlight: { row, col: col(row), kind: "finding" },
      ...pointed.by((cell: Cell) => `${keyOf(box)}:${cell.row + 1}`),
    };
  };
  return { rowOf, diagram, rows };
}
