import type { en } from "../en/parameters.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  comma: "，",
  keys: {
    sentence: "句子",
    cuts: "分词",
    dim: "d",
    seed: "种子",
    vectors: "词向量",
    projections: "投影",
    exponent: "指数",
    division: "缩放",
    row: "行",
  },
  values: {
    random: "随机",
    example: "范例",
    identity: "恒等",
    without: "无",
    with: "有",
  },
};
