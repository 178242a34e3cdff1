import type { en } from "../en/gradient.js";
import { math, rich, scaled, unscaled, WQ } from "../rich.js";

export const zh: typeof en = {
  counted: { shares: "次抽样", draws: "次抽样", sentence: "个句子" },
  heading: "梯度来自少数查询",
  text: [
    rich`“我们猜想，${math("dk")} 的值很大时，点积的数值会变得很大，把 softmax 函数推到梯度极小的区域。”论文这样说明缩放的理由（Vaswani 等 2017，3.2.1 节）。这里来检验它。`,
    rich`一次抽样说明不了什么，均值又可能掩盖很多。所以这里抽很多次：查询和键的各分量独立，服从 N(0, 1)，如同训练刚开始的时候；每次抽样在每个 ${math("d")} 上都测一遍。测量的是从查询到它的权重的整条链，${math("gIsNorm")}。`,
    rich`${math("N")} 个查询里，有多少贡献了梯度？所有查询的 ${math("g")} 都相同，占比就是 1；如果梯度全部平均地来自其中 ${math("k")} 个，占比就是 ${math("kOverN")}。${unscaled("不缩放")}时，从 ${math("d")} = 16 起，不论键多键少，占比都逐步下降，最终按 ${math("dMinusHalf")} 下降：${math("d")} 变为四倍，占比减半。${scaled("缩放后")}，几乎所有查询都参与。`,
    rich`典型的查询得到的梯度是否变少，则是另一个问题，还要看键的个数 ${math("n")}。${unscaled("不缩放")}时，它的梯度在 d 较小时比${scaled("缩放后")}大，在 d 较大时则更小：两条中位数曲线的交点，3 个键时在 ${math("d")} = 20 附近，64 个键时在 330 附近，512 个键时在 1,000 附近。`,
  ],
  question: {
    ask: rich`不缩放，d 从 64 变到 256。提供梯度的查询所占的比例会怎样？`,
    answers: ["不变", "降到大约一半", "降到十分之一"],
    why: rich`它最终按 ${math("dMinusHalf")} 下降：分数散开到两倍，两个词仍然接近的行就大约只剩一半。`,
  },
  try: rich`把 d 依次设为 64、256、1024：橙色的占比每次大约减半，青色的几乎不变。再打开下面的单次抽样：各次相差很大，单独一次说明不了什么。`,
  folds: {
    medians: "不缩放时，典型查询的梯度在 d 小时更大，d 大时更小",
    draws: "单次抽样差别很大，只看一次说明不了什么",
    sentence: "你的句子：不缩放时各词的梯度通常相差很远，缩放后彼此接近",
  },
  shares: {
    legend: "每个 n（键的个数）用一种线型",
    made: (draws, keys) => `n = ${keys}：${draws} 次抽样`,
    list: (items) => items.join("、"),
    share: {
      title: "贡献梯度的查询占比",
      y: "查询占比",
      slope: "斜率 −½",
    },
    median: {
      title: "典型的查询",
      y: "‖∂y/∂q‖ 的中位数",
    },
    finding: (dim, counts, without, divided) =>
      rich`d = ${String(dim)}，键的个数 n 依次为 ${counts} 时，贡献梯度的查询占比（%）依次为：不缩放 ${unscaled(without)}，缩放 ${scaled(divided)}。`,
  },
  controls: {
    loss: "损失",
    losses: { squares: "½ Σ z²", sum: "Σ z", target: "½ Σ |z − v|²，v 取某个词的值" },
    target: "取哪个词的值",
  },
  fans: {
    peak: "最大权重趋近 1",
    jacobian: "雅可比矩阵趋于零",
    gradient: "到达查询的梯度",
    axes: { peak: "最大权重", jacobian: "‖J‖（Frobenius 范数）", gradient: "‖∂y/∂q‖" },
    legend: (keys, words) =>
      `每次抽样 ${keys} 个键；实线：中位数 · 色带：10 % 到 90 % 分位 · 虚线：均值 · 圆环：你的句子的各行，n = ${words}`,
  },
  singles: {
    title: (count, dim) => `前 ${count} 次抽样，d = ${dim}，每次一条短线`,
    corner: "抽样",
    zero: (count) => `不缩放的有 ${count} 次太小，超出坐标轴，画在左边缘上`,
  },
  exploding: {
    text: (dim, keys, a, b) =>
      rich`常有人说，缩放是为了防止梯度爆炸。可 softmax 的雅可比矩阵不会爆炸：谱范数最多是 ½。与它相乘的 K，才让最大的梯度按 √d 增大。取 d = ${String(dim)}、n = ${String(keys)}：${unscaled("不缩放")}时，‖∂y/∂q‖ 的中位数是 ${unscaled(a.median)}，均值 ${unscaled(a.mean)}，最大值 ${unscaled(a.largest)}；${scaled("缩放后")}，中位数是 ${scaled(b.median)}，均值 ${scaled(b.mean)}，最大值 ${scaled(b.largest)}。所以“爆炸”和“消失”都不合适。${WQ} 的梯度是对所有查询求和，${unscaled("不缩放")}时它更大、噪声也更大，而且只来自少数查询：输出端取随机梯度，16 或 64 个词，d = 64 或 256，多数试验里它的范数是缩放后的 4 到 20 倍。`,
    table: (keys) => `各次抽样的梯度 ‖∂y/∂q‖，${keys} 个键`,
  },
  own: {
    text: rich`你的句子里每个词有一个查询。到达各个查询的梯度画在对数轴上：不缩放时通常相差悬殊，缩放后聚在一起。`,
    strip: "到达每个查询的梯度：‖∂y/∂q‖",
    zero: "小于 10⁻⁹ 的画在左边缘上。",
    chain: rich`从输出 Z 上的损失，一路回到分数、查询和键。颜色浓的行得到的梯度多，浅色的行几乎得不到。缩放后，每个元素也都除以了同一个数，损失本身也不同。不缩放与缩放用同一色标。`,
    loss: (without, withIt) => `不缩放 L = ${without}，缩放 L = ${withIt}`,
  },
  limits: rich`以上结论都针对独立的随机向量，如同初始化的时候。${math("d")} 小于 16 时，缩放后的占比也小：3 个键，${math("d")} = 1、2、4 时分别是 0.41、0.54、0.68。训练中，较小的学习率可以掩盖一部分影响。`,
};
