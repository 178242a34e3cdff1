import type { en } from "../en/quiz.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { ten: "个问题" },
  heading: "你记得住吗？",
  text: [
    `十个问题：已发布的模型把 $q·k$ 乘以多少。它们抽自 34 个容易答错的问题。正确答案来自代码，同模型表一致。有一位总是回答 $1/√dₖ$ 的人，答的是同样的十题。`,
  ],
  try: "凭记忆回答，再点开最让你意外的那个模型。",
  fold: "十个问题",
  seed: "抽题",
  draw: "换十个问题",
  numbered: "第 {number} 题，共 {count} 题",
  ask: {
    divides: "**{name}** 在 softmax 之前究竟有没有除 $q·k$？",
    root: "**{name}** 的头宽 {head}。它是否把 $q·k$ 除以头宽的平方根 {root}，此外什么也不除？",
    linear: "**{name}** 的头宽 {head}。它是否把 $q·k$ 除以 {head} 本身，而不是平方根？",
  },
  short: {
    divides: "做了除法",
    root: "只除以 $√dₖ$",
    linear: "除以 $dₖ$",
  },
  yes: "是",
  no: "否",
  none: "–",
  right: "答对了：{right}。",
  wrong: "答错了：应答“{right}”。",
  fact: {
    undivided: "{name} 乘以 1：头宽 {head}，什么也没除。",
    root: "{name} 乘以 {factor} = {value}，头宽 {head}。",
    other: "{name} 乘以 {factor} = {value}，头宽 {head}，是 $1/√dₖ$ 的 {times} 倍。",
  },
  defaults: "（大小取自代码中的默认值。）",
  card: "{name} 的全部资料",
  next: "下一题",
  toScore: "看得分",
  score: "你：{count} 题对 **{reader}** 题。总是回答 $1/√dₖ$ 的人：{count} 题对 **{guesser}** 题。",
  better: "你知道的比公式多。",
  notBetter: "只凭公式也能得这么多分，甚至更多。",
  marks: { right: "✓", wrong: "✗" },
  table: {
    caption: "十个答案",
    columns: ["模型", "问题", "正确", "你", "$1/√dₖ$"],
  },
  ten: {
    fold: "一张图里的答案",
    title: "十个问题里的模型",
    alt: "模型自上而下排列，圆点的位置是因子乘以头宽的平方根。",
    axis: "因子 × $√dₖ$",
    legend: { root: "$1/√dₖ$", other: "其他因子" },
    corner: "模型",
    columns: ["因子 × $√dₖ$", "答案为“是”", "$1/√dₖ$ 答“是”"],
  },
};
