import type { en } from "../en/saturation.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  heading: "Softmax 饱和",
  text: [
    `Softmax 的输入（logits）只有差值起作用：差值小，各个权重就相差无几；差值大，就由一个权重独占。而分数之间的差约为 $√d$。`,
  ],
  question: {
    ask: "Logits 从 1、1、2、4 变到 4、4、8、16。softmax 的哪些柱子变高？",
    answers: ["全部", "后两个", "最后一个"],
    why: `第三个权重从 {third.0} 变到 {third.1}，最后一个从 {last.0} 变到 {last.1}：权重之和为 1，起作用的是与最大 logit 的距离，它变为四倍。`,
  },
  try: `把 $a$ 从 0 拖到 20，或按“播放”，看 softmax 的最后一个条形。`,
  bars: {
    logits: "输入 logits $x$",
    label: `logits 及其 softmax 的条形图：{weights}`,
    columns: ["输入 logit", "权重"],
    corner: "分量",
  },
  further: {
    text: [
      `差值按指数起作用。给所有 logits 都加上同一个常数，什么也不变：加 50，权重都不动。都乘以 $c$，任意两个权重之比就变成原来的 $c$ 次方。`,
    ],
  },
  curve: {
    title: "尺度增大时的熵与最大权重",
    x: "logits 的标准差",
    entropy: "熵下降",
    fold: "logits 越分散，熵越低",
    peak: "一个权重独占",
    entropyAxis: "熵 / ln $n$",
    peakAxis: "最大权重",
    dots: `圆环：你的句子的各行，$n$ = {count}`,
    columns: ["标准差", "熵", "最大权重"],
    corner: "倍数",
  },
};
