/** Keys of the Jacobian's part: the row of logits, and the upstream gradient. */
import { numbers } from "./key.js";
import { LOGIT, keys as logitKeys } from "./saturation.js";

export const keys = {
  ...logitKeys,
  /** The upstream gradient g; entries that are not given count as 0. */
  upstream: numbers([1, -1, 1, -1], LOGIT, 1),
};

export const part = {
  chapter: "why",
  keys,
  folds: ["jacobian-norms", "jacobian-upstream"],
} as const;
