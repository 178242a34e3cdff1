import type { en } from "../en/steps.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  heading: "手算每一步",
  text: [
    "三个词，每个词三个数，不做投影：每个词同时是自己的查询、键和值。这样注意力就只有三步算术。",
  ],
  further: {
    text: [
      `分数是两个词的点积。softmax 把 $XXT$ 的每一行变成和为 1 的权重。结果的每一行，是所有词的向量各乘以其权重再相加。`,
    ],
  },
  question: {
    ask: `不缩放时，[=am=] 的分数是 10、11 和 6。它的注意力有多少给了 11？`,
    answers: ["0.41，也就是 11/27", "0.73", "0.99"],
    why: `起作用的只是差，而且变成倍数：11 与 10 之间是 $e¹$ = 2.7 倍，11 与 6 之间是 $e⁵$ = 148 倍。所以权重是 0.27、0.73 和 0.005。`,
  },
  try: `先点“am”那一行，再切换到“缩放”。[-不缩放-]时，“am”把 0.73 的注意力留给自己，0.27 给“I”；[+缩放+]时，变成 0.62 和 0.35，“good”也分到了 0.03。`,
  vectors: "改动词向量，所有数字随之变化",
  controls: { row: "写出哪个词的一行" },
  title: "从词向量到输出",
  alt: `$X$ 乘以 $X$ 的转置得到分数，softmax 得到权重，权重乘以 $X$ 得到输出 $Z$。框出的是 {word} 的一行；点击别的行可以选它。`,
  table: "算例的分数、权重与输出",
  columns: { score: `与 {word} 的分数`, weight: `{word} 的权重`, output: `输出，第 {at} 个分量` },
  worked: {
    fold: "写出一行的每个数",
    label: `写出 {word} 的一行`,
    products: "1. 点积",
    productsNote: "对应分量相乘，再相加",
    softmax: "2. 这一行的 softmax",
    softmaxNote: "每个分数减去本行最大的，取 exp，再除以总和",
    dividedNote: `每个分数先除以 {divisor}，减去本行最大的，取 exp，再除以总和`,
    sums: "3. 加权求和",
    sumsNote: "结果的每个分量：权重乘以分量，再相加",
  },
};
