import type { en } from "../en/matrices.js";
import type { Translation } from "../translation.js";

export const ja: Translation<typeof en> = {
  question: {
    ask: `[-スケーリングなし-]で、$d$ を 64 から 256 にします。重みを最も均等に分けている行では、一つの単語は最大でどれだけのアテンションを受け取るでしょうか。`,
    answers: ["99\u00A0% より多い", "90〜99\u00A0%", "90\u00A0% より少ない"],
    why: `各行の最大の重みのうち最も小さいものは、[-{before}-]（$d$ = 64）から [-{after}-]（$d$ = 256）になりました。$d$ が四倍になると、スコアのばらつきは二倍になり、たいていは先頭の単語がさらに差を広げます。そうならない場合もあるので、「引き直す」で確かめてください。`,
  },
};
