/** Keys of the sampling experiment. */
import type { EntryLaw } from "../engine/api.js";
import { decimal, oneOf, whole } from "./key.js";

export const keys = {
  samples: whole(10000, 2, 20000),
  sampledim: whole(100, 1, 1024),
  sampleseed: whole(0, 0, 2 ** 32 - 1),
  /** Standard deviation of the entries of queries and keys. */
  sigma: decimal(1, 0.1, 10),
  law: oneOf("normal", ["normal", "uniform", "sign"] satisfies EntryLaw[]),
};

export const part = {
  chapter: "why",
  keys,
  folds: ["variance-error", "variance-numbers", "variance-rows", "variance-aligned"],
} as const;
