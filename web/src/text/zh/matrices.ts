import type { en } from "../en/matrices.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  question: {
    ask: `[-不缩放-]，$d$ 从 64 变到 256。每一行的最大权重会怎样？`,
    answers: ["趋近 1", "不变", "下降"],
    why: `其中最小的在 $d$ = 64 时是 [-{before}-]，在 $d$ = 256 时是 [-{after}-]。$d$ 变为四倍，分数散开到两倍：领先的词通常领先得更多。个别抽样可能不同；换一组随机数就能看到别的。`,
  },
};
