import type { en } from "./en.js";

export const zh: typeof en = {
  whole: "在完整页面中打开",
  unknown: (name, all) => `没有名为“${name}”的图。可用的名称：${all}。`,
};
