/** Keys of the heads. */
import { whole } from "./key.js";
import { keys as stepKeys } from "./steps.js";

export const keys = {
  /** h, the number of heads. */
  heads: whole(8, 1, 16),
  /** The head that is held, from 1. */
  head: whole(1, 1, 16),
  /** The word whose attention is told and drawn strong, from 1. */
  query: whole(7, 1, 64),
  division: stepKeys.division,
};

export const part = { chapter: "heads", keys, folds: ["many-concat"] } as const;
