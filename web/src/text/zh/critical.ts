import type { en } from "../en/critical.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { map: "次抽样", means: "次抽样" },
  heading: "权重何时冻结",
  text: [
    `$d$ 超过 2 ln $n$ 之后，[-不除-]的分数中最大的几个占去一份权重，键再多也几乎不减少：权重冻结了。一行权重的平方和 $Σy²$，在一个键占全部权重时为 1，所有键权重相同时为 $1/n$。`,
  ],
  further: {
    title: "为什么是 2 ln $n$：随机能量模型",
    text: [
      `$n$ 个独立分数的标准差为 $σ$、$n$ 又很大时，其中最大的大约比均值高 $topScore$；这个值在 $n$ 为 3 时偏高 75\u00A0%，为 32,768 时偏高 10\u00A0%。只要 $σ$ 小于 $manySpread$，权重就由许多键分享，$n$ 越大，每个键的比例越小。远远超过之后，权重就冻结了。这就是物理中的随机能量模型（Derrida 1981），Giorlandino 与 Goldt（2025）用它来描述注意力。`,
      `[-不除-]的分数 $σ = √d$，因此在 **$d$ = 2 ln $n$** 处冻结：64 个键时为 8.3，32,768 个键时为 20.8。除以 $√d$ 后 $σ$ = 1；只要有至少两个键，它就小于 $manySpread$，无论 $d$ 是多少。`,
      `这是键很多时的规律：只有 3 个键时，$Σy²$ 远未到线就已经很大；$n$ = 4,096 时，它在这条线附近仍明显高于公式。`,
    ],
  },
  settings: "这张图的键数、抽样次数和种子",
  question: {
    ask: `[-不除-]，$d$ = 64：键从 512 个增加到 32,768 个。一行权重的平方和 $Σy²$ 会怎样？`,
    answers: ["约变为 1/64", "还剩一半以上", "趋近 1"],
    why: `平均从约 0.6 降到约 0.5：$σ$ = 8 大于 $manySpread$，512 个键时它是 3.5，32,768 个键时是 4.6。除以 $√d$ 时 $σ$ = 1，$Σy²$ 几乎消失。`,
  },
  try: "点击一个格子：$d$ 跟着变。再沿着一列往上看：$Σy²$ 大的地方，键再多也没有多大变化。",
  map: {
    title: "不除时的 $Σy²$",
    ramp: "$Σy²$ 的平均",
    table: "不除时 $Σy²$ 的平均，按 $n$ 和 $d$ 排列",
  },
  small: {
    caption: "参与度",
    note: `每行一个 $n$。$Σy²$：实测 / $frozenShare$。`,
  },
  frozen: `$d$ = {dim}、$n$ = {keys} 时，$Σy²$ 为 **{measured}**；键很多时的公式给出 {formula}。$σ = √d$ = {spread}，大于 $manySpread$ = {critical}：[-已冻结-]。`,
  spread: `$d$ = {dim}、$n$ = {keys} 时，$Σy²$ 为 **{measured}**。$σ = √d$ = {spread}，小于 $manySpread$ = {critical}：键更多时，它趋于 0。`,
  means: {
    fold: "除过之后，各行变成平均",
    text: `除过的分数不会冻结，但 $n$ 增大时，其标准差仍为 1。熵趋于最大值：熵 / ln $n$ 约为 1 − 1/(2 ln $n$)，最大权重趋于 0。于是无论查询问什么，输出的每一行都几乎和所有值的平均一样小；两者的余弦约为 0.6。Giorlandino 与 Goldt 把这两种失效称为熵坍缩和秩坍缩。`,
    means: {
      title: "熵 / ln $n$，除以 $√d$",
      y: "熵 / ln $n$",
      note: "平均值，以及 10 % 到 90 % 的抽样；虚线：1 − 1/(2 ln $n$)。",
    },
    largest: {
      title: "最大权重，除以 $√d$",
      y: "最大权重",
      note: "平均值，以及 10 % 到 90 % 的抽样。",
    },
    finding: `从 $n$ = {few} 到 $n$ = {most}，熵 / ln $n$ 平均从 {entropy.0} 变为 [+{entropy.1}+]，最大权重平均从 {largest.0} 变为 [+{largest.1}+]。`,
  },
};
