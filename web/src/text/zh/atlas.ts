import type { en } from "../en/atlas.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { card: "个句子" },
  heading: "已发布的模型怎么做",
  text: [
    `逐行读 2017 到 2026 年发布的 110 个模型的代码：softmax 之前 $q·k$ 乘以什么，对分数还做了什么。一个点是因子乘以 $√dₖ$，论文的 $1/√dₖ$ 就在 1 处。`,
  ],
  question: {
    ask: "2026 年发布的 16 个模型里，有几个除以 $√dₖ$？",
    answers: ["16", "12", "7", "2"],
    why: `九个不是：Gemma 4 不除，Inkling 和 Granite 除以 $dₖ$，其余的带有为长文本设的因子，或自己的因子。`,
  },
  try: `在“找一个模型”里输入 [:gemma:]：同一个家族，有的除以 $√dₖ$，有的除以 $d/h$ 的根，有的根本不除。再点一个点。`,
  find: "找一个模型",
  kind: "类型",
  kinds: {
    language: "语言",
    vision: "视觉",
    audio: "音频",
    protein: "蛋白质",
    diffusion: "扩散",
    time: "时间序列",
  },
  allKinds: "所有类型",
  besides: "因子之外",
  besidesNames: { all: "不限", something: "还有别的", nothing: "没有别的" },
  nothingFound: `没有符合条件的模型。输入名字的一部分，例如“gemma”，或选别的类型。`,
  unknown: `这里没有名为“{name}”的模型，显示的是 {shown}。用“找一个模型”可以看到全部名字。`,
  finding: {
    all: `{count} 个模型里，[+{root}+] 个乘以 $1/√dₖ$，**{others}** 个不是：[-{undivided}-] 个根本不除，**{linear}** 个除以 $dₖ$ 本身。2026 年的 {late} 个里，只有 **{rootLate}** 个还用 $1/√dₖ$。`,
    some: `符合条件的模型：**{count}** 个。乘以 $1/√dₖ$：[+{root}+]；不除：[-{undivided}-]；除以 $dₖ$：**{linear}**；别的因子：**{other}**。`,
  },
  factors: {
    title: "110 个模型给 $q·k$ 乘的因子",
    axis: "因子 × $√dₖ$",
    alt: `110 个模型的每个因子一个点，横轴是年份，纵轴是因子乘以头宽的平方根。多数在 1 处。`,
    legend: { root: "$1/√dₖ$", none: "不除", other: "别的因子" },
    note: `色带里是恰好为 1 的因子。XCiT 和 Florence-2 的通道层对词元求和，没有点；学到的因子取训练开始时的值。`,
    corner: "模型",
    columns: ["年份", "$dₖ$", "因子", "因子 × $√dₖ$"],
  },
  folds: {
    table: "所有模型的表格，附出处",
    card: "例如：{model} 怎样处理你的句子",
  },
};
