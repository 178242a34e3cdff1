export const en = {
  counted: { depth: "encoders", moved: "layers" },
  heading: "The division in depth",
  text: [
    `The initialisation decides how large undivided scores are. Rows of variance 1, which a normalisation gives, and parameters of variance $σ²$ make scores of standard deviation $σ²d√dₖ$, where $d$ is the width of the model. Xavier’s rule, a variance of 2/(rows + columns), gives $√dₖ$, the size that the division is made for.`,
  ],
  further: {
    title: "GPT-2 and PyTorch draw smaller scores",
    text: [
      `With $N$(0, .02²), as in GPT-2, the standard deviation of the scores is .2 at 64 coordinates in one head: there the rows are flat already, and the division makes them flatter. At 768 coordinates in heads of 64 it is 2.5 (1.9 in BERT, which cuts its draws off at $2σ$).`,
      `PyTorch’s **nn.Transformer** keeps $queryMatrix$, $keyMatrix$ and $valueMatrix$ as one packed matrix of three times the rows, for which Xavier’s rule gives half the variance: the standard deviation of the scores is then half of $√dₖ$.`,
      `An initialisation can even hold the division itself, as a factor of $queryMatrix$:`,
    ],
  },
  question: {
    ask: `Nothing is trained, and the sum is normalised as in the paper. What becomes of the weights from the first layer to the last?`,
    answers: ["they become sharper", "they become more even", "they stay"],
    why: `Each layer mixes the words, which makes them more alike, and so their scores: with and without the division.`,
  },
  try: `choose $N$(0, .02²) and compare 64 coordinates in one head with 768 in 12. Then choose Xavier for 768 in 12: in the first layer the largest weight of a row is .89 [-without the division-] and .42 [+with it+].`,
  settings: "Normalisation, activation and draws",
  layers: "Entropy and gradient, layer by layer",
  encoders: "Encoders",
  axis: "layer",
  spread: {
    title: "Standard deviation of the logits",
    y: "standard deviation",
    expected: `expected $σ²d√dₖ$ = {value}`,
  },
  entropy: { title: "Entropy of the rows", y: "nats", most: `at most ln $n$ = {value}` },
  peak: { title: "Largest weight of the rows", y: "weight" },
  gradient: {
    title: "Gradient that reaches the queries’ matrix",
    y: "size (norm) of the gradient",
  },
  note: "Lines: medians over the encoders. Bands: from the 10 % to the 90 % quantile. Logits: what softmax reads, the scores divided or not.",
  finding: `In layer {all.layer} of {all.encoders} encoders the standard deviation of the undivided scores is [-{without.spread}-], beside $σ²d√dₖ$ = {all.expected}, and the largest weight of a row is [-{without.peak}-]. Divided by {all.divisor}, they are [+{withIt.spread}+] and [+{withIt.peak}+].`,
  first:
    "The first layer reads word vectors with positions, whose variance is 1.5: its scores are larger. ",
  evener:
    "From the first layer to the last the weights become more even, with and without the division. ",
  reaching: `In the first layer the gradient that reaches $queryMatrix$ is [-without the division-] **{ratio}** times as large as [+with it+]: {why}.`,
  why: {
    larger: "the division divides it as well",
    smaller: "where one weight is near 1, softmax lets little through",
  },
  /** Follows a gradient that is larger without the division. */
  noContradiction: ` This does not contradict chapter 1, where few queries still learn at large $d$: the norm adds up all queries, and nearly all of it comes from the few whose rows softmax has not closed. [-Without the division-] these lack the factor $1/√dₖ$. With nine random keys and $dₖ$ = 256 the norm is then 6 times as large, while the median query gets less than a fifth.`,
  moved: {
    fold: "Initialisation can replace the division",
    text: `A factor of the scores can be part of $queryMatrix$ as well: multiply $queryMatrix$ and its bias by $1/√dₖ$ when they are drawn, and the scores need no division. In training the two stay the same only if $queryMatrix$ also learns at a smaller rate.`,
    button: "Compare both encoders",
    exact: `One encoder divides its scores by {divisor}, the other has that factor in $queryMatrix$ and $queryBias$. The largest difference between entries of their outputs is **0**: they are equal bit by bit, since multiplying by a power of two rounds nothing. The largest entry is {largest}.`,
    rounded: `One encoder divides its scores by {divisor}, the other has that factor in $queryMatrix$ and $queryBias$. The largest difference between entries of their outputs is **{difference}**, which is rounding: the largest entry is {largest}.`,
  },
} as const;
