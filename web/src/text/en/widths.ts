export const en = {
  counted: { widths: "sentence" },
  heading: "Any width",
  text: [
    `A score sums $dk$ products, whatever $dModel$ is. So [+the root is that of the keys’ width+]. With $dModel$ by mistake the divisor is too large where the keys are narrower, and the weights of a row become more alike.`,
  ],
  further: {
    text: [
      `Word vectors have $dModel$ numbers. $queryMatrix$ and $keyMatrix$ make queries and keys of $dk$ numbers, $valueMatrix$ values of any length. You may choose these widths; only queries and keys must have the same one.`,
      `BERT’s word vectors have 768 numbers, shared out among 12 heads: 768/12 = 64, and that is the 64 under BERT’s root.`,
    ],
  },
  question: {
    ask: `Scores are divided by the root of $dModel$, though keys are narrower. What are a row’s weights then?`,
    answers: ["sharper", "more alike", "the same"],
    why: `Scores spread as the root of $dk$. A larger divisor brings them closer together than 1, and close logits give weights that are alike.`,
  },
  try: `set the keys’ width to 1, then to 64: at the dimension of the word vectors, here 64, both roots are the same.`,
  controls: {
    dk: "Width of queries and keys",
    dv: "Width of values",
    projection: "Matrices of queries, keys and values",
    projections: { drawn: "Drawn", identity: "Identity", pasted: "Pasted" },
  },
  paste: {
    wq: "Matrix of the queries, as CSV",
    wk: "Matrix of the keys, as CSV",
    wv: "Matrix of the values, as CSV",
    empty: "Paste a matrix: one row per line, its numbers separated by commas.",
    entry: `Line {line}, column {column}: “{entry}” is not a number from −1000000 to 1000000.`,
    ragged: `Line {line} has {count} numbers and the first has {first}; all rows need the same number.`,
    large: `This matrix has {rows} rows and {cols} columns; up to 1024 of each are allowed.`,
    shape: `This matrix has {rows} rows and {cols} columns. It needs {model} rows, one for each number of a word vector: set the dimension above to {rows}, or paste another.`,
  },
  unused: `**The pictures show drawn matrices** until the pasted ones fit: as many rows as a word vector has numbers, and those of queries and keys the same number of columns.`,
  shapes: {
    fold: "Gradients, shapes, your own matrices",
    title: "The shapes of all matrices",
    alt: `$X$ is {n} by {model}, the matrices of queries and keys {model} by {dk}, that of the values {model} by {dv}; the scores are {n} by {n} and the output {n} by {dv}.`,
    note: "Sides are drawn on a logarithmic scale. The coloured ones have the keys’ width: a score sums over them.",
    corner: "matrix",
    rows: [
      "word vectors",
      "matrices of queries and keys",
      "matrix of values",
      "queries and keys",
      "values",
      "scores",
      "output",
    ],
    columns: ["rows", "columns"],
  },
  measured: {
    entropy: "Entropy of each word’s weights",
    gradient: "Gradient that reaches each query",
    columns: [
      "not divided",
      "divided by the root of the word vectors’ width",
      "divided by the root of the keys’ width",
    ],
  },
  finding: `With the root of {model} instead of that of {dk} the scores are divided by **{wrong.divisor}** and not by [+{right.divisor}+]: the mean entropy is **{wrong.entropy}**, not [+{right.entropy}+] (at most {most}), and the mean gradient, $‖∂y/∂q‖$, **{wrong.gradient}**, not [+{right.gradient}+].`,
  same: `Here both widths are {dim}, and it makes no difference which of them stands under the root. Change the keys’ width and it does.`,
  output: {
    title: "The output has the values’ width",
    name: "output of the chosen width",
  },
} as const;
