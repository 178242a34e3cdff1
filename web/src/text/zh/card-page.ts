import type { en } from "../en/card-page.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  claim: "[-不缩放-]，一个词\u200b几乎独占\u200b全部注意力。",
  sides: { unscaled: "不缩放", scaled: "缩放" },
};
