import { rich } from "../../text/rich.js";
import type { en } from "./en.js";

export const zh: typeof en = {
  counted: { draws: "次抽样" },
  heading: "用哪一种",
  text: [
    rich`2017 年的回答是 √d_k。今天的模型也除以别的数，或把查询和键归一化，或给分数设上限，或乘以 ln n。`,
  ],
  try: rich`把 W^Q 和 W^K 放大。`,
};
