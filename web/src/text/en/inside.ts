import { rich, type Said, scaled, strong, unscaled, word } from "../rich.js";

/** Means of a lane over all heads, and those of the chosen head. */
type Told = Said<"entropy" | "largest" | "sink" | "ownEntropy" | "ownSink">;

export const en = {
  heading: "Inside: all 64 heads",
  text: [
    rich`The model has 8 layers of 8 heads, each with queries and keys of 64 coordinates. Here is the attention of all of them on prompt and answer: ${unscaled("without the division")} nearly every row is one dark cell, in every layer; ${scaled("with it")} most heads share their attention among several tokens.`,
    rich`A token is a piece of text, often shorter than a word; ␣ is a space and ↵ the end of a line. The first fifteen or so belong to the template around each question. A token sees itself and those before it.`,
  ],
  question: {
    ask: rich`At the start of training q·k has the standard deviation √64 = 8. What is it in this trained model, on average?`,
    answers: ["less than 4", "about 8", "more than 16"],
    why: rich`Training has made queries and keys that fit each other. They are no longer independent, and their scores are larger.`,
  },
  try: rich`choose a head of layer 4, then one of layer 1, and look at the first column.`,
  recorded: "recorded here, weights in steps of 1/30",
  live: "of the last answer",
  word: "Attention of",
  named: (layer: string, head: string) => `layer ${layer}, head ${head}`,
  part: (more: number, all: number) => `The first token and ${more} more of ${all}.`,
  thumbs: {
    title: "All 64 heads at once",
    axes: "layers ↓ heads →",
    alt: "The attention matrices of 64 heads without the division and with it; the chosen one is framed.",
    note: "A row of small matrices for each layer. Pointing at one shows it below; a click holds it.",
    table: "Rows that look most at the first token, head by head",
    share: "share of rows",
  },
  linesTitle: (head: string) => `From token to token: ${head}`,
  matrix: {
    fold: "The same head as a matrix",
    weights: (head: string) => `weights of ${head}`,
  },
  numbers: {
    title: "Each head by its numbers",
    entropy: "mean entropy of its rows (nats)",
    largest: "mean largest weight of its rows",
    note: "A dot for each head, from the first to the eighth within its layer. A click holds a head.",
    columns: [
      "entropy",
      "largest weight",
      "Σ y(1 − y)",
      "deviation of the scores",
      "rows on the first token",
    ],
  },
  finding: {
    told: (without: Told, withIt: Told, head: string) =>
      rich`Mean of all 64 heads: the entropy of a row is ${unscaled(`${without.entropy} nats`)} without the division and ${scaled(`${withIt.entropy} nats`)} with it, its largest weight ${unscaled(without.largest)} and ${scaled(withIt.largest)}. In ${head}, the entropy is ${unscaled(without.ownEntropy)} and ${scaled(withIt.ownEntropy)}; ${unscaled(`${without.ownSink}\u00A0%`)} and ${scaled(`${withIt.ownSink}\u00A0%`)} of its rows look most at the first token.`,
    sink: (first: string, without: string, withIt: string) =>
      rich`${strong("Attention sinks.")} In ${unscaled(`${without}\u00A0%`)} of all rows, with the division in ${scaled(`${withIt}\u00A0%`)}, the largest weight is on the first token, ${word(first)}, which says nothing: a head that finds nothing to its purpose seems to look there. In the matrices it is the dark first column.`,
    scores: (deviation: string) =>
      rich`${strong("The scores after training.")} Undivided, q·k of a head has a standard deviation of ${deviation} on average, not √64 = 8. That its variance is d is a statement about the start, when entries are independent: training has made queries and keys that fit each other.`,
  },
  honest: rich`The layers after the first read what those before have written, so without the division they read something that they have never seen in training. Both sides read the same prompt; after it each reads its own answer.`,
  lens: {
    fold: "What the model would say after each layer",
    text: rich`After each layer the model is asked what comes after the token, as if it ended there: the last norm and the last matrix are applied to that layer’s output (“logit lens”, nostalgebraist 2020). The last row is what the model does say.`,
    title: (token: string) => `After “${token}”, layer by layer`,
    probability: "probability",
    missing:
      "Recorded only from the last token of the prompt on. Choose a later token, or load the model and ask it.",
  },
};
