import type { en } from "../en/haystack.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { needle: "次抽样", cost: "次抽样" },
  heading: "大海捞针",
  text: [
    `一个键与查询的余弦为 c，其余 n − 1 个键是随机的，所有元素的方差为 1。凡是只乘一个数的规则，都归结为一个数：分数的标准差 σ，[+除以 √d 时为 1+]，[-不除时为 √d-]。那根“针”的分数比其余键的均值高 σ·c√d。`,
    `键很多时，其余键的权重合起来是 $othersTerm$，针是 $needleTerm$；这只在 σ 小于 $manySpread$ 时成立：超过之后，总和只由最大的几个分数决定，要小得多。不除时，在 d = 64、c = 0.5、n = 256 处，公式会给出 0.004，实测为 0.99。`,
    `除以 √d 时，到 $halfLimit$ 处，针已失去一半权重。更尖锐的分数能在更多的键里找到它，但有限度：在 $lastLimit$ 附近，最大的随机分数（约比均值高 $topScore$）赶上针的分数；大约超过 $missLimit$ 之后，再尖锐的分数找不到它的时候也居多。`,
    "所以尖锐有利于找到针，代价是梯度：在许多随机的键里，居中的那个键在 σ = 1 时得到的梯度最多，分数尖锐时几乎得不到。均值却随 σ 增大，因为碰巧领先的少数几个键几乎得到全部。",
  ],
  question: {
    ask: `一个键与查询的余弦是 0.5，d = 64，分数[+除以 √d+]。在多少个随机键中，它失去一半权重？`,
    answers: ["33", "330", "3,300", "33,000"],
    why: `它的分数只比均值高 c√d = 4，$halfLimit$：其余 32 个键合起来和它一样重。`,
  },
  try: "移动 c 和 d，看两个界限；再移动 σ：哪里过于平均，哪里再大也无用？",
  controls: { cosine: "余弦 c", sharpness: "标准差 σ" },
  weight: {
    title: "匹配的键的权重",
    y: "权重，各次抽样的平均",
    half: `√d：{at} 处剩一半`,
    last: `远多于 {at} 个就很难找到`,
    table: "平均权重，按 n 和规则排列",
  },
  none: "不除",
  hues: {
    qkNorm: "QK-norm，g = √d：与 1/√d 相同",
    logN: "× ln n：1/√d 再乘以 ln n/ln 16",
    formula: "虚线：公式，只在其成立处",
    band: "色带：10 % 到 90 % 的抽样",
  },
  small: { caption: "针的权重", note: `实测，{draws} 次抽样的平均。` },
  half: `除以 √d 时，到 n = {keys} 处已失去一半权重：实测为 [+{weight}+]。`,
  halfOutside: `除以 √d 时，到 n = {keys} 处已失去一半权重，在图外。`,
  last: `分数再尖锐，也很难在远多于 n = {keys} 个键里找到它：在那里，1/√d 还剩 [+{root}+]，σ = c√d 剩 **{matched}**，不除剩 [-{none}-]。`,
  lastOutside: `分数再尖锐，也很难在远多于 n = {keys} 个键里找到它，在图外。`,
  cost: {
    fold: "尖锐的代价：尚未找到的键几乎得不到梯度",
    text: `在训练把查询转向这个键之前，两者的余弦约为 0。此时查询转动，键的权重 y 增加多少，由 ∂y/∂c = σ√d·y(1 − y) 给出。分数尖锐时，这样的键通常几乎没有权重，也就几乎没有梯度：尖锐能找到学会了的针，却妨碍学会它。`,
    title: "尚未找到的键的梯度",
    y: "c = 0 处 ∂y/∂c 的中位数",
    table: "c = 0 处 ∂y/∂c 的中位数，按 n 和规则排列",
    finding: `在 {keys} 个键中，c = 0 处 ∂y/∂c 的中位数为：1/√d [+{root}+]，σ = c√d **{matched}**，不除 [-{none}-]。`,
  },
};
