export const en = {
  heading: "Two sentences",
  text: [
    `The queries may come from one sentence and the keys and values from another: cross-attention. A decoder reads its source this way: each word of its output attends to every word of the source.`,
    `Rows are the words of the first sentence, columns those of the second. Each row still sums to 1, and the output has one row for each word of the first sentence, mixed from the values of the second.`,
  ],
  question: {
    ask: `The words of one sentence attend to those of another. What sums to 1?`,
    answers: ["each row", "each column", "both"],
    why: `A row is a word that asks: it shares out one unit of attention. A word that is asked may get much from all, or nothing.`,
  },
  try: `type a translation of the sentence into the second field. With random vectors a word is no nearer to its translation than to others: the pattern is chance, and a model has to learn it.`,
  example: `“I am good” attends to the three words of the second sentence: queries are the worked example’s $X$, keys and values $Y$ = [:1.71, 1.06, 1.49; 0.81, 2.01, 1.47; 1.42, 2.38, 0.11:]. Type other words, here or above, and their vectors are drawn from the seed.`,
  drawn: `The vectors of both sentences are drawn from the seed, $queryMatrix$, $keyMatrix$ and $valueMatrix$ too. The same word has the same vector in both sentences.`,
  outputs: "The output: values of the second sentence, mixed for each word of the first",
  shapes:
    "With $n$ words in the first sentence and $m$ in the second, scores and weights are $n × m$, and the output has $n$ rows.",
  names: {
    scores: "Cross-attention scores",
    weights: "cross-attention weights",
    output: "cross-attention output",
  },
} as const;
