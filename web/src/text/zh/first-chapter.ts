import type { StoryText } from "../en/first-chapter.js";
import { code, math, rich, scaled, strong, unscaled } from "../rich.js";

export const zh: StoryText = {
  byHand: "用手算一遍这个公式：三个词，各三个数",
  vectors: {
    heading: "一个词就是一行数",
    text: [
      rich`每个词成为 ${math("X")} 的一行：${math("d")} 个数，这里从正态分布抽取。抽到的数只取决于词和种子，所以同一个词在任何句子里向量都相同；增大 ${math("d")} 只是在后面添数。`,
      rich`三个矩阵把 ${math("X")} 的各行变成${strong("查询")} ${math("Q")}（一个词在找什么）、${strong("键")} ${math("K")}（用来与查询比较）和${strong("值")} ${math("V")}（传递出去的内容）。它们也各有 ${math("d")} 个数，所以这里 ${math("dkIsD")}。`,
    ],
  },
  scores: {
    heading: "每一对词都有一个分数",
    text: [
      rich`点积 ${math("qk")} 衡量查询与键的匹配程度：方向一致时大，互不相关时接近 0，方向相反时为负。`,
      rich`它是 ${math("d")} 个乘积之和，项数越多，和的波动越大：若各分量的方差为 1，分数大约分布在 ±√d 之间。缩放使它回到 ±1 左右。`,
    ],
  },
  softmax: {
    heading: "Softmax 分配总量为 1 的注意力",
    text: [
      rich`每一行分数经过 softmax，变成和为 1 的正权重。起作用的只有差值，而且按指数起作用：领先 1，权重是 2.7 倍；领先 8，就是 3,000 倍。`,
      rich`所以分数的大小决定一行的分布有多尖锐。${math("d")} 很大时，${unscaled("不缩放")}的多数行里一个词几乎独占权重；${scaled("缩放后")}，无论 ${math("d")} 多大，一行通常都较平缓。缩放不改变一行的次序：领先的词仍然领先，只是领先得少。`,
    ],
  },
  numbers: {
    heading: "每个数都可以自己算出来",
    text: [
      rich`词向量和投影来自 NumPy 的旧版（legacy）随机数生成器，下面几行代码会打印出本页的数字。种子一旦确定，就没有任何随机：数值只随你的改动而变。`,
      rich`初始画面用的是 ${code("seed=13")}。选它是因为它典型：对 d = 64 的“I am good”，前一百个种子中，它各行的最大权重最接近一千个种子的中位数（从小到大，缩放前为 0.87、0.995、1.0，缩放后为 0.47、0.57、0.71）。`,
    ],
  },
};
