import { rich } from "../../text/rich.js";
import type { en } from "./en.js";

export const zh: typeof en = {
  heading: "指数与困惑度",
  text: [rich``],
  try: rich`测一段你自己的文字。`,
};
