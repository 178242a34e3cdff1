import type { ClosingWords } from "../closing.js";
import { math, rich, scaled, unscaled } from "../rich.js";

export const zh: ClosingWords = {
  keep: [
    rich`一个分数是 ${math("d")} 个乘积之和，所以分数按 √d 散开。`,
    rich`softmax 把分数之差变成权重的倍数：${unscaled("不缩放")}时，${math("d")} 很大的话，一个词通常几乎拿走全部。`,
    rich`${scaled("除以 √d")} 之后，一行通常是柔和的，词的次序不变。`,
  ],
  exercises: [
    {
      task: rich`一行的 logits 是 10 和 12。权重是多少？如果两个都变为四倍呢？`,
      answer: rich`0.12 和 0.88：差 2 就是 e² = 7.4 倍。40 和 48 的权重是 0.0003 和 0.9997：差 8 就是 3,000 倍。`,
    },
    {
      task: rich`查询和键的元素独立，均值 0，方差 1，${math("d")} = 256。缩放前后分数的标准差是多少？`,
      answer: rich`√256 = 16；16/16 = 1。`,
    },
  ],
};
