import type { en } from "../en/exponent.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { map: "次抽样", growth: "次抽样", places: "种位置" },
  heading: "为什么是 ½",
  text: [
    `改为除以 $dAlpha$：只有 $alpha$ 取 ½ 时，$‖∂y/∂q‖$ 的中位数才趋于一个稳定的水平：三个键时，在 $d$ = 16、64、1024 处分别为 0.40、0.42、0.44。`,
  ],
  further: {
    text: [
      `在某个固定的 $d$ 上，别的指数给出的中位数可能更大；取 ½ 时它持平。`,
      `**小于 ½：权重终会饱和。**远小于 ½ 时，权重饱和，中位数骤降。略小于 ½ 时，中位数会上升，直到 $d$ 更大时权重才饱和：三个键、$alpha$ = 0.4 时，要到几千处，在图外。`,
      `**大于 ½：权重均匀，梯度衰减。**分数缩小，各个键的权重趋于相同，中位数随之衰减，最终按 $dHalfMinusAlpha$；$d$ 较小时要慢一些。`,
    ],
  },
  question: {
    ask: `除以 $dAlpha$，$α$ 取多少时，梯度的中位数不随 $d$ 变化？`,
    answers: ["0", "¼", "½", "1"],
    why: `小于 ½ 时权重最终会饱和；大于 ½ 时各个权重变得相近，梯度按 $dHalfMinusAlpha$ 消失。`,
  },
  try: "在图中点击，或移动页面的指数，再沿着那一行往右看。",
  controls: {
    measure: "显示的量",
    measures: {
      change: "$d$ 每翻一倍的变化",
      gradient: "$‖∂y/∂q‖$ 的中位数",
      entropy: "熵的中位数",
      peak: "最大权重的中位数",
    },
  },
  map: {
    title: "指数与 $d$",
    y: "指数 $α$",
    fades: "衰减",
    grows: "增长",
    collapses: "骤降",
    keeps: "数值大不等于更好：找颜色不变的那一行",
    doubling: "$d$ 翻一倍时，$‖∂y/∂q‖$ 的中位数变为 2 的几次方倍：与背景同色处表示不变",
    table: `{measure}，按指数和 $d$ 排列`,
    corner: "指数",
  },
  growth: {
    heading: "根号抵消的是 $d$，不是键的个数",
    fold: "根号抵消的是 $d$，不是键的个数",
    text: [
      `根号抵消的是 $d$ 的影响，不是键的个数 $n$ 的影响：分数大小不变时，键越多，每个键的权重越小。苏剑林（2021）提出用 ($κ$\u00A0ln\u00A0$n$)/$d$（$κ$ 是常数）代替 $1/√d$，使熵大致不变。其前提是最大的分数与 $d$ 成正比，且与 $n$ 无关，如查询与键对齐时那样。`,
      `独立的分数则不同：标准差为 s 时，熵约为 ln $n − s²$/2；要让它占 ln $n$ 的比例不变，$s²$ 应与 ln $n$ 成正比。`,
    ],
    settled: `○ 你的句子，$d$ = {dim}。`,
    measured: `对独立的分数实测，从 $n$ = {from} 到 {to}：熵 / ln $n$ 用 $1/√d$ 时从 {root.0} 变为 [+{root.1}+]；用 ($κ$\u00A0ln\u00A0$n$)/$d$ 时从 {logarithmic.0} 变为 **{logarithmic.1}**，矫正过度；用 ln $n$ 的平方根时保持平稳，为 {level.0} 与 **{level.1}**。各常数的取法使三者在 $n$ = 512 时相同。`,
    title: "熵随键数的变化",
    y: "熵（nat）",
    root: "$1/√d$",
    logarithmic: "($κ$\u00A0ln\u00A0$n$)/$d$",
    level: "(ln\u00A0$n$)/$d$ 的平方根",
    uniform: "ln $n$：平均分配",
    share: "熵 / ln $n$",
  },
  places: {
    heading: "根号放在哪里",
    fold: "半精度会溢出：除法要趁早",
    text: `精确计算时，根号除在分数、查询还是键上，或者查询和键各除以 $dQuarter$，结果都一样。位数少时就不一样了：半精度最大只到 65,504，所以最后才除的做法最先溢出。bfloat16 的范围与单精度相同，损失的是有效位数。`,
    controls: {
      precision: "精度",
      precisions: { double: "双精度", float: "单精度", half: "半精度", bfloat16: "bfloat16" },
      accumulate: "求和所用精度",
      accumulations: { same: "与所选精度相同", float: "单精度" },
      place: "根号除在",
      places: { scores: "分数", queries: "查询", keys: "键", both: "查询和键（各除以四次方根）" },
      size: "$q$ 和 $k$ 的倍数",
    },
    logits: "该精度下的 logits",
    difference: "与精确值之差",
    summary: "四种位置",
    corner: "位置",
    columns: ["非有限的元素", "最大差", "最大相对差"],
    finiteOnly: `{value}（限于 {count} 个有限元素）`,
    overflow: `根号除在{place}上时，**有 {count} 个元素（共 {of} 个）**成了 ∞ 或 ∞ − ∞：某个元素、乘积或和超过了该精度的最大数。`,
    finite: `根号除在{place}上时，所有元素都有限；与精确值的最大差为 **{largest}**，最大相对差为 **{relative}**。`,
    exact: "在双精度下，四种位置的结果最多在最后几位有差别。",
  },
  curves: "小于 ½ 饱和，大于 ½ 衰减",
};
