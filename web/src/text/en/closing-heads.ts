import type { ClosingWords } from "../closing.js";
import { math, rich } from "../rich.js";

export const en: ClosingWords = {
  keep: [
    rich`Each head divides by the root of its own width, ${math("dk")} = ${math("dModel")}/${math("h")}.`,
    rich`Undivided, the rows of a head are the sharper, the wider it is.`,
    rich`Each row sums to 1, over whichever keys take part; a masked key has weight 0.`,
  ],
  exercises: [
    {
      task: rich`A model has 768 coordinates in 12 heads. What are its scores divided by?`,
      answer: rich`By √(768/12) = √64 = 8.`,
    },
    {
      task: rich`A row has the logits 10, 11 and 6 and a masked key. What are its weights?`,
      answer: rich`.27, .73, .005 and 0: the masked logit is −∞, and the others share 1 as if it were not there.`,
    },
  ],
};
