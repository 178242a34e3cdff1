import type { ClosingWords } from "../closing.js";

export const zh: ClosingWords = {
  keep: [
    "除以一个头自己宽度的平方根：若用整个模型的宽度，$h$ 个头的分数就只有应有的 $1/√h$。",
    `除法在开始时是对的。$queryMatrix$ 和 $keyMatrix$ 变大之后，就需要界限：给 logit 设界限，如 QK-norm 和 soft-cap，或用权重衰减给矩阵设界限。`,
    "不除时，$n$ 个键的分数大约从 $d$ = 2 ln $n$ 起冻结；除过之后，$n$ 增大时，一行的权重趋于平均。",
  ],
  exercises: [
    {
      task: "一个宽 1024 的模型有 16 个头，却除以 $√1024$。分数是应有的几分之一？",
      answer: "四分之一：一个头宽 64，$√1024$ = 32，而 $√64$ = 8。",
    },
    {
      task: "一个除过的分数是 300，再经过 $c$ = 50 的 soft-cap。logit 大约是多少？斜率呢？",
      answer: `50 · tanh(6) = 49.999；斜率是 1 − $tanh²$(6) = 0.00002：分数被压住，它的梯度也没有了。`,
    },
  ],
};
