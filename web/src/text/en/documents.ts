import type { Chapter } from "../../state/part.js";
import type { Documents } from "../documents.js";

/** The text alternatives of the preview cards, in the HTML of the chapters, which is English. The first has its own HTML. */
export const CARDS: Readonly<Record<Exclude<Chapter, "page">, string>> = {
  why: "A histogram of scores: without the division they spread over ±√d, with it their standard deviation is 1 for every d.",
  heads:
    "Eight attention heads of one sentence as small matrices, and one of them as lines from word to word.",
  transformer:
    "Encoder and decoder as one diagram of live matrices: left halves without the division, right halves with it.",
  race: "Two training curves of the same model: without the division and with it.",
  divisors:
    "Nine small attention matrices of one sentence, one for each rule that models use for the size of their scores.",
  model: "Two answers of one trained model to the same question: without the division and with it.",
  lessons: "The first of three lessons: six questions, each with a link to a figure.",
};

export const en: Documents = {
  page: {
    title: "Why does attention divide by √dₖ?",
    description:
      "Type a sentence, change the dimension of its word vectors, and watch attention with and without the division by √dₖ, side by side.",
  },
  why: {
    title: "Why the root: why attention divides by √dₖ",
    description:
      "The variance of q·k grows with d, softmax saturates, its Jacobian vanishes, and few queries supply the gradient: measured, part by part.",
  },
  heads: {
    title: "Many heads: attention in parallel, by hand, between two sentences",
    description:
      "Attention in 1 to 16 heads at once, computed by hand, between two sentences, and with any width: on your words, with and without the division.",
  },
  transformer: {
    title: "The Transformer: encoder and decoder on your words, with and without √dₖ",
    description:
      "The encoder and decoder of Attention Is All You Need as one diagram whose every box opens, on your words, with and without the division by √dₖ.",
  },
  race: {
    title: "Training: the same Transformer without and with √dₖ, live in your browser",
    description:
      "Two identical models with the same start and the same data, one without the division by √dₖ and one with it, trained while you watch.",
  },
  divisors: {
    title: "Which divisor: √dₖ, d, QK-norm, soft-cap, ln n, side by side",
    description:
      "What models divide attention scores by today, what each rule is for, when softmax freezes, and six mistakes in attention code: measured on your words.",
  },
  model: {
    title: "A trained model, with the division by √dₖ switched off",
    description:
      "A small chat model with 8 layers of 8 heads answers in your browser, with the division by √dₖ and without it, side by side.",
  },
  lessons: {
    title: "Three lessons on attention and its division by √dₖ",
    description:
      "Three lessons of 20 minutes on attention, each with six links: a question, what to look for, a common wrong answer. On two sheets of paper.",
  },
};
