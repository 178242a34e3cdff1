import type { ClosingWords } from "../closing.js";

export const en: ClosingWords = {
  keep: [
    `Divide by the root of a head’s own width: with the model’s width, $h$ heads have scores too small by $√h$.`,
    `The division is right at the start. Once $queryMatrix$ and $keyMatrix$ grow, it takes a bound: on the logits, as QK-norm and the soft-cap have, or on the matrices, by weight decay.`,
    `Undivided scores of $n$ keys freeze from about $d$ = 2 ln $n$ on; divided, the weights of a row come to a mean as $n$ grows.`,
  ],
  exercises: [
    {
      task: `A model of width 1,024 has 16 heads and divides by $√1024$. By which factor are its scores too small?`,
      answer: "By 4: a head is 64 wide, $√1024$ = 32 and $√64$ = 8.",
    },
    {
      task: `A score of 300, after the division, goes through a soft-cap of 50. What is the logit, about, and the slope?`,
      answer: `50 · tanh(6) = 49.999, and 1 − $tanh²$(6) = .00002: the score is capped, and so is its gradient.`,
    },
  ],
};
