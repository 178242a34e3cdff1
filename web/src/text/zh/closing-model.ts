import type { ClosingWords } from "../closing.js";
import { rich, WQ } from "../rich.js";

export const zh: ClosingWords = {
  keep: [
    rich`训练好的权重需要训练时的除数。`,
    rich`困惑度的最低点说明那个除数是多少，而不是哪个最好。`,
    rich`起作用的只是分数的大小：${WQ} 除以 8 而分数不除，回答一位不差。`,
  ],
  exercises: [
    {
      task: rich`一个模型给回答的四个词元的概率是 ½、½、¼ 和 ¼。困惑度是多少？`,
      answer: rich`乘积是 1/64，四次方根是 0.354，其倒数是 2.83。`,
    },
    {
      task: rich`八层里有一层不缩放，或者 64 个头里有一个不缩放。哪一种困惑度增加得更多？`,
      answer: rich`那一层：它的八个头读到的分数都是八倍，后面各层都建立在它之上。`,
    },
  ],
  misconceptions: [
    {
      said: "“它改变了词的次序。”",
      answer: rich`一行的分数都除以同一个数，次序不变；领先的词仍然领先，只是领先得少一些。`,
      figure: "注意力矩阵",
    },
    {
      said: "“它使每个方差都成为 1。”",
      answer: rich`只有独立的、方差为 1 的元素才如此。BERT 初始时 σ = 0.488，缩放之后方差是 0.06。`,
      figure: "BERT 初始时的分数",
    },
    {
      said: "“它是模型宽度的平方根。”",
      answer: rich`它是键的宽度的平方根，因为分数是那么多个乘积之和：768 分给 12 个头，就是 √64。`,
      figure: "两种平方根的测量",
    },
    {
      said: "“它防止梯度爆炸。”",
      answer: rich`softmax 的雅可比矩阵不会爆炸；不缩放时，少数查询的梯度很大，多数查询的很小。`,
      figure: "梯度的中位数和最大值",
    },
    {
      said: "“没有它就训练不成。”",
      answer: rich`不缩放的模型也能学会日期，只是更晚。`,
      figure: "训练",
    },
  ],
};
