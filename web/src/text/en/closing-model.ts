import type { ClosingWords } from "../closing.js";

export const en: ClosingWords = {
  keep: [
    `Trained weights need roughly the divisor that they were trained with.`,
    `The lowest perplexity tells roughly which divisor that was, not which would be best.`,
    `Only the size of the scores counts: $queryMatrix$ divided by 8 and no division give the same answer, to the last bit.`,
  ],
  exercises: [
    {
      task: `A model gave the four tokens of an answer the probabilities ½, ½, ¼ and ¼. What is its perplexity?`,
      answer: `The product is 1/64, its fourth root .354, and the inverse of that 2.83.`,
    },
    {
      task: `One layer of eight is not divided, then one head of 64. Which costs more perplexity?`,
      answer: `The layer, as a rule: with all divided it is 2.56 here, with one layer undivided 2.85 to 5.22, most in the first; with one head undivided 2.50 to 2.83. But with head 4 of layer 1 it is 3.11, more than with all of layer 6 or 8.`,
    },
  ],
  misconceptions: {
    order: {
      said: "“It orders the words anew.”",
      answer: `Dividing all scores of a row by one number keeps their order; the word that leads still leads, by less.`,
      figure: "the matrices",
    },
    variance: {
      said: "“It makes every variance 1.”",
      answer: `Only that of independent entries of variance 1. BERT starts with $σ$ = .488: there it is .06 after the division.`,
      figure: "the scores as BERT starts",
    },
    width: {
      said: "“It is the root of the model’s width.”",
      answer: `It is that of the keys’ width, as a score sums so many products: 768 in 12 heads makes $√64$.`,
      figure: "both roots measured",
    },
    gradients: {
      said: "“It prevents an explosion of gradients.”",
      answer: `The Jacobian of softmax cannot explode; undivided, gradients are very unequal: a few are large, and for few keys or large $d$ most are tiny.`,
      figure: "median and largest gradient",
    },
    training: {
      said: "“Nothing trains without it.”",
      answer: "The undivided model learns the dates too, later.",
      figure: "the training",
    },
  },
};
