import type { en } from "../en/tensor.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { tensor: "批" },
  heading: "框架里的张量",
  text: [
    `框架把所有句子、所有头的查询放在一个四维张量里：[:[batch, heads, n, d_k]:]，键放在另一个里。在最后两维上做一次乘法，就得到全部分数。元素的方差是 $σ²$ 时，分数的方差是：`,
  ],
  further: {
    title: "填充，以及一个常被转抄的推导",
    text: [
      `一个张量只有一个 $n$，句子却长短不一。所以短句要用填充补齐，再用掩码在 softmax 之前把填充键的分数设为 −∞：它们的权重正好是 0。`,
      `一个常被转抄的推导写成 $dSigma2$，还把除法放在 softmax 之后。两个分量之积的方差是 $sigma2$ · $sigma2$，所以应是 $dSigma4$；$σ$ = 1 时两者相等。而在 softmax 之后再除，只会让每行的和小于 1，权重在词之间的比例不变。`,
    ],
  },
  question: {
    ask: `查询和键的元素的标准差是 2，$dk$ 是 8。分数的方差是多少？`,
    answers: ["8 · 2", "8 · 2²", "8 · 2⁴"],
    why: "乘积的方差是两个方差的乘积，4 · 4，而分数是 8 个乘积之和，即 128。",
  },
  try: `把维度设为 512：每个分数是 64 个乘积之和，[-缩放前-]的方差接近 64。`,
  controls: { heads: "第二维 $h$", second: "同一批里的另一个句子" },
  axes: { batch: `批：{count}`, heads: `头：{count}`, first: `，前 {shown} 个` },
  sentence: `句子 {at}：词 {words}，填充 {padding}`,
  corner: "行",
  row: `句子 {at}：{word}`,
  padding: "填充",
  queries: {
    fold: "一个张量装下所有的查询",
    title: "查询合成一个张量",
    note: "斜线：只为补齐短句的行，这里填的是 0。",
    table: "第一个头的查询",
  },
  weights: {
    fold: "填充被屏蔽，权重为 0",
    title: "权重合成一个张量",
    note: "斜线：已被屏蔽。每个词给填充列的权重都是 0。填充的行没有任何可用的键；全是 −∞ 时 softmax 是 0/0，有的框架得到“非数”，这里这样的行全为 0。两个句子一样长时，就没有斜线。",
    table: "第一个头的权重",
  },
  equal: "两个句子的词数相同，所以没有填充，也没有掩码。",
  variance: {
    title: "$QKᵀ$ 的方差",
    beside: "缩放前",
    x: "方差",
    lines: ["全部分数", "按行", "按列"],
    note: `小点：一个头。大点：整个张量。不计填充。`,
    whole: "整个张量",
    head: `第 {at} 个头`,
    expected: "预期",
  },
  finding: `整个张量上，分数的方差是 [-{all}-]，按行是 [-{rows}-]，按列是 [-{cols}-]；这里 $dSigma4$ 是 **{expected}**（$σ²$ 在 $Q$ 中是 {queries}，在 $K$ 中是 {keys}）。把分数除以 [+$√{dk}$+]，它们的方差就除以 [+{dk}+]。`,
  single: `整个张量上，分数的方差是 [-{all}-]；这里 $dSigma4$ 是 **{expected}**（$σ²$ 在 $Q$ 中是 {queries}，在 $K$ 中是 {keys}）。只有一个分数的行没有方差。`,
  alt: `两个句子上下排列，{heads} 个头左右排列，每块 {rows} 行 {cols} 列；填充处画了斜线。`,
};
