/** The bell depends on d and the exponent alone, which are keys of the sentence. */

export const keys = {};
export const part = {
  chapter: "why",
  keys,
  folds: [],
  without: ["sentence", "seed", "projections"],
} as const;
