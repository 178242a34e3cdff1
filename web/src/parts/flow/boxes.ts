/** Which of the result's matrices belong to a box. */
import type { Matrix } from "../../engine/api.js";
import type { Attention, Between, FlowResult, LayerBoxes } from "./flow.js";
import type { Box } from "./keys.js";

export const SIDES = ["unscaled", "scaled"] as const;
export type Side = (typeof SIDES)[number];

export const isAttention = (box: Box): box is "attention" | "masked" | "cross" =>
  box === "attention" || box === "masked" || box === "cross";

/** Whether the rows of a box are the words of the first sentence. */
export const isEncoder = (box: Box): boolean =>
  ["embedding", "attention", "norm1", "feed", "norm2", "memory"].includes(box);

/** A box within a layer; all but the embeddings and the outputs. */
export function withinLayer(
  result: FlowResult,
  side: Side,
  box: keyof LayerBoxes,
  layer: number,
): Attention | Between {
  const of = result[side];
  const boxes = { ...of.encoder[layer], ...of.decoder[layer] } as LayerBoxes;
  return boxes[box];
}

export const attentionIn = (result: FlowResult, side: Side, box: Box, layer: number): Attention =>
  withinLayer(result, side, box as "attention", layer) as Attention;

/** The first columns of what comes out of a box; of a feed-forward network what is inside it. */
export function stripIn(result: FlowResult, side: Side, box: Box, layer: number): Matrix {
  if (box === "embedding" || box === "target") return result[box].sum;
  if (box === "memory" || box === "output") return result[side][box];
  const { before, output } = withinLayer(result, side, box, layer);
  return box === "feed" || box === "feed2" ? before : output;
}

const meanOf = (lists: readonly ArrayLike<number>[]): number => {
  const all = lists.flatMap((list) => Array.from(list));
  return all.reduce((sum, value) => sum + value, 0) / all.length;
};

/** The mean entropy of the rows of all heads, in nats. */
export const entropyOf = ({ heads }: Attention): number =>
  meanOf(heads.map(({ entropy }) => entropy));

/** The mean largest weight of the rows of all heads. */
export const meanPeak = ({ heads }: Attention): number => meanOf(heads.map(({ peak }) => peak));
