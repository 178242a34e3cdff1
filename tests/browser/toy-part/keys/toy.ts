/** Keys of the toy part. */
import { whole } from "./key.js";

export const keys = {
  /** How many odd numbers are added. */
  terms: whole(6, 1, 20),
};

export const part = { chapter: "why", keys, folds: [] } as const;
