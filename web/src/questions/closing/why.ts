import { math, rich } from "../../text/rich.js";
import type { Closing } from "../closing.js";

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
  },
  zh: {
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
  },
};
