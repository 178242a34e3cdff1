import type { en } from "../en/questions.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  question: "问题：",
  show: "直接看结果",
  measuring: "正在测量 …",
  measured: `测得：**{answer}**。`,
  chosen: `你选了：**{answer}**。测得：相同。`,
  other: `你选了：**{answer}**。测得：**{measured}**。`,
  pad: {
    label: "画出你的猜测",
    draw: "从左向右画，或点一下曲线经过的地方。",
    keys: "键盘：← → 选位置，↑ ↓ 移动曲线，回车作答。",
    place: `{x}：{y}`,
    you: "你画的",
    chosen: "你选的",
    measured: "测得",
  },
  drew: `在 {x} 处你画的是 **{guess}**，测得 **{measured}**。`,
  drawn: `在 {x} 处测得 **{measured}**。`,
  keep: "记住三句话",
  exercises: "两道练习",
  answer: "答案",
  misconceptions: "常见的误解",
  between: "",
};
