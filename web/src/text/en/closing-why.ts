import type { ClosingWords } from "../closing.js";

export const en: ClosingWords = {
  keep: [
    `Variances add up: $d$ products of variance $sigma2$ · $sigma2$ make scores of standard deviation $σ²√d$.`,
    `Where one weight is nearly 1, the Jacobian of softmax is nearly 0, and no gradient passes.`,
    `Undivided, fewer and fewer queries supply the gradient as $d$ grows; divided by $√d$, nearly all do.`,
  ],
  exercises: [
    {
      task: `A row has two weights. How large is $y(1 − y)$ where they are .5 and .5, and where they are .99 and .01?`,
      answer: ".25, and .0099: some 25 times less of the gradient passes.",
    },
    {
      task: `The entries have $σ$ = 2, and $d$ = 100. What is the standard deviation of a score, and after the division by $√d$?`,
      answer: `$σ²√d$ = 4 · 10 = 40, and 4: the division makes up for $d$, not for $σ$.`,
    },
  ],
};
