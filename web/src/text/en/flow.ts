import { math, rich, type Said, scaled, unscaled, word } from "../rich.js";

type Most = Said<"query" | "share" | "key">;

export const en = {
  counted: { flow: "layers" },
  heading: "Encoder and decoder",
  text: [
    rich`The encoder reads one sentence, the decoder another. Each layer lets the words attend to each other and then passes each word by itself through a small network; the result of each of these steps is added to its input, and the sum is normalised (or, as a choice above, its input is). The decoder attends to the output of the encoder’s last layer, ${math("R")}.`,
    rich`Here both run twice, with the same parameters: ${unscaled("left without the division")}, ${scaled("right with it")}, in every attention of every layer. Choose a box and its matrices open below the diagram; point at a word and its row is marked in all of them.`,
  ],
  question: {
    ask: rich`The decoder has a causal mask. How much of its attention does its first word give to itself?`,
    answers: ["all, divided or not", "less with the division", "that depends on the draw"],
    why: rich`It sees no other word, and softmax of one score is 1, whatever that score is.`,
  },
  try: rich`open the cross-attention, then set the dimension to 512: 64 coordinates a head, as in the paper. In the strip of layers the bars are the mean entropy of the rows: ${unscaled("without the division")} they are low in the first layer, and rise where the words have become alike.`,
  layer: "Open layer",
  query: "Word of the encoder",
  secondword: "Word of the decoder",
  causal: "Mask of the decoder",
  causals: { on: "causal", off: "none" },
  boxes: {
    ...{ embedding: "Embedding + positions", target: "Embedding + positions" },
    ...{ attention: "Self-attention", cross: "Cross-attention on R" },
    ...{ masked: "Causal self-attention", unmasked: "Self-attention, no mask" },
    ...{ feed: "Feed-forward", feed2: "Feed-forward" },
    ...{ memory: "R, the encoder’s output", output: "Output" },
    ...{ post: "Add & norm", pre: "Norm" },
  },
  button: (tower: "encoder" | "decoder", name: string, before: string | null) =>
    `${tower === "encoder" ? "Encoder" : "Decoder"}: ${name}${before === null ? "" : ` (${before})`}`,
  /** Which of several boxes of a name it is. */
  which: {
    ...{ norm1: "attention", norm2: "feed-forward" },
    ...{ norm3: "self-attention", norm4: "cross-attention", norm5: "feed-forward" },
  },
  openLabel: "The open box",
  diagram: {
    title: "Every box opens",
    alt: (layers: number, heads: number, names: string) =>
      `Encoder and decoder, layers: ${layers}, heads: ${heads}, as a diagram of boxes with small matrices, in each from left to right: ${names}.`,
    names: {
      ...{ entropy: "entropy", weight: "attention weight", coordinate: "coordinate" },
      layer: (layer: number, layers: number) => `Layer ${layer} of ${layers}`,
    },
    note: (shown: number, most: string) =>
      `Strips: the first ${shown} coordinates, in a feed-forward network those of its inner layer. Squares: the heads’ weights, a row for each query. Bars: mean entropy of a layer’s rows, at most ${most}.`,
    pooled: "With more than 32 words a square stands for several weights and shows the largest.",
    table: "Entropy and largest weight, layer by layer",
    corner: "layer",
    columns: ["entropy", "largest weight"],
    rows: { attention: "encoder", masked: "decoder", cross: "cross-attention" },
  },
  opened: (name: string, layer: number) => `${name}, layer ${layer}`,
  headTitle: (head: number) => `Head ${head}`,
  weights: (where: string) => `weights: ${where}`,
  embedding: {
    fold: "A word enters as the sum of its vector and its position",
    vectors: "Word vectors",
    positions: "Positions",
    sum: "Their sum",
  },
  matrices: {
    ...{ asks: "Query input", adds: "Output to add" },
    inside: (activation: string) => `Inside, after ${activation}`,
    post: { before: "The sum", output: "The sum, normalised" },
    pre: { before: "Input", output: "Normalised" },
  },
  mask: {
    fold: "The causal mask: a word attends to itself and to those before it",
    title: "Causal mask",
    beside: "dark: takes part",
    note: "A word may attend to itself and to those before it. The scores of the others become −∞, so that their weights are 0.",
  },
  finding: (where: string, without: Most, withIt: Most, divisor: string) =>
    rich`${where}: ${word(without.query)} gives ${unscaled(`${without.share}\u00A0%`)} of its attention to ${word(without.key)}. Divide the scores by ${divisor}, and the most it gives is ${scaled(`${withIt.share}\u00A0%`)}, to ${word(withIt.key)}.`,
  where: (box: string, layer: number, head: number) => `${box}, layer ${layer}, head ${head}`,
  honest: rich`Nothing here is trained. The parameters are drawn from the seed (Xavier’s rule: with a variance of 2/(rows + columns)), so which word attends to which is chance, and Resample changes it; a decoder that has learnt nothing translates nothing. How many words share a row’s attention is not chance: the wider a head and the larger its scores, the more the division changes it, before any training begins.`,
};
