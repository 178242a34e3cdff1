import { rich } from "../../text/rich.js";
import type { en } from "./en.js";

export const zh: typeof en = {
  heading: "看它的每个头",
  text: [rich``],
  try: rich`点击一个头，把它放大。`,
};
