import type { en } from "../en/inside.js";
import { rich, scaled, strong, unscaled, word } from "../rich.js";

export const zh: typeof en = {
  heading: "模型内部：全部 64 个头",
  text: [
    rich`这个模型有 8 层，每层 8 个头，每个头的查询和键有 64 个分量。这里是所有的头在问题和回答上的注意力：${unscaled("不缩放")}时，每一层里几乎每一行都只有一个深色格；${scaled("缩放")}时，大多数头把注意力分给几个词元。`,
    rich`词元是一小段文字，往往比一个词还短；␣ 是空格，↵ 是换行。开头十几个属于每个问题外面的模板。每个词元只看自己和前面的词元。`,
  ],
  question: {
    ask: rich`训练开始时 q·k 的标准差是 √64 = 8。在这个训练好的模型里，它平均是多少？`,
    answers: ["小于 4", "大约 8", "大于 16"],
    why: rich`训练让查询和键彼此相配。它们不再独立，分数也更大。`,
  },
  try: rich`先选第 4 层的一个头，再选第 1 层的一个头，看看第一列。`,
  recorded: "在这里录制，权重以 1/30 为一级",
  live: "最近一次回答",
  word: "哪个词元的注意力",
  named: (layer, head) => `第 ${layer} 层第 ${head} 个头`,
  part: (more, all) => `图中是第一个词元和另外 ${more} 个，共 ${all} 个。`,
  thumbs: {
    title: "64 个头，同时来看",
    axes: "层 ↓ 头 →",
    alt: "64 个头的注意力矩阵，不缩放和缩放；框出的是所选的头。",
    note: "每一行小矩阵是一层。指向一个头，下面就显示它；点击可固定。",
    table: "最关注第一个词元的行，逐个头",
    share: "行的比例",
  },
  linesTitle: (head) => `从词元到词元：${head}`,
  matrix: {
    fold: "同一个头，画成矩阵",
    weights: (head) => `${head}的权重`,
  },
  numbers: {
    title: "每个头的数值",
    entropy: "各行的平均熵（nat）",
    largest: "各行最大权重的平均",
    note: "每个点是一个头，同一层里从第 1 个到第 8 个。点击可固定一个头。",
    columns: ["熵", "最大权重", "Σ y(1 − y)", "分数的标准差", "最关注第一个词元的行"],
  },
  finding: {
    told: (without, withIt, head) =>
      rich`64 个头的平均：一行的熵不缩放时是 ${unscaled(`${without.entropy} nat`)}，缩放时是 ${scaled(`${withIt.entropy} nat`)}；最大权重分别是 ${unscaled(without.largest)} 和 ${scaled(withIt.largest)}。${head}的熵是 ${unscaled(without.ownEntropy)} 和 ${scaled(withIt.ownEntropy)}；它有 ${unscaled(`${without.ownSink}\u00A0%`)} 和 ${scaled(`${withIt.ownSink}\u00A0%`)} 的行最关注第一个词元。`,
    sink: (first, without, withIt) =>
      rich`${strong("注意力汇点。")}所有的行里有 ${unscaled(`${without}\u00A0%`)}（缩放时 ${scaled(`${withIt}\u00A0%`)}）的最大权重落在第一个词元 ${word(first)} 上，而它什么也没说：一个头找不到要找的东西时，似乎就看那里。在矩阵里，它就是深色的第一列。`,
    scores: (deviation) =>
      rich`${strong("训练之后的分数。")}不除的话，一个头的 q·k 的标准差平均是 ${deviation}，而不是 √64 = 8。“方差是 d”说的是训练开始时，各分量相互独立的情形：训练使查询和键彼此匹配了。`,
  },
  honest: rich`第一层之后的各层，读的是前面各层写下的东西；不缩放时，它们读到的是训练中从未见过的东西。两边读的问题相同，之后各读各的回答。`,
  lens: {
    fold: "模型在每一层之后会说什么",
    text: rich`在每一层之后问模型，这个词元后面是什么，就像模型到此为止：把最后的归一化和最后的矩阵用在这一层的输出上（“logit lens”，nostalgebraist 2020）。最后一行就是模型真正说的。`,
    title: (token) => `“${token}”之后，逐层来看`,
    probability: "概率",
    missing: "只录制了问题最后一个词元之后的部分。请选更后面的词元，或载入模型来问它。",
  },
};
