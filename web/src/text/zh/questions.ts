import type { QuestionText } from "../en/questions.js";
import { rich, strong } from "../rich.js";

export const zh: QuestionText = {
  question: "问题：",
  show: "直接看结果",
  measuring: "正在测量 …",
  measured: (answer) => rich`测得：${strong(answer)}。`,
  chosen: (answer) => rich`你选了：${strong(answer)}。测得：相同。`,
  other: (answer, measured) => rich`你选了：${strong(answer)}。测得：${strong(measured)}。`,
  pad: {
    label: "画出你的猜测",
    draw: "从左向右画，或点一下曲线经过的地方。",
    keys: "键盘：← → 选位置，↑ ↓ 移动曲线，回车作答。",
    place: (x, y) => `${x}：${y}`,
    you: "你画的",
    chosen: "你选的",
    measured: "测得",
  },
  drew: (x, guess, measured) =>
    rich`在 ${x} 处你画的是 ${strong(guess)}，测得 ${strong(measured)}。`,
  drawn: (x, measured) => rich`在 ${x} 处测得 ${strong(measured)}。`,
  keep: "记住三句话",
  exercises: "两道练习",
  answer: "答案",
  misconceptions: "常见的误解",
  between: "",
};
