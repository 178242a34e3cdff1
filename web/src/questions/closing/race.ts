import { math, rich } from "../../text/rich.js";
import type { Closing } from "../closing.js";

const [q, k] = [math("queryMatrix"), math("keyMatrix")];

export const closing: Closing = {
  en: {
    keep: [
      rich`With the same start and the same examples, the undivided model learns the dates too, but later.`,
      rich`With SGD, the largest rate at which the undivided head learns falls as ${math("d")} grows; with the division one range of rates serves every ${math("d")} from 16 on.`,
      rich`Adam’s step does not grow with the gradient: both lanes learn at the same rates, the undivided one in more steps.`,
    ],
    exercises: [
      {
        task: rich`${math("dk")} is 64. By which factor are ${q} and ${k} to be smaller at the start, so that undivided scores are those of the other lane?`,
        answer: rich`Each by √8 = 2.83: a score has both, and √8 · √8 = 8 = √64.`,
      },
      {
        task: rich`A head of recall takes each of its 16 tokens alike. What is its loss, about?`,
        answer: rich`1 − 1/16 = .94. A head that always finds the token has 0.`,
      },
    ],
  },
  zh: {
    keep: [
      rich`从同样的起点、用同样的例子，不缩放的模型也能学会日期，只是更晚。`,
      rich`用 SGD 时，不缩放的头能学会的最大学习率随 ${math("d")} 变小；缩放时，同一段学习率适用于 16 以上的每个 ${math("d")}。`,
      rich`Adam 的步长不随梯度变大：两条泳道在同样的学习率下学会，不缩放的需要更多步。`,
    ],
    exercises: [
      {
        task: rich`${math("dk")} 是 64。${q} 和 ${k} 开始时要小多少倍，不缩放的分数才和另一条泳道相同？`,
        answer: rich`各 √8 = 2.83 倍：分数里两者都有，√8 · √8 = 8 = √64。`,
      },
      {
        task: rich`一个回忆任务的头对 16 个词元一视同仁。它的损失大约是多少？`,
        answer: rich`1 − 1/16 = 0.94。总能找到那个词元的头，损失是 0。`,
      },
    ],
  },
};
