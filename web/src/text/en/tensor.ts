import { code, math, rich, type Said, scaled, strong, unscaled } from "../rich.js";

type Measured = Said<"all" | "rows" | "cols" | "expected">;

export const en = {
  counted: { tensor: "batch" },
  heading: "The tensor of frameworks",
  text: [
    rich`Frameworks keep queries, keys and values of all sentences and all heads in one tensor with four axes: ${code("[batch, heads, n, d_k]")}. One product over its last two axes gives the scores of every head of every sentence.`,
    rich`A tensor has one ${math("n")}, and sentences have different lengths. So the shorter ones are padded, and a mask sets the scores of padded keys to −∞ before softmax: their weights are exactly 0.`,
  ],
  question: {
    ask: rich`Entries of queries and keys have the standard deviation 2, and ${math("dk")} is 8. What is the variance of a score?`,
    answers: ["8 · 2 = 16", "8 · 2² = 32", "8 · 2⁴ = 128"],
    why: rich`The variance of a product is the product of both variances, 4 · 4, and a score sums 8 products.`,
  },
  try: rich`give the batch a sentence as long as the first: the hatching disappears. Then set the dimension to 512: each score sums 64 products, and the variance is near 64, ${unscaled("before the division")}.`,
  controls: {
    heads: "Second axis, h",
    second: "The other sentence of the batch",
  },
  axes: {
    batch: (count: number) => `batch: ${count}`,
    heads: (count: number) => `heads: ${count}`,
    first: (shown: number) => `, the first ${shown}`,
  },
  sentence: (at: number, words: number, padding: number) =>
    `Sentence ${at}: words ${words}, padding ${padding}`,
  corner: "row",
  row: (at: number, word: string) => `sentence ${at}: ${word}`,
  padding: "padding",
  queries: {
    fold: "One tensor holds the queries of both sentences and all heads",
    title: "The queries as one tensor",
    note: "Hatched: rows that only fill the shorter sentence up, here with zeros.",
    table: "Queries of the first head",
  },
  weights: {
    title: "The weights as one tensor",
    note: "Hatched: masked. Columns of padding get weight 0 from every word. A row of padding has no key left; softmax of nothing but −∞ would be 0/0, which some frameworks return as “not a number”. Here such a row gives zeros.",
    table: "Weights of the first head",
  },
  equal: "Both sentences have the same number of words, so nothing is padded and nothing masked.",
  variance: {
    title: "Variance of QKᵀ",
    beside: "before the division",
    x: "variance",
    lines: ["all scores", "by row", "by column"],
    note: (queries: string, keys: string) =>
      `Small dots: one head each. Large dots: the whole tensor. Padding is left out. σ² is the variance of one entry of Q or K, measured here: ${queries} and ${keys}; σ⁴ is their product.`,
    whole: "whole tensor",
    head: (at: number) => `head ${at}`,
    expected: "expected",
  },
  finding: (dk: number, { all, rows, cols, expected }: Measured) =>
    rich`Over the whole tensor the variance of the scores is ${unscaled(all)}, by row ${unscaled(rows)} and by column ${unscaled(cols)}. ${math("dSigma4")} is ${strong(expected)} here. Dividing the scores by ${scaled(`√${dk}`)} divides all of these by ${scaled(String(dk))}.`,
  single: (all: string, expected: string) =>
    rich`Over the whole tensor the variance of the scores is ${unscaled(all)}; ${math("dSigma4")} is ${strong(expected)} here. A row of one score has no variance.`,
  copied: rich`A derivation that is often copied writes ${math("dSigma2")} and divides after softmax. Each product of two entries has the variance ${math("sigma2")} · ${math("sigma2")}, so it is ${math("dSigma4")}; with σ = 1 the two are equal. And a division after softmax would make rows sum to less than 1, and leave the ratios of their weights as they were.`,
  alt: (heads: number, rows: number, cols: number) =>
    `Two sentences one below the other, ${heads} heads side by side, each of ${rows} rows and ${cols} columns; padding is hatched.`,
};
