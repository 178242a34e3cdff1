/** Keys of the needle among many keys. */

import { keys as criticalKeys } from "./critical.js";
import { decimal } from "./key.js";

const { rowdraws, drawseed } = criticalKeys;
export const keys = {
  /** The cosine of the needle and the query. */
  cosine: decimal(0.5, 0.01, 1),
  /** σ, the standard deviation of the scores under the reader's own rule. */
  sharpness: decimal(2, 0.01, 32),
  rowdraws,
  drawseed,
};

export const part = {
  chapter: "divisors",
  keys,
  folds: ["haystack-settings", "haystack-cost", "haystack-further"],
  without: ["sentence", "seed", "vectors", "projections"],
} as const;
