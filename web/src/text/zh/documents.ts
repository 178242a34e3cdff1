import type { Documents } from "../documents.js";

export const zh: Documents = {
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
};
