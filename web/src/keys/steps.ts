/** Keys of the steps by hand. */
import { oneOf, wordNumber } from "./key.js";

export const keys = {
  /** The word whose row is written out, from 1. */
  row: wordNumber(1, 3),
  division: oneOf("without", ["without", "with"]),
};

export const part = {
  chapter: "heads",
  keys,
  folds: ["steps-worked", "steps-vectors"],
} as const;
