import type { en } from "../en/saturation.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  heading: "Softmax 饱和",
  text: [
    `对 softmax 起作用的只有差值，而且按指数起作用。把它的输入（logits）都加上同一个常数，什么也不变；都乘以 $c$，任意两个权重之比就变成原来的 $c$ 次方。logits 彼此接近，权重就相差无几；彼此相距很远，就由一个权重独占。而按 $√d$ 散开的分数，彼此相距很远。`,
  ],
  question: {
    ask: "Logits 从 1、1、2、4 变到 4、4、8、16：$a$ 先是 1，后是 4。softmax 的哪些柱子变高？",
    answers: ["全部，和 logits 一样", "后两个", "只有最后一个"],
    why: `第三个权重从 {third.0} 变到 {third.1}，最后一个从 {last.0} 变到 {last.1}：权重之和为 1，起作用的是与最大 logit 的距离，它变为四倍。`,
  },
  try: `把 $a$ 从 0 拖到 20，看最后一个条形。再给所有 logits 加 50：权重都不变。然后按“播放”：它只是把 logits 乘以一个倍数。`,
  bars: {
    logits: "输入 logits $x$",
    label: `logits 及其 softmax 的条形图：{weights}`,
    columns: ["输入 logit", "权重"],
    corner: "分量",
  },
  curve: {
    title: "尺度增大时的熵与最大权重",
    x: "logits 的标准差",
    entropy: "熵下降",
    fold: "logit 越分散，最大的权重越接近 1",
    peak: "一个权重独占",
    entropyAxis: "熵 / ln $n$",
    peakAxis: "最大权重",
    dots: `圆环：你的句子的各行，$n$ = {count}`,
    columns: ["标准差", "熵", "最大权重"],
    corner: "倍数",
  },
};
