import type { en } from "./en.js";

export const zh: typeof en = {
  previous: "上一张",
  next: "下一张",
  leave: "关闭",
  place: (chapter, place, count) => `${chapter}，第 ${place} 张，共 ${count} 张`,
  whole: "在完整页面中打开",
  unknown: (name, all) => `没有名为“${name}”的图。可用的名称：${all}。`,
  view: (name, all) => `没有名为“${name}”的视图。可用的名称：${all}。`,
  state: (text) =>
    `无法读取属性 state="${text}"。它的值是页面链接中 # 之后的内容，例如 dim=16&seed=3。`,
};
