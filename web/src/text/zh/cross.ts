import type { en } from "../en/cross.js";
import { code, math, rich } from "../rich.js";

export const zh: typeof en = {
  heading: "两个句子",
  text: [
    rich`查询可以来自一个句子，键和值来自另一个句子：这就是交叉注意力。解码器就是这样读原文的：它输出的每个词，都关注原文的每个词。`,
    rich`行是第一个句子的词，列是第二个句子的词。每一行的和仍是 1；输出里，第一个句子的每个词对应一行，由第二个句子的值混合而成。`,
  ],
  question: {
    ask: rich`一句话的词关注另一句话的词。什么的和是 1？`,
    answers: ["每一行", "每一列", "两者都是"],
    why: rich`一行是一个提问的词：它把一份注意力分出去。被问的词可能从大家那里得到很多，也可能什么也得不到。`,
  },
  try: rich`在第二个框里输入这个句子的译文。词向量是随机抽取的，一个词离自己的译文并不比离别的词更近：图案全凭偶然，对应关系要靠模型去学。`,
  example: rich`“I am good”关注第二个句子的三个词：查询是算例的 ${math("X")}，键和值是 ${math("Y")} = ${code("1.71, 1.06, 1.49; 0.81, 2.01, 1.47; 1.42, 2.38, 0.11")}。在这里或上面输入别的词，词向量就由种子抽取。`,
  drawn: rich`两个句子的词向量都由种子抽取，${math("WQ")}、${math("WK")} 和 ${math("WV")} 也是。同一个词在两个句子里的向量相同。`,
  picture: (name, rows, cols) => `${name}，${rows} 行 ${cols} 列。`,
  tables: {
    scores: "交叉注意力的分数",
    unscaled: "不缩放的交叉注意力权重",
    scaled: "缩放的交叉注意力权重",
    unscaledOutput: "不缩放的交叉注意力输出",
    scaledOutput: "缩放的交叉注意力输出",
  },
  outputs: "输出：对第一个句子的每个词，混合第二个句子的值",
  shapes: "第一个句子有 n 个词，第二个有 m 个词，分数和权重就是 n × m，输出有 n 行。",
};
