/**
 * Keys of the race: what is trained, by which lanes, and how. d, the seed and the exponent are
 * those of the page.
 */

import { keys as choicesKeys } from "./choices.js";
import { keys as flowKeys } from "./flow.js";
import { decimal, oneOf, someOf, text, whole } from "./key.js";

/**
 * "one": divided by d_k; "smaller": not divided, with W^Q and W^K started smaller and trained at a
 * smaller rate instead; "norm": QK-norm; "cap": divided, with a soft-cap; "clip": not divided, with
 * QK-clip.
 */
export const LANE_NAMES = ["unscaled", "scaled", "one", "smaller", "norm", "cap", "clip"] as const;
export type LaneName = (typeof LANE_NAMES)[number];

/** The lanes that do more to their scores than to multiply them. */
export const RULE_LANES: readonly LaneName[] = ["norm", "cap", "clip"];

export const OPTIMISERS = ["sgd", "momentum", "adam", "adamw"] as const;

export const keys = {
  task: oneOf("dates", ["dates", "recall"]),
  lanes: someOf(LANE_NAMES, ["unscaled", "scaled"]),
  optimiser: oneOf("adam", OPTIMISERS),
  rate: decimal(0.001, 1e-6, 1e4),
  /** Examples a step. */
  batch: whole(64, 1, 512),
  /** Tokens of a sequence in recall, n. */
  tokens: whole(16, 2, 64),
  /** Layers of the encoder and of the decoder that learn dates. */
  blocks: whole(1, 1, 2),
  /** The heads of these layers. */
  blockheads: whole(1, 1, 16),
  init: flowKeys.init,
  /** The parameters of the lanes "norm" and "cap". */
  gain: choicesKeys.gain,
  cap: choicesKeys.cap,
  /** τ of the lane "clip". */
  clip: decimal(30, 0.001, 1e6),
  /**
   * The open box in the models' diagrams, its layer and head, and the characters that are followed.
   */
  box: flowKeys.box,
  layer: flowKeys.layer,
  head: flowKeys.head,
  query: flowKeys.query,
  secondword: flowKeys.secondword,
  /** The date that the lanes are asked. */
  date: text("20 Nov 2026"),
};

export const part = {
  chapter: "race",
  keys,
  folds: [
    "training-settings",
    "training-measured",
    "training-attention",
    "training-teachers",
    "training-boxes",
    "training-keys",
  ],
} as const;
