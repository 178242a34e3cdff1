import { math, rich, scaled, unscaled } from "../../text/rich.js";
import type { en } from "./en.js";

export const zh: typeof en = {
  counted: { draws: "次抽样", sentence: "个句子" },
  heading: "多次抽样下的梯度",
  text: [
    rich`一次抽样说明不了什么，均值又会掩盖大半实情。所以这里抽很多次：查询和键的各分量独立，服从 N(0, 1)，如同训练刚开始的时候；同一次抽样在每个 ${math("d")} 上都看一遍。测量的是从查询到它的权重的整条链。`,
    rich`${unscaled("不做除法")}，随着 ${math("d")} 增大，中位数跌到几乎为零，均值却没有消失：大多数查询几乎得不到梯度，少数出现尖峰。${scaled("除以 √d")}，中位数很快就不再随 ${math("d")} 变化。`,
  ],
  try: rich`增加键的个数：橙色的中位数先升，然后照样下跌，只是要到更大的 d。再看下面的单次抽样：随便挑出一次，什么结论都可能得出。`,
  controls: {
    drawseed: "抽样的种子",
    loss: "损失",
    losses: { squares: "½ Σ z²", sum: "Σ z", target: "½ Σ |z − v|²，v 取某个词的值" },
    target: "取哪个词的值",
  },
  fans: {
    peak: "最大权重趋近 1",
    jacobian: "雅可比矩阵消失",
    gradient: "到达查询的梯度",
    axes: { peak: "最大权重", jacobian: "‖J‖（Frobenius 范数）", gradient: "‖∂y/∂q‖" },
    x: "d",
    label: (quantity) =>
      `${quantity}，随 d 的变化：不除与除后的中位数、10 % 到 90 % 分位带和均值；句子的各行画成点`,
    legend: (keys, words) =>
      `扇形：${keys} 个键；线：中位数 · 带：10 % 到 90 % 分位 · 虚线：均值 · 圆环：你的句子的各行，n = ${words}`,
    columns: [
      ...["不除：10 % 分位", "不除：中位数", "不除：90 % 分位", "不除：均值"],
      ...["除后：10 % 分位", "除后：中位数", "除后：90 % 分位", "除后：均值"],
    ],
  },
  singles: {
    title: (count, dim) => `前 ${count} 次抽样，d = ${dim}，每次一条短线`,
    x: "‖∂y/∂q‖",
    label: "单次抽样的梯度，在对数数轴上画成短线：不除的在上，除后的在下",
    columns: ["不除", "除后"],
    corner: "抽样",
    zero: (count) => `不除时有 ${count} 次小到图外，画在左边缘上`,
  },
  exploding: {
    title: "爆炸还是消失？",
    text: (dim, a, b, starving) =>
      rich`常有人说，除法是为了防止梯度爆炸。可 softmax 的雅可比矩阵不会爆炸：谱范数最多是 ½。与它相乘的 K，才让少数尖峰按 √d 增大。d = ${String(dim)} 时，${unscaled("不做除法")}，‖∂y/∂q‖ 的中位数是 ${unscaled(a.median)}，均值 ${unscaled(a.mean)}，最大值 ${unscaled(a.largest)}；${scaled("做了除法")}，中位数是 ${scaled(b.median)}，均值 ${scaled(b.mean)}，最大值 ${scaled(b.largest)}。${
        starving
          ? "大多数查询几乎得不到梯度，少数出现尖峰：所以主要是消失，而均值把它掩盖了。"
          : "键这么多，在这个 d 上还没有什么消失：把维度调大。"
      }`,
    table: "各次抽样的梯度 ‖∂y/∂q‖",
    columns: [
      "不除：中位数",
      "不除：均值",
      "不除：最大值",
      "除后：中位数",
      "除后：均值",
      "除后：最大值",
    ],
  },
  own: {
    title: "你的句子的梯度",
    text: rich`上面的每个词都发出一个查询。到达它的梯度画在对数轴上：不除时，有的查询几乎得不到梯度，有的出现尖峰；除后，它们聚在一起。`,
    strip: "到达每个查询的梯度：‖∂y/∂q‖",
    stripLabel: "每个词的权重对其查询的梯度，不除与除后，画在对数轴上",
    x: "‖∂y/∂q‖",
    zero: "小于 10⁻⁹ 的画在左边缘上。",
    chain: rich`从输出 Z 上的损失，一路回到分数、查询和键。亮的行是少数出现尖峰的，空白的行什么也得不到；除后，每个元素都带着所除的因子，损失本身也不同。不除与除后用同一色标。`,
    scores: "∂L/∂(QKᵀ)",
    queries: "∂L/∂Q",
    keys: "∂L/∂K",
    unscaled: "不除",
    scaled: "除后",
    label: (name, side) => `梯度 ${name}，${side}`,
    table: (name, side) => `梯度 ${name}，${side}`,
    loss: (without, withIt) => `不除时 L = ${without}，除后 L = ${withIt}`,
    rows: "到达每个查询的梯度",
    columns: ["不除：‖∂y/∂q‖", "除后：‖∂y/∂q‖", "不除：‖J‖", "除后：‖J‖"],
  },
  limits:
    "以上都是对独立随机向量而言，即初始化的时候。训练中，较小的学习率可以掩盖一部分影响，因为不除的分数对参数的梯度本来就多一个因子 √d。",
};
