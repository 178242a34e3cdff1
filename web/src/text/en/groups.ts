export const en = {
  heading: "Four query heads, one key head",
  text: [
    `Each layer has 8 query heads but only 2 key heads: query heads 1 to 4 read the keys of one, 5 to 8 those of the other (grouped queries, Ainslie et al. 2023). That saves memory while an answer is written. The divisor knows nothing of it: $q·k$ sums over the 64 coordinates of a key, so it is $√64$ = 8, not the root of 512/2 = 256.`,
  ],
  further: {
    title: "Why $√256$ in Gemma 2 2B, if 2304/8 is 288",
    text: [
      `What counts is the number of coordinates that $q·k$ sums over. Most models choose it as the width divided by the query heads, as this one: 512/8 = 64. Gemma 2 2B does not: width 2304 and 8 heads would give 288, but its heads have 256 coordinates, and it divides by $√256$ = 16. The number of key heads, 4 there, enters neither.`,
      `Correlated are the scores of two heads over all pairs of a query with a key up to it. The mean of each query is taken away first, since softmax does not see what all its scores have in common.`,
      `Sharing keys alone makes nothing alike: with independent queries the correlation is 0 on average, with the same keys and with others.`,
    ],
  },
  question: {
    ask: `How much more alike are the scores of two heads with the same keys than those of two heads with different keys? By how much is the correlation higher, averaged over all layers?`,
    answers: ["by less than 0.2", "by 0.2 to 0.6", "by more than 0.6"],
    why: `It is {within} with the same keys and {between} with different ones. Trained heads are alike anyway: they look for the same tokens, the first one above all.`,
  },
  try: `go from layer to layer: in layer 6 the groups differ most, in layer 1 hardly at all.`,
  fold: "The heads of a layer, by their keys",
  title: `The heads of layer {layer}`,
  group: `keys {keys}: query heads {from} to {to}`,
  alt: "The attention matrices of the eight heads of a layer, a row for each group that reads the same keys.",
  note: "A click chooses a head. The table holds the correlation of the scores of each two heads.",
  column: `with head {head}`,
  finding: `In layer {layer} the scores of two heads with the same keys have a correlation of **{within}**, of two with different keys {between}; over all layers {withinAll} and {betweenAll}.`,
  layers: {
    title: "Layer by layer: the same keys, and different ones",
    correlation: "mean correlation of two heads",
    within: "same keys",
    between: "different keys",
  },
} as const;
