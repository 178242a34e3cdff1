import { math, rich } from "../../text/rich.js";
import type { Closing } from "../closing.js";

export const closing: Closing = {
  en: {
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
  },
  zh: {
    keep: [
      rich`每个头除以自己的宽度 ${math("dk")} = ${math("dModel")}/${math("h")} 的平方根。`,
      rich`不缩放时，头越宽，它的行越尖锐。`,
      rich`每一行的和都是 1，不管有哪些键参与；被遮住的键的权重是 0。`,
    ],
    exercises: [
      {
        task: rich`一个模型有 768 个分量、12 个头。它的分数除以多少？`,
        answer: rich`除以 √(768/12) = √64 = 8。`,
      },
      {
        task: rich`一行的 logits 是 10、11、6，还有一个被遮住的键。权重是多少？`,
        answer: rich`0.27、0.73、0.005 和 0：被遮住的 logit 是 −∞，其余的分这个 1，就像没有它一样。`,
      },
    ],
  },
};
