export const en = {
  counted: { heads: "sentence" },
  heading: "Many heads at once",
  text: [
    `The $dModel$ coordinates of queries, keys and values are shared out among $h$ heads, and each computes its weights from its own $dk$ = $dModel$/$h$. So the width of a head stands under the root, not that of the model.`,
  ],
  further: {
    text: [
      `One head gives each word one mixture of values; several heads give it several. All heads together cost what one wide head costs, and their results, side by side, go through one more matrix, $WO$.`,
    ],
  },
  question: {
    ask: `One head of 64 coordinates, or 8 heads of 8: which has the sharper rows without the division?`,
    answers: ["the one", "the eight", "both alike"],
    why: `A score of the wide head sums 64 products, one of a small head 8: it spreads $√8$ times as far. So the width of a head stands under the root.`,
  },
  try: `set the dimension to 512: 8 heads of 64, as in the paper. [-Without the division-] nearly every row has one large weight; [+with it+] several words share it.`,
  head: "head",
  query: "Attention of",
  thumbs: {
    title: { one: "One head", more: `{heads} heads of one sentence` },
    beside: `{dim} coordinates = {heads} heads × {size}`,
    alt: `{heads} attention matrices without the division and {heads} with it; the row of {query} is outlined.`,
    note: `Below each head: its number, and the word that “{query}” attends to most in it. A click holds a head.`,
    table: "What the chosen word attends to, head by head",
    columns: ["entropy", "largest weight"],
  },
  lines: {
    fold: "One head, drawn from word to word",
    title: `Head {head}, from word to word`,
    weights: `weights of head {head}`,
  },
  finding: `In head {head}, [={query}=] gives [-{without.share}\u00A0%-] of its attention to [={without.word}=]. Divide the scores by {divisor}, and the most it gives is [+{withIt.share}\u00A0%+], to [={withIt.word}=].`,
  concat: {
    fold: "The last matrix mixes all heads",
    title: "Concat, times the output matrix",
    alt: `The outputs of {heads} heads side by side, times a square matrix, give the output; the chosen head and word are marked.`,
    output: "output",
    tables: { concatenated: "Outputs of the heads, side by side", output: "Multi-head output" },
    entry: `The row of [={query}=] holds the outputs of all heads for it. Each coordinate of the final output is a weighted sum of all of them, so $WO$ mixes the heads. The first coordinate:`,
  },
  honest: `Drawn heads have learnt no grammar: which word “it” attends to is chance, and Resample changes it. How many words share a row’s attention is not chance: the wider a head, the more the division changes it. Heads in which “it” attends to its noun come from training.`,
} as const;
