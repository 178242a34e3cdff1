export const en = {
  heading: "Two sentences",
  text: [
    `The queries may come from one sentence, the keys and values from another: cross-attention. A decoder reads its source this way: each word of its output attends to all words of the source.`,
  ],
  further: {
    text: [
      `Rows are the words of the first sentence, columns those of the second. Each row still sums to 1, and the output has one row for each word of the first sentence, mixed from the values of the second. With $n$ words in the first sentence and $m$ in the second, scores and weights are $n × m$, and the output has $n$ rows.`,
      `For “I am good” and the second sentence at the start the queries are the worked example’s $X$, keys and values $Y$ = [:1.71, 1.06, 1.49; 0.81, 2.01, 1.47; 1.42, 2.38, 0.11:]. For other words the vectors of both sentences are drawn from the seed, $queryMatrix$, $keyMatrix$ and $valueMatrix$ too; the same word has the same vector in both.`,
    ],
  },
  question: {
    ask: `The words of one sentence attend to those of another. What sums to 1?`,
    answers: ["each row", "each column", "both"],
    why: `A row is a word that asks: it shares out one unit of attention. A word that is asked may get much from all, or nothing.`,
  },
  try: `type a translation into the second field. With random vectors a word is no nearer to it than to others: a model has to learn that.`,
  example: `Both sentences here have vectors of their own; those of other words are drawn from the seed.`,
  drawn: `The vectors of both sentences are drawn from the seed.`,
  scores: "Scores, and the arithmetic of a cell",
  outputs: "The output mixes the second sentence",
  names: {
    scores: "Cross-attention scores",
    weights: "cross-attention weights",
    output: "cross-attention output",
  },
} as const;
