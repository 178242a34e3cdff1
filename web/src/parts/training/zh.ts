import { rich } from "../../text/rich.js";
import type { en } from "./en.js";

export const zh: typeof en = {
  heading: "在这里训练",
  text: [
    rich`两个模型起点的参数相同，看到的样本和顺序也相同。一个把分数除以 √dₖ，另一个不除，此外没有任何差别。`,
  ],
  try: rich`按“训练”。`,
};
