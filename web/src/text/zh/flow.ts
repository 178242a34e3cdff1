import type { en } from "../en/flow.js";
import { math, rich, scaled, unscaled, word } from "../rich.js";

export const zh: typeof en = {
  counted: { flow: "层" },
  heading: "编码器与解码器",
  text: [
    rich`编码器读一个句子，解码器读另一个。每一层先让各个词互相关注，再让每个词单独通过一个小网络；每一步的结果都与这一步的输入相加，再对相加的结果做层归一化（归一化也可设在子层之前）。解码器关注的，是编码器最后一层的输出 ${math("R")}。`,
    rich`这里两者都用同样的参数算两遍：${unscaled("左边不缩放")}，${scaled("右边缩放")}，每一层的每个注意力都是如此。点击一个方框，它的矩阵就在图的下面打开；指向一个词，它所在的行在所有矩阵里都会标出来。`,
  ],
  question: {
    ask: rich`解码器使用因果掩码。第一个词把多少注意力给了自己？`,
    answers: ["全部，无论是否缩放", "缩放后少一些", "看抽到的数"],
    why: rich`它看不到别的词，而一个分数的 softmax 总是 1，无论分数是多少。`,
  },
  try: rich`打开交叉注意力，再把维度设为 512：每个头 64 个分量，与论文相同。在逐层的那一条里，柱子是各行熵的平均值：${unscaled("不缩放")}时，第一层很低，各个词变得相似之后才升高。`,
  layer: "打开第几层",
  query: "编码器的词",
  secondword: "解码器的词",
  causal: "解码器的掩码",
  causals: { on: "因果", off: "无" },
  boxes: {
    ...{ embedding: "词向量 + 位置", target: "词向量 + 位置" },
    ...{ attention: "自注意力", cross: "对 R 的交叉注意力" },
    ...{ masked: "因果自注意力", unmasked: "自注意力，无掩码" },
    ...{ feed: "前馈网络", feed2: "前馈网络" },
    ...{ memory: "R：编码器的输出", output: "输出" },
    ...{ post: "相加与归一化", pre: "归一化" },
  },
  button: (tower, name, before) =>
    `${tower === "encoder" ? "编码器" : "解码器"}：${name}${before === null ? "" : `（${before}）`}`,
  which: {
    ...{ norm1: "注意力", norm2: "前馈网络" },
    ...{ norm3: "自注意力", norm4: "交叉注意力", norm5: "前馈网络" },
  },
  openLabel: "打开的方框",
  diagram: {
    title: "每个方框都能打开",
    alt: (layers, heads, names) =>
      `编码器和解码器各 ${layers} 层、每层 ${heads} 个头，画成由小矩阵组成的方框图；每个方框从左到右是：${names}。`,
    names: {
      ...{ entropy: "熵", weight: "注意力权重", coordinate: "分量" },
      layer: (layer, layers) => `第 ${layer} 层，共 ${layers} 层`,
    },
    note: (shown, most) =>
      `条带：前 ${shown} 个分量，前馈网络画的是内层的分量。方阵：各个头的权重，每个查询一行。柱子：一层里各行熵的平均值，最多 ${most}。`,
    pooled: "超过 32 个词时，一个小方块代表几个权重，显示其中最大的。",
    table: "各层的熵和最大权重",
    corner: "层",
    columns: ["熵", "最大权重"],
    rows: { attention: "编码器", masked: "解码器", cross: "交叉注意力" },
  },
  opened: (name, layer) => `${name}，第 ${layer} 层`,
  headTitle: (head) => `第 ${head} 个头`,
  weights: (where) => `权重：${where}`,
  embedding: {
    fold: "词向量与位置相加，成为输入",
    vectors: "词向量",
    positions: "位置",
    sum: "两者之和",
  },
  matrices: {
    ...{ asks: "查询的输入", adds: "待相加的输出" },
    inside: (activation) => `内层，经过 ${activation}`,
    post: { before: "相加的结果", output: "归一化之后" },
    pre: { before: "输入", output: "归一化之后" },
  },
  mask: {
    fold: "因果掩码：每个词只关注自己和前面的词",
    title: "因果掩码",
    beside: "深色：参与计算",
    note: "一个词只能关注自己和它前面的词。其余的分数变成 −∞，权重就是 0。",
  },
  finding: (where, without, withIt, divisor) =>
    rich`${where}：${word(without.query)} 把 ${unscaled(`${without.share}\u00A0%`)} 的注意力给了 ${word(without.key)}。分数除以 ${divisor}，它给得最多的是 ${word(withIt.key)}：${scaled(`${withIt.share}\u00A0%`)}。`,
  where: (box, layer, head) => `${box}，第 ${layer} 层，第 ${head} 个头`,
  honest: rich`这里没有任何训练。参数由种子抽取（Xavier 规则：方差为 2/(行数 + 列数)），哪个词关注哪个词全凭偶然，按“重新抽样”就会变；什么都没学过的解码器也翻译不了什么。但一行的注意力由几个词分享，不是偶然：头越宽、分数越大，缩放对它的影响就越大，训练还没开始就是这样。`,
};
