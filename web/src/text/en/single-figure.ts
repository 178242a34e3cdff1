export const en = {
  previous: "Previous",
  next: "Next",
  end: "End",
  show: "Guess first, then show",
  place: `{chapter}, {place} of {count}`,
  whole: "On the whole page",
  unknown: `There is no figure “{name}”. These are: {all}.`,
  view: `There is no view “{name}”. These are: {all}.`,
  state: `The attribute state="{text}" cannot be read. It takes what follows the # in a link of the page, such as dim=16&seed=3.`,
  versions: `This page loads attention-scale in two versions, {first} and {other}; this is {first}. Remove one of the two scripts.`,
  /** Names of parameters below a picture: in English those of the keys. */
  parameters: {
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
  },
} as const;
