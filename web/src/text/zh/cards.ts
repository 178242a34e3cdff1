import type { en } from "../en/cards.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  why: "分数按 $√d$ 增大；\u200b[+除以 $√d$+]，\u200b大小就不再变。",
  heads: "每个头\u200b除以自己的 $√dₖ$：这里是 $√8$，\u200b不是 $√64$。",
  transformer: "在每一层，\u200b缩放都使\u200b最大的权重\u200b[+减半+]左右。",
  race: "同样的起点，同样的数据：缩放后[+答对 {scaled}+]，不缩放只有 [-{unscaled}-]。",
  divisors: "只能除以 $√dₖ$ 吗？同一个句子，九种规则。",
  model: "同样的权重，[-只去掉一次除法-]。",
  lessons: "为什么是 $√d$？\u200b三节 20 分钟的课。",
};
