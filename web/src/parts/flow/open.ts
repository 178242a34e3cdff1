/** What of the boxes is shown, and how it is called: of which models, and which box is open. */
import type { Inputs, Palette, PartView } from "../../part-kit/part-view.js";
import type { en } from "../../text/en/flow.js";
import { percent } from "../../text/numbers.js";
import { attentionIn, inLayer, isAttention, keysOf, rowsOf } from "./boxes.js";
import type { FlowSide, Model } from "./flow.js";
import type { Follow } from "./follow.js";
import type { Box } from "./keys.js";

export type FlowText = typeof en;

/** A side that has a half of every box, or all of it where it is the only one. */
export interface Half {
  /** The names of its figures end with it. */
  readonly id: string;
  readonly side: FlowSide;
  /** The colour of the titles of its figures, where it has one of the two. */
  readonly kind?: "unscaled" | "scaled";
  readonly color: (palette: Palette) => string;
  /** What stands beside the titles of its figures. */
  readonly beside: string;
  /** What the names of its tables end with. */
  readonly short: string;
  /** The name of a table or a column of the half. */
  readonly named: (what: string) => string;
}

/** What is open; layer and head from 0. */
export interface Open {
  readonly text: FlowText;
  readonly model: Model;
  /** One or two. */
  readonly halves: readonly Half[];
  readonly box: Box;
  readonly layer: number;
  readonly head: number;
  readonly follow: Follow;
  readonly inputs: Inputs;
}

/** One embedding of each that the halves have: that of the first half where all have the same. */
export const distinct = (halves: readonly Half[], box: "embedding" | "target"): readonly Half[] =>
  halves.filter(({ side }, i) => halves.findIndex((other) => other.side[box] === side[box]) === i);

/** Layer and head of the state, as far as the model has them, from 0. */
export const placeOf = ({ state }: PartView, { layers, heads }: Model) => ({
  layer: Math.min(state.layer, layers) - 1,
  head: Math.min(state.head, heads) - 1,
});

/** The box to open: that of the state, or for a figure alone one that has it. */
export function boxOf({ state: { box, figure: only } }: PartView): Box {
  const [, name = ""] = only.split("-");
  if (name === "weights") return isAttention(box) ? box : "attention";
  const embeds = box === "embedding" || box === "target";
  if (["vectors", "positions", "sum"].includes(name)) return embeds ? box : "embedding";
  return (name === "before" || name === "output") && !inLayer(box) ? "attention" : box;
}

/** The names of all boxes. */
export function boxNames({ boxes }: FlowText, { norm, causal }: Model): Record<Box, string> {
  const { post, pre, unmasked, ...names } = boxes;
  const normed = norm === "post" ? post : pre;
  const norms = { norm1: normed, norm2: normed, norm3: normed, norm4: normed, norm5: normed };
  return { ...names, ...norms, masked: causal === "on" ? names.masked : unmasked };
}

export const nameOf = ({ text, model, box }: Open): string => boxNames(text, model)[box];

/** The open box with its layer and the open head. */
export const whereOf = (open: Open): string =>
  open.text.where(nameOf(open), open.layer + 1, open.head + 1);

/** What the followed word attends to most in the open attention, of each half; of another box nothing. */
export function mostOf({ halves, box, layer, head, follow }: Open) {
  if (!isAttention(box)) return [];
  return halves.map(({ id, beside: name, side }) => {
    const { words } = rowsOf(side, box);
    const row = follow.of(box, words.length);
    const { peak, peakIndex } = attentionIn(side, box, layer).heads[head] ?? {};
    const key = keysOf(side, box).words[peakIndex?.[row] ?? 0] ?? "";
    return { id, name, query: words[row] ?? "", share: percent(peak?.[row] ?? 0), key };
  });
}
