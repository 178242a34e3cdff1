import type { en } from "../en/haystack.js";
import { math, rich, scaled, strong, unscaled } from "../rich.js";

export const zh: typeof en = {
  counted: { needle: "次抽样", cost: "次抽样" },
  heading: "大海捞针",
  text: [
    rich`一个键与查询的余弦为 c，其余 n − 1 个键是随机的，所有元素的方差为 1。每种规则都归结为一个数：分数的标准差 σ，${scaled("除以 √d 时为 1")}，${unscaled("不除时为 √d")}。那根“针”的分数比其余键的均值高 σ·c√d。`,
    rich`键很多时，其余键的权重合起来是 ${math("othersTerm")}，针是 ${math("needleTerm")}；这只在 σ 小于 ${math("manySpread")} 时成立：超过之后，总和只由最大的几个分数决定，要小得多。不除时，在 d = 64、c = 0.5、n = 256 处，公式会给出 0.004，实测为 0.99。`,
    rich`除以 √d 时，到 ${math("halfLimit")} 处，针已失去一半权重。更尖锐的分数能在更多的键里找到它，但谁也不能远远超过 ${math("lastLimit")}：在那里，最大的随机分数（约比均值高 ${math("topScore")}）已经赶上针的分数。`,
    rich`所以尖锐有利于找到针，代价是梯度：键很多时，与查询还没有余弦的键，分数越尖锐，得到的梯度越少。`,
  ],
  question: {
    ask: rich`一个键与查询的余弦是 0.5，d = 64，分数${scaled("除以 √d")}。在多少个随机键中，它失去一半权重？`,
    answers: ["33", "330", "3,300", "33,000"],
    why: rich`它的分数只比均值高 c√d = 4，${math("halfLimit")}：其余 32 个键合起来和它一样重。`,
  },
  try: rich`移动 c 和 d，看两个界限；再移动 σ：哪里太平，哪里再大也无用？`,
  controls: { cosine: "余弦 c", sharpness: "标准差 σ" },
  weight: {
    title: "匹配的键的权重",
    y: "权重，各次抽样的平均",
    half: (at) => `√d：${at} 处剩一半`,
    last: (at) => `远过 ${at} 谁也找不到`,
    table: "平均权重，按 n 和规则排列",
  },
  none: "不除",
  hues: {
    qkNorm: "QK-norm，g = √d：与 1/√d 相同",
    logN: "× ln n：1/√d 再乘以 ln n/ln 16",
    formula: "虚线：公式，只在其成立处",
    band: "浅色带：10 % 到 90 % 的抽样",
  },
  small: {
    caption: "针的权重",
    note: (draws) => `实测，${draws} 次抽样的平均。`,
  },
  half: (keys, weight) =>
    rich`除以 √d 时，到 n = ${keys} 处已失去一半权重：实测为 ${scaled(weight)}。`,
  halfOutside: (keys) => rich`除以 √d 时，到 n = ${keys} 处已失去一半权重，在图外。`,
  last: (keys, root, matched, none) =>
    rich`无论怎样的温度，都不能在远多于 n = ${keys} 个键里找到它：在那里，1/√d 还剩 ${scaled(root)}，σ = c√d 剩 ${strong(matched)}，不除剩 ${unscaled(none)}。`,
  lastOutside: (keys) => rich`无论怎样的温度，都不能在远多于 n = ${keys} 个键里找到它，在图外。`,
  cost: {
    fold: "尖锐的代价：尚未找到的键几乎得不到梯度",
    text: [
      rich`在训练把查询转向这个键之前，两者的余弦约为 0。此时查询转动，键的权重 y 增加多少，由 ∂y/∂c = σ√d·y(1 − y) 给出。分数尖锐时，这样的键几乎没有权重，也就几乎没有梯度：尖锐能找到学会了的针，却妨碍学会它。`,
    ],
    title: "尚未找到的键的梯度",
    y: "c = 0 处 ∂y/∂c 的中位数",
    table: "c = 0 处 ∂y/∂c 的中位数，按 n 和规则排列",
    finding: (keys, root, matched, none) =>
      rich`在 ${keys} 个键中，c = 0 处 ∂y/∂c 的中位数为：1/√d ${scaled(root)}，σ = c√d ${strong(matched)}，不除 ${unscaled(none)}。`,
  },
};
