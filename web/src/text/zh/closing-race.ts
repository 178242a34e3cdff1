import type { ClosingWords } from "../closing.js";
import { math, rich, WK, WQ } from "../rich.js";

export const zh: ClosingWords = {
  keep: [
    rich`从同样的起点、用同样的例子，不缩放的模型也能学会日期，只是更晚。`,
    rich`用 SGD 时，不缩放的头能学会的最大学习率随 ${math("d")} 变小；缩放时，同一段学习率适用于 16 以上的每个 ${math("d")}。`,
    rich`Adam 的步长不随梯度变大：两条泳道在同样的学习率下学会，不缩放的需要更多步。`,
  ],
  exercises: [
    {
      task: rich`${math("dk")} 是 64。${WQ} 和 ${WK} 开始时要小多少倍，不缩放的分数才和另一条泳道相同？`,
      answer: rich`各 √8 = 2.83 倍：分数里两者都有，√8 · √8 = 8 = √64。`,
    },
    {
      task: rich`一个回忆任务的头对 16 个词元一视同仁。它的损失大约是多少？`,
      answer: rich`1 − 1/16 = 0.94。总能找到那个词元的头，损失是 0。`,
    },
  ],
};
