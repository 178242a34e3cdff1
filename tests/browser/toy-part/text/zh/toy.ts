import type { en } from "../en/toy.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { squares: "个和" },
  heading: "奇数之和是平方数",
  text: [`前 $toyCount$ 个奇数之和是平方数。`],
  try: "把项数设为 20，最后的和是 400。",
  terms: "项数",
  title: "奇数之和",
  label: "前几个奇数之和",
  corner: "项数",
  column: "和",
};
