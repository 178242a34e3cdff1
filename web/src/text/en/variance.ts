export const en = {
  /** The unit that each study counts. */
  counted: { scores: "queries", spread: "experiments", aligned: "pairs" },
  heading: "The scores spread as $√d$",
  text: [
    `A score sums $d$ products, and variances add up: with entries of variance $sigma2$ the standard deviation of scores is $σ²√d$.`,
  ],
  further: {
    text: [
      `For independent entries with mean 0 and variance $sigma2$ the whole derivation takes three lines. Their distribution does not matter for the spread of the scores, only their variance.`,
      `Textbook explanations often get two things wrong. The variance is $dSigma4$, not $dSigma2$: the variance of a product is the product of both variances. And it is the variance of the scores, before softmax: weights lie between 0 and 1 and sum to 1, divided or not.`,
    ],
  },
  question: {
    ask: `How far do undivided scores spread as $d$ goes from 1 to 1024?`,
    answers: [],
    why: `The variances of $d$ products add up, so the deviation grows as $√d$: four times the $d$, twice the deviation.`,
  },
  try: `set $d$ to 25, then to 100: four times the $d$, twice the spread.`,
  folds: {
    error: "$σ²√d$, derived and measured",
    numbers: "All scores, and NumPy’s numbers",
    rows: "The variance within a row counts",
    aligned: "Aligned vectors: $q·k$ grows as $d$",
  },
  finding: `Standard deviation at $d$ = {dim}: [-{before}-], and [+{after}+] divided by $√d$.`,
  controls: {
    samples: "Samples",
    sampledim: "$d$ of the samples",
    sampleseed: "Seed of the samples",
    sigma: "$σ$ of the entries",
    law: "Distribution of the entries",
    preset: "Entries of $q$ and $k$",
    presets: { unit: "of variance 1", bert: "as BERT is initialised" },
    laws: { normal: "normal", uniform: "uniform", sign: "$±σ$" },
  },
  numbers: {
    title: "What the experiment prints",
    corner: "quantity",
    value: "value",
    rows: ["query’s entries", "key’s entries", "scaled scores"],
    default:
      "The six numbers NumPy prints for seed 0, to twelve digits; standard deviations with ddof 1.",
    exact:
      "The moments of all scores are exact although no score is computed: Σ $q·k = (Σq)·(Σk)$, and $Σ(q·k)²$ = ⟨$QᵀQ$, $KKᵀ$⟩, with a key in each column of $K$.",
    streamed: `Streamed so far in single precision: {count} scaled scores, mean {mean}, standard deviation {std}.`,
    share:
      "The scores share queries and keys, so they are not independent: at 10,000 samples and $d$ = 100 their standard deviation changes by about 10⁻³ from seed to seed, not by the 7·10⁻⁵ of independent numbers.",
  },
  histogram: {
    text: `Choose $±σ$: each entry is then $σ$ or $−σ$, and the same bell curve appears. Then set $σ$ to 2: the scores spread four times as far, because $σ$ enters as $sigma2$.`,
    title: `All {count} scores on one axis`,
    x: "score",
    y: "density",
    columns: ["from", "to", "scaled: from", "scaled: to", "count"],
    sentence: `short strokes: the scores of your sentence, undivided, at $d$ = {dim}`,
    small: "So few products make no bell curve yet, but their variance is already right.",
  },
  bert: "BERT’s parameters start with $σ$ = .02, cut off at $2σ$, which leaves .0176, and 768 inputs of variance 1 (after layer norm) give entries of variance 768 · .0176² = .238, so $σ$ = .488; a head has $d$ = 64. The division assumes variance 1: here the standard deviation of the scores is 1.9 without it, not $√64$ = 8, and .24 with it.",
  aligned: {
    title: "Size of $q·k$ against $d$",
    text: `$√d$ is the standard deviation of scores of **independent** vectors, as before training. Training turns queries towards the keys they should find. Where they have the cosine $c$ on average, $q·k$ is about $c·d$, and still about $c·√d$ after the division: the spread of the other scores is brought to 1, and the match stands out.`,
    independent: "independent",
    divided: `{name}, divided`,
    note: `points: {draws} pairs of normal vectors; of independent ones the standard deviation, of the others the mean; lines: $√d$ and $c·d$; the upper ones undivided, the lower ones divided by $√d$`,
  },
  entries: {
    title: `The first {count} entries of the query`,
    x: "entry",
    note: `normal curve of the measured mean {mean} and standard deviation {std} of all entries`,
  },
  spread: {
    title: "Standard deviation of $q·k$ against $d$",
    ratioTitle: "Divided by $σ²√d$ the measured deviation is about 1 at every $d$",
    ratio: "the same, divided by $σ²√d$",
    y: "standard deviation",
    note: `points: mean of {repeats} experiments of {samples} queries and {samples} keys; bars: how much such experiments differ (one standard deviation)`,
  },
  rows: {
    title: "Which variance counts for softmax?",
    text: `A matrix has no single variance: one can take it over all entries, within each row, or within each column. **Softmax works on one row at a time**, so the variance within the row is the one that counts. Here are those of your sentence’s $QKᵀ$.`,
    x: "variance of the scores (ddof 0)",
    label: "Variance of the sentence’s scores over all entries, within rows and within columns",
    all: "over all entries",
    row: "by row",
    column: "by column",
    columns: ["variance", "after the division"],
    corner: "entries",
    single: "With one word a row holds one score, and its variance is 0.",
  },
} as const;
