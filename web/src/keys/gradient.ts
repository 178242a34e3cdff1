/** Keys of the experiments with many random draws. */
import type { OutputLoss } from "../engine/api.js";
import { oneOf, sentenceWord, whole } from "./key.js";

/** Number of keys of a draw, number of draws, and their seed: the exponent's part shares them. */
export const drawKeys = {
  keys: whole(3, 2, 512),
  draws: whole(2000, 10, 20000),
  drawseed: whole(0, 0, 2 ** 32 - 1),
};

export const keys = {
  ...drawKeys,
  loss: oneOf("squares", ["squares", "sum", "target"] satisfies OutputLoss[]),
  /** The word whose value is the target, from 1. */
  target: sentenceWord(1),
};

export const part = {
  chapter: "why",
  keys,
  folds: ["gradient-medians", "gradient-draws", "gradient-sentence", "gradient-further"],
} as const;
