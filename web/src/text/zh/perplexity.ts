import type { en } from "../en/perplexity.js";
import { math, rich, scaled, strong, unscaled } from "../rich.js";

export const zh: typeof en = {
  heading: "指数与困惑度",
  text: [
    rich`在每个指数下，模型有多好？给它一段人会写的文字，看每个词元出现之前它给了多大的概率 ${math("pt")}。困惑度是这些概率的几何平均的倒数：2 表示像在两个同样可能的词元之间拿不定主意，6,400 表示什么也不知道，因为它一共有这么多词元。`,
    rich`这里测的是十二个中英文问题和它们的回答，只计回答的词元。文字是给定的，所以前面错了也不影响后面。`,
  ],
  question: {
    ask: rich`把训练好的模型的分数除以 ${math("dAlpha")}。α 取多少时困惑度最低？`,
    answers: ["0：不缩放", "¼", "½", "1：除以 d"],
    why: (least, none, whole) =>
      rich`那里是 ${least}，不缩放是 ${none}，除以 d 是 ${whole}：最低点就在模型训练时的地方。`,
  },
  try: rich`在上面载入模型，测几句你自己的话；然后只在一层里去掉缩放。`,
  measured: "文字",
  texts: { pairs: "十二个问题", own: "我的文字" },
  passage: "我的文字",
  limit: "连同起始符最多 256 个词元，大约两三百个汉字。",
  undivided: {
    label: "指数用于",
    names: { all: "所有的头", layer: "一层", head: "一个头" },
  },
  measure: "测量",
  points: (count) => `${count} 个指数`,
  notLoaded: "在上面载入模型，就可以在这里测量。",
  empty: "请先输入文字。",
  long: (tokens, limit) => `这段文字有 ${tokens} 个词元，最多可以有 ${limit} 个。`,
  title: "困惑度随指数的变化",
  recorded: "在这里录制：十二个问题，所有的头",
  where: {
    all: "刚刚测量：所有的头",
    layer: (layer) => `刚刚测量：仅第 ${layer} 层`,
    head: (layer, head) => `刚刚测量：仅第 ${layer} 层第 ${head} 个头`,
  },
  exponent: "指数",
  perplexity: "困惑度",
  note: "○ 是最低点。困惑度用对数坐标。",
  dashed: "虚线：录制的十二个问题。",
  finding: (exponent, least, none, whole) =>
    rich`指数为 ${scaled(exponent)} 时困惑度最低：${scaled(least)}。${unscaled("不缩放")}时是 ${unscaled(none)}，除以 d 本身时是 ${strong(whole)}。`,
  alone: {
    fold: "一个头不缩放几乎察觉不到，一整层不缩放就明显了",
    recorded: "在这里录制：十二个问题",
    title: "一层或一个头不缩放时的困惑度",
    whole: "整层",
    head: (head) => `第 ${head} 个头`,
    note: "● 只有一个头，○ 整整一层；横线：全部缩放。",
    told: (leastHead, mostHead, leastLayer, mostLayer) =>
      rich`64 个头里有一个不缩放，几乎察觉不到：${leastHead} 到 ${mostHead}。整整一层就不同了：${leastLayer} 到 ${mostLayer}，最前面的几层影响最大，因为后面各层都建立在它们之上。所有的层一起不缩放，语言才会丢失。`,
  },
  proves: {
    heading: "它证明了什么，没有证明什么",
    text: [
      rich`${strong("它证明")}缩放不是形式。这些权重是在除以 √64 = 8 的情况下训练的；去掉它，或者换一个除数，模型学到的东西就用不上了，虽然没有一个权重变过。`,
      rich`${strong("它没有证明")} 8 是最好的除数。用别的除数训练的权重，最低点就会在那里：曲线的底部说明的是这个模型训练时用了什么。它也没有说明不缩放就训练不成：那是关于训练的问题，可以在“训练”一章里亲眼看。`,
      rich`只有分数的大小才重要，${strong("证明")}就是回答旁边的那个按钮：把查询的权重除以 8，分数不再除，回答一位不差，完全相同。`,
    ],
  },
};
