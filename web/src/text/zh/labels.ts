import type { en } from "../en/labels.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  bell: "拖动 $d$，一眼看全",
  variance: "分数的波动按 $√d$ 增大",
  saturation: "Softmax 饱和",
  jacobian: "缩放保住它的斜率",
  gradient: "梯度来自少数查询",
  exponent: "为什么恰好是 ½",
};
