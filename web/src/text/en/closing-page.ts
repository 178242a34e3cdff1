import type { ClosingWords } from "../closing.js";

export const en: ClosingWords = {
  keep: [
    `A score is a sum of $d$ products, so scores spread as $√d$.`,
    `Softmax turns differences of scores into factors of weights: [-undivided-], at large $d$, one word usually takes nearly all.`,
    `[+Divided by $√d$+] a row is usually soft, and the order of its words stays.`,
  ],
  exercises: [
    {
      task: `The logits of a row are 10 and 12. What are its weights? And if both are four times as large?`,
      answer: `.12 and .88: a difference of 2 is a factor of $e²$ = 7.4. Of 40 and 48 they are .0003 and .9997: a difference of 8 is a factor of 3,000.`,
    },
    {
      task: `Entries of queries and keys are independent, with mean 0 and variance 1, and $d$ = 256. What is the standard deviation of a score, before and after the division?`,
      answer: "$√256$ = 16, and 16/16 = 1.",
    },
  ],
};
