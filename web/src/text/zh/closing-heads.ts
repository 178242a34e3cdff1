import type { ClosingWords } from "../closing.js";

export const zh: ClosingWords = {
  keep: [
    `每个头除以自己的宽度 $dk$ = $dModel$/$h$ 的平方根。`,
    "不缩放时，头越宽，它的行越尖锐。",
    "每一行的和都是 1，不管有哪些键参与；被屏蔽的键的权重是 0。",
  ],
  exercises: [
    {
      task: "一个模型有 768 个分量、12 个头。它的分数除以多少？",
      answer: "除以 √(768/12) = $√64$ = 8。",
    },
    {
      task: "一行的 logits 是 10、11、6，还有一个被屏蔽的键。权重是多少？",
      answer: "0.27、0.73、0.005 和 0：被屏蔽的 logit 是 −∞，其余权重之和为 1，就像没有它一样。",
    },
  ],
};
