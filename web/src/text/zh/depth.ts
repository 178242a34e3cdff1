import type { en } from "../en/depth.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { depth: "个编码器", moved: "层" },
  heading: "缩放与深度",
  text: [
    `不缩放时分数有多大，由初始化决定。归一化使各行的方差为 1，参数的方差是 $σ²$，分数的标准差就是 $σ²d√dₖ$，其中 $d$ 是模型的宽度。Xavier 规则取方差 2/(行数 + 列数)，得到 $√dₖ$，除以 $√dₖ$ 正是针对这个大小的。`,
  ],
  further: {
    title: "GPT-2 和 PyTorch 的分数更小",
    text: [
      `像 GPT-2 那样用 $N$(0, 0.02²)，64 个分量、一个头时，分数的标准差是 0.2：各行的分布本来就平缓，缩放使它们更平缓。768 个分量、每个头 64 个时是 2.5（BERT 把抽取值截断在 $2σ$ 以内，是 1.9）。`,
      `PyTorch 的 **nn.Transformer** 把 $queryMatrix$、$keyMatrix$ 和 $valueMatrix$ 合成一个矩阵，行数是三倍，Xavier 规则给它的方差就减半：分数的标准差是 $√dₖ$ 的一半。`,
      `初始化甚至可以包含缩放本身，作为 $queryMatrix$ 的因子：`,
    ],
  },
  question: {
    ask: "什么都没有训练，和论文一样对和做归一化。从第一层到最后一层，权重会怎样？",
    answers: ["更尖锐", "更平均", "不变"],
    why: "每一层都把词混合，词变得更相像，分数也就更相近：无论是否缩放。",
  },
  try: `选 $N$(0, 0.02²)，比较 64 个分量、一个头与 768 个分量、12 个头。再对 768 个分量、12 个头选 Xavier：第一层里一行的最大权重，[-不缩放-]时是 0.89，[+缩放+]时是 0.42。`,
  settings: "归一化、激活函数与抽样",
  layers: "各层的熵与梯度",
  encoders: "编码器个数",
  axis: "层",
  spread: { title: "logits 的标准差", y: "标准差", expected: `预期 $σ²d√dₖ$ = {value}` },
  entropy: { title: "各行的熵", y: "熵（nat）", most: `最大 ln $n$ = {value}` },
  peak: { title: "各行的最大权重", y: "权重" },
  gradient: { title: "到达查询矩阵的梯度", y: "梯度的大小（范数）" },
  note: "线：各编码器的中位数。色带：10 % 到 90 % 分位。logits：softmax 的输入，即缩放或不缩放的分数。",
  finding: `{all.encoders} 个编码器的第 {all.layer} 层里，不缩放时分数的标准差是 [-{without.spread}-]（$σ²d√dₖ$ = {all.expected}），一行的最大权重是 [-{without.peak}-]。除以 {all.divisor} 后，标准差是 [+{withIt.spread}+]，最大权重是 [+{withIt.peak}+]。`,
  first: "第一层的输入是加了位置的词向量，方差是 1.5，所以它的分数更大。",
  evener: "从第一层到最后一层，无论是否缩放，权重都变得更平均。",
  reaching: `第一层里到达 $queryMatrix$ 的梯度，[-不缩放-]时是[+缩放+]时的 **{ratio}** 倍：{why}。`,
  why: { larger: "缩放时，梯度也一起被除", smaller: "一个权重接近 1 时，softmax 几乎不让梯度通过" },
  noContradiction: `这与第一章并不矛盾（$d$ 大时，还能学习的查询寥寥无几）：范数把所有查询加在一起，几乎全部来自 softmax 还没有饱和的那少数几行；[-不缩放-]时，它们的梯度没有乘上 $1/√dₖ$。取九个随机的键，$dₖ$ = 256，这时范数是缩放时的 6 倍，而居中的查询得到的不到缩放时的五分之一。`,
  moved: {
    fold: "初始化可以代替缩放",
    text: `分数的因子也可以并入 $queryMatrix$：抽取时把 $queryMatrix$ 和它的偏置乘以 $1/√dₖ$，分数就不必再除。训练中，只有 $queryMatrix$ 的学习率也相应减小，两者才保持相同。`,
    button: "比较两个编码器",
    exact: `一个编码器把分数除以 {divisor}，另一个把这个因子并入 $queryMatrix$ 和 $queryBias$。两者的输出，元素之间最大相差 **0**：逐位相同，因为乘以 2 的幂不产生舍入。最大的元素是 {largest}。`,
    rounded: `一个编码器把分数除以 {divisor}，另一个把这个因子并入 $queryMatrix$ 和 $queryBias$。两者的输出，元素之间最大相差 **{difference}**，只是舍入误差：最大的元素是 {largest}。`,
  },
};
