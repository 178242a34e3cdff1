import type { en } from "../en/single-figure.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  previous: "上一张",
  next: "下一张",
  end: "结束",
  show: "先猜，再看",
  place: `{chapter}，第 {place} 张，共 {count} 张`,
  whole: "在完整页面中打开",
  unknown: `没有名为“{name}”的图。可用的名称：{all}。`,
  view: `没有名为“{name}”的视图。可用的名称：{all}。`,
  state: `无法读取属性 state="{text}"。它的值是页面链接中 # 之后的内容，例如 dim=16&seed=3。`,
  versions: `本页加载了两个版本的 attention-scale：{first} 和 {other}；此处运行的是 {first}。请删去其中一个脚本。`,
  parameters: {
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
  },
};
