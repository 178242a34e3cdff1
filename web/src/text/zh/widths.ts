import type { en } from "../en/widths.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { widths: "个句子" },
  heading: "任意宽度",
  text: [
    `一个分数是 $dk$ 个乘积之和，与 $dModel$ 无关。所以[+根号下是键的宽度+]。如果误用了 $dModel$，键较窄时除数就太大，一行的权重就彼此更接近。`,
  ],
  further: {
    text: [
      `词向量有 $dModel$ 个数。$queryMatrix$ 和 $keyMatrix$ 得到 $dk$ 个数的查询和键，$valueMatrix$ 得到长度任意的值。这些宽度可以任选，只有查询和键必须一样宽。`,
      "BERT 的词向量有 768 个数，分给 12 个头：768/12 = 64，这就是 BERT 根号下的 64。",
    ],
  },
  question: {
    ask: `键比词向量窄，却误把分数除以 $dModel$ 的平方根。一行的权重会怎样？`,
    answers: ["更尖锐", "更接近", "不变"],
    why: `分数按 $dk$ 的平方根散开。除数更大，分数之间的距离就小于 1，接近的 logits 给出接近的权重。`,
  },
  try: `先把键的宽度设为 1，再设为 64：键的宽度与词向量的维度（这里是 64）相同时，两个根号相等。`,
  controls: {
    dk: "查询和键的宽度",
    dv: "值的宽度",
    projection: "查询、键和值的矩阵",
    projections: { drawn: "随机抽取", identity: "单位矩阵", pasted: "粘贴" },
  },
  paste: {
    wq: "查询的矩阵（CSV）",
    wk: "键的矩阵（CSV）",
    wv: "值的矩阵（CSV）",
    empty: "请粘贴一个矩阵：矩阵的一行占一行，数之间用逗号隔开。",
    entry: `第 {line} 行第 {column} 列：“{entry}”不是 −1000000 到 1000000 之间的数。`,
    ragged: `第 {line} 行有 {count} 个数，第一行有 {first} 个；各行必须一样多。`,
    large: `这个矩阵有 {rows} 行 {cols} 列；行和列最多各 1024。`,
    shape: `这个矩阵有 {rows} 行 {cols} 列。它需要 {model} 行，词向量的每个数一行：把上面的维度设为 {rows}，或粘贴别的矩阵。`,
  },
  unused: `**图中是随机抽取的矩阵**，直到粘贴的矩阵都合适：行数等于词向量的长度，查询和键的矩阵列数相同。`,
  shapes: {
    fold: "梯度、各矩阵的形状、你的矩阵",
    title: "各矩阵的形状",
    alt: `$X$ 是 {n} 行 {model} 列，查询和键的矩阵是 {model} 行 {dk} 列，值的矩阵是 {model} 行 {dv} 列；分数是 {n} 行 {n} 列，输出是 {n} 行 {dv} 列。`,
    note: "边长按对数画。着色的边是键的宽度：分数就是沿它们求和。",
    corner: "矩阵",
    rows: ["词向量", "查询和键的矩阵", "值的矩阵", "查询和键", "值", "分数", "输出"],
    columns: ["行数", "列数"],
  },
  measured: {
    entropy: "每个词的权重的熵",
    gradient: "到达每个查询的梯度",
    columns: ["不缩放", "除以词向量宽度的平方根", "除以键宽度的平方根"],
  },
  finding: `误用 {model} 而不是 {dk} 的平方根，分数除的就是 **{wrong.divisor}**，而不是 [+{right.divisor}+]：平均熵是 **{wrong.entropy}**，而不是 [+{right.entropy}+]（最大 {most} nat）；梯度的大小（范数）$‖∂y/∂q‖$ 的均值是 **{wrong.gradient}**，而不是 [+{right.gradient}+]。`,
  same: `这里两种宽度都是 {dim}，根号下放哪一个没有区别。改变键的宽度，就有区别了。`,
  output: { title: "输出与值一样宽", name: "所选宽度的输出" },
};
