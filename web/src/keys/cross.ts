/** Keys of the two sentences. */
import { cell, cuts, text } from "./key.js";

export const keys = {
  /** The second sentence: its words have the keys and values. */
  second: text("我 很 好"),
  /** Where a dictionary has divided it, as `cuts` of the sentence. */
  secondcuts: cuts(),
  /** The cell of the weights between the sentences that the reader has locked. */
  pair: cell(63),
};

export const part = {
  chapter: "heads",
  keys,
  folds: ["cross-scores", "cross-output"],
} as const;
