import { math, rich } from "../../text/rich.js";
import type { Closing } from "../closing.js";

const SIGHTS = {
  order: { at: "matrices" },
  variance: { at: "variance", sigma: 0.488, sampledim: 64 },
  model: { at: "widths" },
  explosion: { at: "gradient", open: new Set(["gradient-medians"] as const) },
  trains: { at: "training" },
} as const;

export const closing: Closing = {
  en: {
    keep: [
      rich`Variances add up: ${math("d")} products of variance ${math("sigma2")} · ${math("sigma2")} make scores of standard deviation σ²√d.`,
      rich`Where one weight is nearly 1, the Jacobian of softmax is nearly 0, and no gradient passes.`,
      rich`Undivided, fewer and fewer queries supply the gradient as ${math("d")} grows; divided by √d, nearly all do.`,
    ],
    exercises: [
      {
        task: rich`A row has two weights. How large is y(1 − y) where they are .5 and .5, and where they are .99 and .01?`,
        answer: rich`.25, and .0099: some 25 times less of the gradient passes.`,
      },
      {
        task: rich`The entries have σ = 2, and ${math("d")} = 100. What is the standard deviation of a score, and after the division by √d?`,
        answer: rich`σ²√d = 4 · 10 = 40, and 4: the division makes up for d, not for σ.`,
      },
    ],
    misconceptions: [
      {
        said: "“It orders the words anew.”",
        answer: rich`Dividing all scores of a row by one number keeps their order; the word that leads still leads, by less.`,
        at: SIGHTS.order,
        figure: "the matrices",
      },
      {
        said: "“It makes every variance 1.”",
        answer: rich`Only that of independent entries of variance 1. BERT starts with σ = .488: there it is .06 after the division.`,
        at: SIGHTS.variance,
        figure: "the scores as BERT starts",
      },
      {
        said: "“It is the root of the model’s width.”",
        answer: rich`It is that of the keys’ width, as a score sums so many products: 768 in 12 heads makes √64.`,
        at: SIGHTS.model,
        figure: "both roots measured",
      },
      {
        said: "“It prevents an explosion of gradients.”",
        answer: rich`The Jacobian of softmax cannot explode; undivided, a few queries get large gradients and most get little.`,
        at: SIGHTS.explosion,
        figure: "median and largest gradient",
      },
      {
        said: "“Nothing trains without it.”",
        answer: rich`The undivided model learns the dates too, later.`,
        at: SIGHTS.trains,
        figure: "the training",
      },
    ],
  },
  zh: {
    keep: [
      rich`方差相加：${math("d")} 个方差为 ${math("sigma2")} · ${math("sigma2")} 的乘积，使分数的标准差成为 σ²√d。`,
      rich`一个权重接近 1 时，softmax 的雅可比矩阵接近 0，梯度传不过去。`,
      rich`不缩放，随着 ${math("d")} 变大，提供梯度的查询越来越少；除以 √d，几乎所有查询都提供梯度。`,
    ],
    exercises: [
      {
        task: rich`一行有两个权重。它们是 .5 和 .5 时 y(1 − y) 是多少？是 .99 和 .01 时呢？`,
        answer: rich`.25 和 .0099：传过去的梯度只有大约二十五分之一。`,
      },
      {
        task: rich`元素的 σ = 2，${math("d")} = 100。分数的标准差是多少？除以 √d 之后呢？`,
        answer: rich`σ²√d = 4 · 10 = 40；之后是 4：除法抵消的是 d，不是 σ。`,
      },
    ],
    misconceptions: [
      {
        said: "“它改变了词的次序。”",
        answer: rich`一行的分数都除以同一个数，次序不变；领先的词仍然领先，只是领先得少一些。`,
        at: SIGHTS.order,
        figure: "注意力矩阵",
      },
      {
        said: "“它使每个方差都成为 1。”",
        answer: rich`只有独立的、方差为 1 的元素才如此。BERT 初始时 σ = .488，缩放之后方差是 .06。`,
        at: SIGHTS.variance,
        figure: "BERT 初始时的分数",
      },
      {
        said: "“它是模型宽度的平方根。”",
        answer: rich`它是键的宽度的平方根，因为分数是那么多个乘积之和：768 分给 12 个头，就是 √64。`,
        at: SIGHTS.model,
        figure: "两种平方根的测量",
      },
      {
        said: "“它防止梯度爆炸。”",
        answer: rich`softmax 的雅可比矩阵不会爆炸；不缩放时，少数查询的梯度很大，多数查询的很小。`,
        at: SIGHTS.explosion,
        figure: "梯度的中位数和最大值",
      },
      {
        said: "“没有它就训练不成。”",
        answer: rich`不缩放的模型也能学会日期，只是更晚。`,
        at: SIGHTS.trains,
        figure: "训练",
      },
    ],
  },
};
