import type { ClosingWords } from "../closing.js";
import { rich, WQ } from "../rich.js";

export const zh: ClosingWords = {
  keep: [
    rich`初始化决定不缩放的分数有多大：参数的方差为 σ² 时，是 σ²d√dₖ。`,
    rich`每一处注意力里都有缩放：编码器、解码器，以及两者之间。`,
    rich`缩放也可以并入 ${WQ}：开始时数值相同，学习率则不同。`,
  ],
  exercises: [
    {
      task: rich`参数从 N(0, 0.02²) 开始，模型宽 768，头宽 64。不缩放的分数的标准差是多少？`,
      answer: rich`0.02² · 768 · √64 = 2.5；缩放之后是 2.5/8 = 0.31。`,
    },
    {
      task: rich`带因果掩码的解码器读五个词。25 个权重里有几个是 0？`,
      answer: rich`10 个：各个词依次关注 1、2、3、4、5 个词，一共 15 个权重，它们都不是 0。`,
    },
  ],
};
