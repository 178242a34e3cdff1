/** Keys of the rules. */

import { keys as gradientKeys } from "./gradient.js";
import { decimal, headCount, oneOf, whole } from "./key.js";

export const keys = {
  /** The rule that is shown large. */
  rule: oneOf("qk-norm", [
    "none",
    "head",
    "model",
    "d",
    "initialisation",
    "qk-norm",
    "soft-cap",
    "log-n",
    "off-by-one",
  ]),
  /** h, the number of heads: d_k = d/h. */
  ruleheads: headCount(1),
  /** W^Q and W^K are multiplied by it. */
  wsize: decimal(1, 1, 30),
  /** g of QK-norm, in units of √d_k. */
  gain: decimal(1, 0.01, 30),
  /** c of the soft-cap. */
  cap: decimal(50, 0.1, 1000),
  /** The number of keys at which the factor a·ln n is 1: a = 1/ln of it. */
  neutral: decimal(16, 2, 32_768),
  /** n of the draws. */
  rulekeys: whole(64, 3, 32_768),
  ruledraws: whole(32, 8, 1000),
  drawseed: gradientKeys.drawseed,
  /** What the draws' horizontal axis is, and what their vertical one. */
  against: oneOf("size", ["size", "keys", "dim"]),
  reached: oneOf("largest", ["largest", "entropy", "slope"]),
};

export const part = {
  chapter: "divisors",
  keys,
  folds: ["choices-large", "choices-draws", "choices-sources"],
} as const;
