export const en = {
  heading: "Step by step, by hand",
  text: [
    `Three words of three numbers each, and no projections: each word is its own query, key and value. Then attention is three lines of arithmetic.`,
  ],
  further: {
    text: [
      `A score is a dot product of two words. Softmax turns each row of $XXT$ into weights that sum to 1. Each row of the result is the sum of all words’ vectors, each times its weight.`,
    ],
  },
  question: {
    ask: `Undivided, [=am=] has the scores 10, 11 and 6. How much of its attention goes to 11?`,
    answers: [".41, which is 11/27", ".73", ".99"],
    why: `Only differences count, as factors: $e¹$ = 2.7 between 11 and 10, $e⁵$ = 148 between 11 and 6. So the weights are .27, .73 and .005.`,
  },
  try: `tap the row of “am”, then switch the division on. [-Without it-] “am” keeps .73 and gives .27 to “I”; [+with it+] the weights are .62, .35 and .03.`,
  vectors: "Change a vector: all numbers follow",
  controls: { row: "Word written out" },
  title: "From word vectors to the output",
  alt: `$X$ times $X$ transposed gives the scores, softmax the weights, weights times $X$ the output $Z$. The row of {word} is outlined; a click on another row chooses it.`,
  table: "Scores, weights and output of the example",
  columns: {
    score: `score with {word}`,
    weight: `weight of {word}`,
    output: `output, coordinate {at}`,
  },
  worked: {
    fold: "Every number of one row, written out",
    label: `The row of {word}, written out`,
    products: "1. Dot products",
    productsNote: "coordinate times coordinate, summed",
    softmax: "2. Softmax of the row",
    softmaxNote: "exp of each score less the row’s largest, divided by their sum",
    dividedNote: `each score divided by {divisor}, then exp of it less the row’s largest, divided by their sum`,
    sums: "3. Weighted sums",
    sumsNote: "each coordinate of the result: weight times coordinate, summed",
  },
} as const;
