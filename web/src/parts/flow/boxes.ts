/** The boxes: which of them have what, and which matrices of a side belong to them. */
import type { Matrix } from "../../engine/api.js";
import { mean } from "../../mean.js";
import type { Attention, AttentionBox, Between, Embedding, FlowSide, LayerBoxes } from "./flow.js";
import { BOXES, type Box } from "./keys.js";

export const isAttention = (box: Box): box is AttentionBox =>
  box === "attention" || box === "masked" || box === "cross";

/** Whether a box is there in every layer. */
export const inLayer = (box: Box): box is keyof LayerBoxes =>
  !["embedding", "target", "memory", "output"].includes(box);

/** Whether the rows of a box are the words of the first sentence. */
export const isEncoder = (box: Box): boolean => BOXES.indexOf(box) <= BOXES.indexOf("memory");

/** The embedding whose words are the rows of a box. */
export const rowsOf = ({ embedding, target }: FlowSide, box: Box): Embedding =>
  isEncoder(box) ? embedding : target;

/** The embedding whose words are the keys of an attention. */
export const keysOf = ({ embedding, target }: FlowSide, box: Box): Embedding =>
  box === "masked" ? target : embedding;

export const withinLayer = ({ layers }: FlowSide, box: keyof LayerBoxes, layer: number): Between =>
  (layers[layer] as LayerBoxes)[box];

export const attentionIn = (side: FlowSide, box: Box, layer: number): Attention =>
  withinLayer(side, box as AttentionBox, layer) as Attention;

/** The first columns of what comes out of a box; of a feed-forward network what is inside it. */
export function stripIn(side: FlowSide, box: Box, layer: number): Matrix {
  if (box === "embedding" || box === "target") return side[box].sum;
  if (box === "memory" || box === "output") return side[box];
  const { before, output } = withinLayer(side, box, layer);
  return box === "feed" || box === "feed2" ? before : output;
}

/** The mean entropy of the rows of all heads, in nats. */
export const entropyOf = ({ heads }: Attention): number =>
  mean(heads.flatMap(({ entropy }) => Array.from(entropy)));

/** The mean largest weight of the rows of all heads. */
export const meanPeak = ({ heads }: Attention): number =>
  mean(heads.flatMap(({ peak }) => Array.from(peak)));
