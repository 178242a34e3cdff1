/** Keys of the heads. */
import { headCount, sentenceWord, whole } from "./key.js";
import { keys as stepKeys } from "./steps.js";

export const keys = {
  /** h, the number of heads. */
  heads: headCount(8),
  /** The head that is held, from 1. */
  head: whole(1, 1, 16),
  /** The word whose attention is told and drawn strong, from 1. */
  query: sentenceWord(7),
  division: stepKeys.division,
};

export const part = {
  chapter: "heads",
  keys,
  folds: ["many-lines", "many-concat"],
} as const;
