import type { ClosingWords } from "../closing.js";
import { math, rich } from "../rich.js";

export const zh: ClosingWords = {
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
};
