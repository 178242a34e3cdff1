/** The bell depends on d and the exponent alone, which are keys of the sentence. */

export const keys = {};
export const part = {
  chapter: "why",
  keys,
  /** The second one is that of the text after it, parts/why.ts. */
  folds: ["bell-further", "bell-why"],
  without: ["sentence", "seed", "projections"],
} as const;
