import type { ClosingWords } from "../closing.js";
import { math, rich } from "../rich.js";

export const zh: ClosingWords = {
  keep: [
    rich`方差相加：${math("d")} 个方差为 ${math("sigma2")} · ${math("sigma2")} 的乘积，使分数的标准差成为 σ²√d。`,
    rich`一个权重接近 1 时，softmax 的雅可比矩阵接近 0，梯度传不过去。`,
    rich`不缩放，随着 ${math("d")} 变大，提供梯度的查询越来越少；除以 √d，几乎所有查询都提供梯度。`,
  ],
  exercises: [
    {
      task: rich`一行有两个权重。它们是 0.5 和 0.5 时 y(1 − y) 是多少？是 0.99 和 0.01 时呢？`,
      answer: rich`0.25 和 0.0099：传过去的梯度只有大约二十五分之一。`,
    },
    {
      task: rich`元素的 σ = 2，${math("d")} = 100。分数的标准差是多少？除以 √d 之后呢？`,
      answer: rich`σ²√d = 4 · 10 = 40；之后是 4：除法抵消的是 d，不是 σ。`,
    },
  ],
};
