import type { en } from "../en/matrices.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  question: {
    ask: `[-不缩放-]，$d$ 从 64 变到 256。这时，在分得最平均的那一行里，一个词最多得到多少注意力？`,
    answers: ["超过 99\u00A0%", "90 到 99\u00A0%", "不到 90\u00A0%"],
    why: `各行的最大权重中，最小的在 $d$ = 64 时是 [-{before}-]，在 $d$ = 256 时是 [-{after}-]。$d$ 变为四倍，分数散开到两倍：领先的词通常领先得更多。个别抽样可能不同；点“重新抽样”就能看到别的。`,
  },
};
