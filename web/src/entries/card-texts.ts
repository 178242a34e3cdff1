/** The claims on the pictures of links, beside the page's texts: no reader waits for them. */
import type { Language } from "../state/language.js";

/** Of the first chapter, and what both sides are called on all pictures. */
export const FIRST_TEXTS = {
  en: {
    claim: "[-Without the division-], one word takes nearly all.",
    sides: { unscaled: "without the division", scaled: "with the division" },
  },
  zh: {
    claim: "[-不缩放-]，一个词\u200b几乎独占\u200b全部注意力。",
    sides: { unscaled: "不缩放", scaled: "缩放" },
  },
  es: {
    claim: "[-Sin la división-], una sola palabra se lo lleva casi todo.",
    sides: { unscaled: "sin la división", scaled: "con la división" },
  },
} as const satisfies Record<Language, unknown>;

/** Of the later chapters, in the languages that have them. */
export const LATER_TEXTS = {
  en: {
    why: "Scores grow as $√d$. [+Divide by $√d$+], and their size stays.",
    heads: "Each head divides by its own $√dₖ$: here by $√8$, not by $√64$.",
    transformer: "In every layer the division about [+halves+] the largest weight.",
    race: "Same start, same data: [+{scaled} right+] with the division, [-{unscaled}-] without.",
    divisors: "Is $√dₖ$ the only rule? Nine rules for one sentence.",
    own: "What did [+your code+] divide by? Open $q$, $k$ and the weights.",
    model: "The same weights, [-one division removed-].",
    lessons: "Why $√d$? Four lessons of 20 minutes.",
  },
  zh: {
    why: "分数按 $√d$ 增大；\u200b[+除以 $√d$+]，\u200b大小就不再变。",
    heads: "每个头\u200b除以自己的 $√dₖ$：这里是 $√8$，\u200b不是 $√64$。",
    transformer: "在每一层，\u200b缩放都使\u200b最大的权重\u200b[+减半+]左右。",
    race: "同样的起点，同样的数据：缩放后[+答对 {scaled}+]，不缩放只有 [-{unscaled}-]。",
    divisors: "只能除以 $√dₖ$ 吗？同一个句子，九种规则。",
    own: "[+你的代码+]\u200b除以了多少？\u200b打开 $q$、$k$ 和权重。",
    model: "同样的权重，[-只去掉一次除法-]。",
    lessons: "为什么是 $√d$？\u200b四节 20 分钟的课。",
  },
} as const;
