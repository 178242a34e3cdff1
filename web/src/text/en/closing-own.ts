import type { ClosingWords } from "../closing.js";

export const en: ClosingWords = {
  keep: [
    `With $q$, $k$ and the weights, the factor can be measured: it is the slope of ln $w$ against $q·k$ within a row.`,
    `Weights alone tell no factor: twice the scores at half the factor give the same weights.`,
    `What a mask, a cap, a sink or a rotation has done shows in what the slope leaves over.`,
  ],
  exercises: [
    {
      task: `In a row two weights are .6 and .2, and their scores $q·k$ are 12 and 3.21. What was the factor, and which head width has it as $1/√dₖ$?`,
      answer: `ln(.6/.2) = 1.099, divided by 12 − 3.21 = 8.79: .125. That is $1/√64$.`,
    },
    {
      task: `A model has 16 heads of 64 coordinates. Its measured factor is .25. What was mistaken for what?`,
      answer: `.25 is $1/√16$: the number of heads stands where the width of a head belongs. The scores are twice as large as they should be.`,
    },
  ],
};
