import { rich } from "../../text/rich.js";
import type { en } from "./en.js";

export const zh: typeof en = {
  heading: "问一个训练好的模型",
  text: [rich``],
  try: rich`下载模型，然后问它一个问题。`,
};
