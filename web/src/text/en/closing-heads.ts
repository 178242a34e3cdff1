import type { ClosingWords } from "../closing.js";

export const en: ClosingWords = {
  keep: [
    `Each head divides by the root of its own width, $dk$ = $dModel$/$h$.`,
    `Undivided, the rows of a head are the sharper, the wider it is.`,
    `Each row sums to 1 over the keys that take part; a masked one has weight 0.`,
  ],
  exercises: [
    {
      task: `A model has 768 coordinates in 12 heads. What are its scores divided by?`,
      answer: "By √(768/12) = $√64$ = 8.",
    },
    {
      task: `A row has the logits 10, 11 and 6 and a masked key. What are its weights?`,
      answer: `.27, .73, .005 and 0: the masked logit is −∞, and the others share 1 as if it were not there.`,
    },
  ],
};
