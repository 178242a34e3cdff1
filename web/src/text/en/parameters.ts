/** The names of the first chapter's parameters below a picture: in English those of the keys. */
export const en = {
  comma: ", ",
  keys: {
    sentence: "sentence",
    cuts: "cuts",
    dim: "dim",
    seed: "seed",
    vectors: "vectors",
    projections: "projections",
    exponent: "exponent",
    division: "division",
    row: "row",
  },
  /** The values that are chosen from a few. */
  values: {
    random: "random",
    example: "example",
    identity: "identity",
    without: "without",
    with: "with",
  },
} as const;
