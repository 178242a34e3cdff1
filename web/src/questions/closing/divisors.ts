import { math, rich } from "../../text/rich.js";
import type { Closing } from "../closing.js";

const [q, k] = [math("choiceWq"), math("choiceWk")];

export const closing: Closing = {
  en: {
    keep: [
      rich`Divide by the root of a head’s own width: with the model’s width, h heads have scores too small by √h.`,
      rich`The division is right at the start. Once ${q} and ${k} have grown, only a bound on the logits keeps them small, as QK-norm and the soft-cap have.`,
      rich`Undivided scores of n keys freeze from about d = 2 ln n on; divided, the weights of a row come to a mean as n grows.`,
    ],
    exercises: [
      {
        task: rich`A model of width 1,024 has 16 heads and divides by √1024. By which factor are its scores too small?`,
        answer: rich`By 4: a head is 64 wide, √1024 = 32 and √64 = 8.`,
      },
      {
        task: rich`A score of 300, after the division, goes through a soft-cap of 50. What is the logit, about, and the slope?`,
        answer: rich`50 · tanh(6) = 49.999, and 1 − tanh²(6) = .00002: the score is capped, and so is its gradient.`,
      },
    ],
  },
  zh: {
    keep: [
      rich`除以一个头自己宽度的平方根：若用整个模型的宽度，h 个头的分数就小了 √h 倍。`,
      rich`除法在开始时是对的。${q} 和 ${k} 变大之后，只有给 logit 设界限的规则才能使它们保持小，如 QK-norm 和 soft-cap。`,
      rich`不除时，n 个键的分数大约从 d = 2 ln n 起冻结；除过之后，n 增大时，一行的权重趋于平均。`,
    ],
    exercises: [
      {
        task: rich`一个宽 1024 的模型有 16 个头，却除以 √1024。分数小了多少倍？`,
        answer: rich`4 倍：一个头宽 64，√1024 = 32，而 √64 = 8。`,
      },
      {
        task: rich`一个除过的分数是 300，再经过 c = 50 的 soft-cap。logit 大约是多少？斜率呢？`,
        answer: rich`50 · tanh(6) = 49.999；斜率是 1 − tanh²(6) = 0.00002：分数被压住，它的梯度也没有了。`,
      },
    ],
  },
};
