/** Keys of the encoder and the decoder. */

import { keys as crossKeys } from "./cross.js";
import { oneOf, whole, wordNumber } from "./key.js";
import { keys as manyKeys } from "./many.js";

/** What is drawn as a box: of the encoder, then of the decoder. */
export const BOXES = [
  "embedding",
  "attention",
  "norm1",
  "feed",
  "norm2",
  "memory",
  "target",
  "masked",
  "norm3",
  "cross",
  "norm4",
  "feed2",
  "norm5",
  "output",
] as const;

export type BoxName = (typeof BOXES)[number];

export const keys = {
  /** N, of the encoder and of the decoder. */
  layers: whole(6, 1, 12),
  /** The layer whose matrices are shown, from 1. */
  layer: whole(1, 1, 12),
  heads: manyKeys.heads,
  head: manyKeys.head,
  norm: oneOf("post", ["post", "pre"]),
  activation: oneOf("relu", ["relu", "gelu"]),
  /** Whether the decoder's words attend to later ones. */
  causal: oneOf("on", ["on", "off"]),
  /** How the parameters are drawn. */
  init: oneOf("xavier", ["xavier", "packed", "normal"]),
  /** The box whose matrices are unfolded; "none": all are closed. */
  box: oneOf("none", [...BOXES, "none"]),
  second: crossKeys.second,
  secondcuts: crossKeys.secondcuts,
  query: manyKeys.query,
  /** The word of the second sentence that is followed, from 1. */
  secondword: wordNumber(4, 64),
};

export const part = {
  chapter: "transformer",
  keys,
  folds: ["flow-settings", "flow-embedding", "flow-mask", "flow-further"],
} as const;
