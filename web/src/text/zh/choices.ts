import type { en } from "../en/choices.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { rules: "个句子", against: "次抽样" },
  heading: "用哪一种",
  text: [
    `2017 年的回答是 $√dₖ$。今天有些模型除以别的数，或先把查询和键归一化，或给分数加上限，或乘以 ln $n$。这里把你的句子同时放在九种规则之下。`,
  ],
  folds: {
    large: `放大：{rule}；头数、$g$、$c$、$n₀$`,
    sources: "所有规则的公式和出处",
  },
  question: {
    ask: `训练使 $queryMatrix$ 和 $keyMatrix$ 变为十倍。在哪一种规则下，权重和以前相同？`,
    answers: ["$√dₖ$", "QK-norm", "soft-cap", "a·ln $n$"],
    why: `它把每个查询和每个键除以自己的长度，倍数就消去了。用 $√dₖ$ 和 a·ln $n$，每个 logit 变为 100 倍；soft-cap 只让它不超过 $c$。`,
  },
  try: `把 $W$ 放大十倍，看哪些矩阵的一行里还不止一个大权重。点击一种规则试试。`,
  controls: {
    size: "$W$ 的大小",
    gain: "QK-norm：$g / √dₖ$",
    cap: "Soft-cap：$c$",
    neutral: "a·ln $n$：$n₀$",
    keys: "键数 $n$",
    draws: "规则的抽样次数",
    against: "横轴",
    axes: { size: "$W$ 的大小", keys: "键数 $n$", dim: "头的 $d$" },
    reached: "显示",
    measures: { largest: "最大权重", entropy: "熵", slope: "斜率 $‖∂y/∂x‖$" },
  },
  names: { none: "不缩放", model: "$√d$，整个模型", initialisation: "$√dₖ$ 并入初始化" },
  told: {
    none: "分数原样不动，标准差随 $√dₖ$ 增大。",
    head: `只要查询和键的分量方差为 1，不论头多宽，分数的标准差都是 1。Vaswani 等，“Attention Is All You Need”，2017；PyTorch 的 scaled_dot_product_attention 默认如此。`,
    model: `最常见的错误：每个头宽 $dₖ$，根号下却是整个模型的宽度。只有一个头时两者相同；有 $h$ 个头时，分数只有应有的 $1/√h$，权重过于平均。`,
    d: `muP 把分数乘以一个常数，再除以 $dₖ$，因为学会匹配的查询和键，分数按 $d$ 增长。开始时权重几乎相等。Yang 等，“Tensor Programs V: Tuning Large Neural Networks via Zero-Shot Hyperparameter Transfer”，2022。`,
    initialisation: `$queryMatrix$ 在抽取时就除以 $√dₖ$，分数不再除：开始时的权重，除舍入外逐位相同。训练中却不同：查询只有 $1/√dₖ$，$‖∂y/∂q‖$ 就是 $√dₖ$ 倍；Adam 的步长与梯度的大小无关，相对于 $queryMatrix$ 就是 $√dₖ$ 倍。T5 就这样做，用的是 Mesh TensorFlow 的初始化，训练用 Adafactor，步长按参数的大小缩放，抵消了这一点：Raffel 等，“Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer”，2020。`,
    "qk-norm": `查询和键的长度都变成 1，分数是 $g$ 乘以两者的余弦：$queryMatrix$ 和 $keyMatrix$ 再大，logit 也不超过 $g$。先对查询和键做 RMSNorm 再除以 $√dₖ$，在它学到的权重都是 1 时，就是 $g = √dₖ$ 的这种规则。Henry 等，“Query-Key Normalization for Transformers”，2020，$g$ 由学习得到；ViT-22B 用 LayerNorm，Dehghani 等，2023。transformers 里的 [:gemma3n:] 归一化之后乘以 1，由学到的权重代替 $g$。`,
    "soft-cap": `logit 不超过 $±c$，小的几乎不变。斜率是 1 − $tanh²(x/c)$：$x = c$ 时为 0.42，$x = 1.5 c$ 时为 0.18。Gemma 2（2024）的 $c$ 是 50，其中 27B 的模型除以 $√144$，而头宽是 128。`,
    "log-n": `SSMax：键越多，logit 越大，所以键很多的一行不会退化成简单平均。在模型里，每个头学一个数代替 a；这里 $a$ = 1/ln $n₀$，有 $n₀$ 个键时什么也不变。Nakanishi，“Scalable-Softmax Is Superior for Attention”，2025。`,
    "off-by-one": `一行给各个键的权重之和可以小于 1：余下的不给任何键。计算熵时，余下的部分也作为一种可能计入。Miller，“Attention Is Off By One”，2023；PyTorch 的 add_zero_attn 用全零的键和值做到这一点。`,
  },
  thumbs: {
    title: "同一个句子，九种规则",
    beside: {
      one: `一个头，$d$ = {dim}；下面：各行最大权重的平均`,
      more: `{heads} 个头中的第一个，$dₖ$ = {dim}/{heads} = {head}；下面：各行最大权重的平均`,
    },
    alt: `同样的词的九个注意力矩阵，每种规则一个；框出的是 {chosen}。`,
  },
  large: { title: `规则：{rule}`, table: `规则 {rule} 的权重` },
  table: {
    caption: "各种规则",
    corner: "规则",
    columns: ["熵", "最大权重", "最大 logit", "$‖∂y/∂q‖$", "查询的比例"],
    note: "熵（nat）和最大权重：各行的平均；全部 logit 中最大的；$‖∂y/∂q‖$ 的中位数；提供它的查询的有效比例。",
  },
  finding: `$W$ × **{size}** 时，最大的 logit 不缩放是 [-{logits.0}-]，除以 $√dₖ$ 是 [+{logits.1}+]，用 **{rule}** 是 **{logits.2}**；一行最大权重的平均依次是 [-{weights.0}-]、[+{weights.1}+] 和 **{weights.2}**。`,
  draws: {
    fold: "每种规则的用处",
    text: `训练开始时 $√dₖ$ 就够了。其他规则针对的是后来的情形：权重矩阵变大了，键比训练时多了，或者一行里没有合适的键。用随机的查询和键代替你的词：画出多次抽样的中位数，其中三种规则还有 10 % 到 90 % 的范围。训练改变的是 $W$ 的大小，文字变长改变的是键数。`,
    title: `{measure}与{axis}`,
    note: "竖线是你的设置。根号并入初始化的规则没有画：开始时它的数值与 $√dₖ$ 相同。",
    slope: "$‖∂y/∂x‖$ 包含规则本身的斜率：soft-cap 的斜率，以及因子 a·ln $n$。",
  },
};
