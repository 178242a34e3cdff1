/** The title and the description of each chapter's document. A later script: the HTML of the hosted page has them in English. */

import type { Chapter } from "../state/part.js";
import type { Language } from "../state/state.js";

export interface DocumentText {
  readonly title: string;
  readonly description: string;
}

/** The text alternatives of the preview cards, in the HTML of the chapters, which is English. The first has its own HTML. */
export const CARDS: Readonly<Record<Exclude<Chapter, "page">, string>> = {
  why: "A histogram of scores: without the division they spread over ±√d, with it their standard deviation is 1 for every d.",
  heads:
    "Eight attention heads of one sentence as small matrices, and one of them as lines from word to word.",
  transformer:
    "Encoder and decoder as one diagram of live matrices: left halves without the division, right halves with it.",
  race: "Two training curves of the same model: without the division and with it.",
  divisors:
    "Nine small attention matrices of one sentence, one for each rule that models use for the size of their scores.",
  model: "Two answers of one trained model to the same question: without the division and with it.",
  lessons: "The first of three lessons: six questions, each with a link to a figure.",
};

export const DOCUMENTS: Readonly<Record<Language, Readonly<Record<Chapter, DocumentText>>>> = {
  en: {
    page: {
      title: "Why does attention divide by √dₖ?",
      description:
        "Type a sentence, change the dimension of its word vectors, and watch attention with and without the division by √dₖ, side by side.",
    },
    why: {
      title: "Why the root: why attention divides by √dₖ",
      description:
        "The variance of q·k grows with d, softmax saturates, its Jacobian vanishes, and few queries supply the gradient: measured, part by part.",
    },
    heads: {
      title: "Many heads: attention in parallel, by hand, between two sentences",
      description:
        "Attention in 1 to 16 heads at once, computed by hand, between two sentences, and with any width: on your words, with and without the division.",
    },
    transformer: {
      title: "The Transformer: encoder and decoder on your words, with and without √dₖ",
      description:
        "The encoder and decoder of Attention Is All You Need as one diagram whose every box opens, on your words, with and without the division by √dₖ.",
    },
    race: {
      title: "Training: the same Transformer without and with √dₖ, live in your browser",
      description:
        "Two identical models with the same start and the same data, one without the division by √dₖ and one with it, trained while you watch.",
    },
    divisors: {
      title: "Which divisor: √dₖ, d, QK-norm, soft-cap, ln n, side by side",
      description:
        "What models divide attention scores by today, what each rule is for, when softmax freezes, and six mistakes in attention code: measured on your words.",
    },
    model: {
      title: "A trained model, with the division by √dₖ switched off",
      description:
        "A small chat model with 8 layers of 8 heads answers in your browser, with the division by √dₖ and without it, side by side.",
    },
    lessons: {
      title: "Three lessons on attention and its division by √dₖ",
      description:
        "Three lessons of 20 minutes on attention, each with six links: a question, what to look for, a common wrong answer. On two sheets of paper.",
    },
  },
  zh: {
    page: {
      title: "注意力为什么要除以 √dₖ？",
      description: "输入一个句子，改变词向量的维度，并排观察除以 √dₖ 前后的注意力矩阵。",
    },
    why: {
      title: "为什么是平方根：注意力为什么要除以 √dₖ",
      description:
        "q·k 的方差随 d 增大，softmax 饱和，雅可比矩阵趋于零，梯度只来自少数查询：逐一实测。",
    },
    heads: {
      title: "多头注意力：并行的多个头、手算、两个句子之间",
      description:
        "1 到 16 个头同时计算，手算一个注意力，两个句子之间的注意力，以及任意宽度：用你自己的词，缩放前后对照。",
    },
    transformer: {
      title: "Transformer：用你的词走一遍编码器和解码器，缩放前后对照",
      description:
        "论文“Attention Is All You Need”的编码器和解码器画成一张图，每个方框都能打开：用你自己的词，对照除以 √dₖ 前后的结果。",
    },
    race: {
      title: "训练：同一个 Transformer，不缩放与除以 √dₖ，在浏览器里当场训练",
      description:
        "两个完全相同的模型，起点相同、数据相同，一个不缩放，一个除以 √dₖ，当着你的面训练。",
    },
    divisors: {
      title: "除以什么：√dₖ、d、QK-norm、soft-cap、ln n，并排对照",
      description:
        "今天的模型用什么除注意力分数，每种规则为了什么，softmax 何时冻结，以及注意力代码里的六种错误：用你的词逐一实测。",
    },
    model: {
      title: "训练好的模型，去掉除以 √dₖ 会怎样",
      description:
        "一个 8 层、每层 8 个头的小聊天模型在你的浏览器里回答问题：除以 √dₖ 和不除，并排对照。",
    },
    lessons: {
      title: "三节课：注意力与除以 √dₖ",
      description:
        "三节 20 分钟的课，各有六个链接：一个问题，观察什么，一个常见的错误回答。可打印在两页纸上。",
    },
  },
};
