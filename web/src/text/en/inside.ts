export const en = {
  heading: "Inside: all 64 heads",
  text: [
    `The model has 8 layers of 8 heads, each with queries and keys of 64 coordinates. Here is the attention of all of them on prompt and answer: [-without the division-] most rows are dominated by one cell; [+with it+] most heads share their attention among several tokens.`,
  ],
  tokens: `A token is a piece of text, often shorter than a word; ␣ is a space and ↵ the end of a line. The first fifteen or so belong to the template around each question. A token sees itself and those before it.`,
  further: {
    title: "Without the division, later layers read what they have never seen",
    text: [
      `The layers after the first read what those before have written, so without the division they read something that they have never seen in training. Both sides read the same prompt; after it each reads its own answer.`,
    ],
  },
  folds: { sinks: "The first token, and scores that have grown" },
  question: {
    ask: `With independent entries of variance 1 $q·k$ has the standard deviation $√64$ = 8; this model starts with entries of variance 1/3, so with 2.7. What is it after training, on average?`,
    answers: ["less than 4", "about 8", "more than 16"],
    why: `Mostly because the entries have grown: independent ones of their size would have about 16. The rest because queries and keys fit each other.`,
  },
  try: `choose a head of layer 4, then one of layer 1, and look at the first column.`,
  recorded: "recorded here, weights in steps of 1/30",
  live: "of the last answer",
  word: "Attention of",
  named: `layer {layer}, head {head}`,
  part: `The first token and {more} more of {all}.`,
  thumbs: {
    title: "All 64 heads at once",
    axes: "layers ↓ heads →",
    alt: "The attention matrices of 64 heads without the division and with it; the chosen one is framed.",
    note: "A row of small matrices for each layer. A click chooses a head, which the folds below show large.",
    table: "Rows that look most at the first token, head by head",
    share: "share of rows",
  },
  linesTitle: `From token to token: {head}`,
  matrix: { fold: "The same head as a matrix", weights: `weights of {head}` },
  numbers: {
    title: "Each head by its numbers",
    entropy: "mean entropy of its rows (nats)",
    largest: "mean largest weight of its rows",
    note: "A dot for each head, from the first to the eighth within its layer. A click holds a head.",
    columns: [
      "entropy",
      "largest weight",
      "Σ $y(1 − y)$",
      "deviation of the scores",
      "rows on the first token",
    ],
  },
  own: "Open these heads in Your own attention →",
  finding: {
    told: `Mean of all 64 heads: the entropy of a row is [-{without.entropy} nats-] without the division and [+{withIt.entropy} nats+] with it, its largest weight [-{without.largest}-] and [+{withIt.largest}+]. The standard deviation of undivided $q·k$ is {deviation}.`,
    own: `In {head}, the entropy is [-{without.entropy}-] without the division and [+{withIt.entropy}+] with it; [-{without.sink}\u00A0%-] and [+{withIt.sink}\u00A0%+] of its rows look most at the first token.`,
    sink: `**Attention sinks.** In [-{without}\u00A0%-] of all rows, with the division in [+{withIt}\u00A0%+], the largest weight is on the first token, [={first}=], which says nothing: a head that finds nothing to its purpose seems to look there. In the matrices it is the first column.`,
    scores: `**The scores after training.** Undivided, $q·k$ of a head has a standard deviation of {deviation} on average, not $√64$ = 8. That its variance is $d$ holds for independent entries of variance 1. This model starts with entries of variance 1/3, and scores of 2.7; in training mostly the entries have grown (independent ones of their size would have about 16), and queries and keys have come to fit each other.`,
  },
  lens: {
    fold: "What it would say after each layer",
    text: `After each layer the model is asked what comes after the token, as if it ended there: the last norm and the last matrix are applied to that layer’s output (“logit lens”, nostalgebraist 2020). The last row is what the model does say.`,
    title: `After “{token}”, layer by layer`,
    probability: "probability",
    missing:
      "Recorded only from the last token of the prompt on. Choose a later token, or load the model and ask it.",
  },
} as const;
