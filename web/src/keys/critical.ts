/** Keys of the map of Σy². */

import { keys as choicesKeys } from "./choices.js";
import { whole } from "./key.js";

const { rulekeys, drawseed } = choicesKeys;
export const keys = {
  rulekeys,
  /** Draws of a row of weights, in this part and the next. */
  rowdraws: whole(400, 10, 4000),
  drawseed,
};

export const part = {
  chapter: "divisors",
  keys,
  folds: ["critical-settings", "critical-means", "critical-further"],
  without: ["sentence", "seed", "vectors", "projections"],
} as const;
