import type { en } from "../en/many.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { heads: "个句子" },
  heading: "多个头同时计算",
  text: [
    `查询、键和值的 $dModel$ 个分量分给 $h$ 个头，每个头用自己的 $dk$ = $dModel$/$h$ 个分量算出自己的权重。所以根号下是一个头的宽度，不是整个模型的宽度。`,
  ],
  further: {
    text: [
      `一个头给每个词一份值的混合，多个头就给它多份。所有的头加在一起，计算量与一个宽的头相同；它们的结果并排拼接，再乘以一个矩阵 $WO$。`,
    ],
  },
  question: {
    ask: "一个 64 个分量的头，或 8 个各 8 个分量的头：不缩放时，哪一种的行更尖锐？",
    answers: ["一个宽的头", "8 个小的头", "两种一样"],
    why: "宽的头的分数是 64 个乘积之和，小的头是 8 个之和，前者散开到 $√8$ 倍。所以根号下是一个头的宽度。",
  },
  try: `把维度设为 512：8 个头各 64 个分量，与论文相同。[-不缩放-]时，几乎每一行只有一个大权重；[+缩放+]时，权重由几个词分享。`,
  head: "头",
  query: "哪个词的注意力",
  thumbs: {
    title: { one: "一个头", more: `同一个句子的 {heads} 个头` },
    beside: `{dim} 个分量 = {heads} 个头 × {size}`,
    alt: `不缩放的 {heads} 个注意力矩阵和缩放的 {heads} 个；框出的是 {query} 的一行。`,
    note: `每个头下面是它的编号，以及“{query}”在这个头里最关注的词。点击可固定一个头。`,
    table: "所选的词在各个头里关注什么",
    columns: ["熵", "最大权重"],
  },
  lines: {
    fold: "一个头，从词到词画成线",
    title: `第 {head} 个头，从词到词`,
    weights: `第 {head} 个头的权重`,
  },
  finding: `在第 {head} 个头里，[={query}=] 把 [-{without.share}\u00A0%-] 的注意力给了 [={without.word}=]。把分数除以 {divisor}，它给得最多的是 [={withIt.word}=]，占 [+{withIt.share}\u00A0%+]。`,
  concat: {
    fold: "最后的矩阵把各个头混合起来",
    title: "拼接，再乘以输出矩阵",
    alt: `{heads} 个头的输出并排，乘以一个方阵得到输出；标出了所选的头和词。`,
    output: "输出",
    tables: { concatenated: "各个头的输出，并排", output: "多头注意力的输出" },
    entry: `[={query}=] 的一行里，是各个头对它的输出。最终输出的每个分量，都是这一行全部分量的加权和，所以 $WO$ 把各个头混合起来。第一个分量：`,
  },
  honest: `随机抽取的头没有学过语法：“it”关注哪个词全凭偶然，按“重新抽样”就会变。但一行的注意力由几个词分享，不是偶然：头越宽，缩放对它的影响就越大。让“it”关注所指名词的头，要靠训练得到。`,
};
