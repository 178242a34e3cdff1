import type { ClosingWords } from "../closing.js";
import { math, rich, scaled, unscaled } from "../rich.js";

export const en: ClosingWords = {
  keep: [
    rich`A score is a sum of ${math("d")} products, so scores spread as √d.`,
    rich`Softmax turns differences of scores into factors of weights: ${unscaled("undivided")}, at large ${math("d")}, one word usually takes nearly all.`,
    rich`${scaled("Divided by √d")} a row is usually soft, and the order of its words stays.`,
  ],
  exercises: [
    {
      task: rich`The logits of a row are 10 and 12. What are its weights? And if both are four times as large?`,
      answer: rich`.12 and .88: a difference of 2 is a factor of e² = 7.4. Of 40 and 48 they are .0003 and .9997: a difference of 8 is a factor of 3,000.`,
    },
    {
      task: rich`Entries of queries and keys are independent, with mean 0 and variance 1, and ${math("d")} = 256. What is the standard deviation of a score, before and after the division?`,
      answer: rich`√256 = 16, and 16/16 = 1.`,
    },
  ],
};
