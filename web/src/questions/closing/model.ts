import { math, rich } from "../../text/rich.js";
import type { Closing } from "../closing.js";

const q = math("queryMatrix");

export const closing: Closing = {
  en: {
    keep: [
      rich`Trained weights need the divisor that they were trained with.`,
      rich`The lowest perplexity tells which divisor that was, not which would be best.`,
      rich`Only the size of the scores counts: ${q} divided by 8 and no division give the same answer, to the last bit.`,
    ],
    exercises: [
      {
        task: rich`A model gave the four tokens of an answer the probabilities ½, ½, ¼ and ¼. What is its perplexity?`,
        answer: rich`The product is 1/64, its fourth root .354, and the inverse of that 2.83.`,
      },
      {
        task: rich`One layer of eight is not divided, then one head of 64. Which costs more perplexity?`,
        answer: rich`The layer: all its eight heads read scores eight times as large, and the layers after it build on that.`,
      },
    ],
  },
  zh: {
    keep: [
      rich`训练好的权重需要训练时的除数。`,
      rich`困惑度的最低点说明那个除数是多少，而不是哪个最好。`,
      rich`起作用的只是分数的大小：${q} 除以 8 而分数不除，回答一位不差。`,
    ],
    exercises: [
      {
        task: rich`一个模型给回答的四个词元的概率是 ½、½、¼ 和 ¼。困惑度是多少？`,
        answer: rich`乘积是 1/64，四次方根是 .354，其倒数是 2.83。`,
      },
      {
        task: rich`八层里有一层不缩放，或者 64 个头里有一个不缩放。哪一种困惑度增加得更多？`,
        answer: rich`那一层：它的八个头读到的分数都是八倍，后面各层都建立在它之上。`,
      },
    ],
  },
};
