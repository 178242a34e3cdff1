import type { en } from "../en/bugs.js";
import { code, rich, scaled, strong, unscaled } from "../rich.js";

export const zh: typeof en = {
  counted: { bugs: "个句子", race: "步" },
  heading: "找出错误",
  text: [
    rich`六段 PyTorch 风格的注意力短代码。每一段都能运行，也给出权重，但分数的大小或掩码有一处错误。代码是为本页写的，这些错误在真实项目的 issue 里都出现过。`,
    rich`选出那一行，说出它对权重的影响，再用你的句子看结果。每一段有自己的链接（“分享”），遇到这种错误时可以贴过去。`,
  ],
  try: rich`用三个词找出第 6 段的错误，再输入一个六十个词的句子。`,
  bug: "代码",
  names: {
    width: "每个头都用整个模型的 √d",
    after: "softmax 之后才除",
    twice: "根号用了两次",
    both: "q 和 k 都除以 √d",
    masked: "被掩的分数设为 0",
    length: "键数的根号",
  },
  given: {
    width: rich`q、k、v 的形状是 h × n × ${code("d_head")}：宽 ${code("d_model")} 的模型分给 h 个头。`,
    after: rich`q、k、v 的形状是 n × d：一个头。`,
    twice: rich`x 的形状是 n × d：一个头。`,
    both: rich`x 的形状是 n × d：一个头。`,
    masked: rich`q、k、v 的形状是 n × d：一个头，每个词看不到后面的词。`,
    length: rich`q、k、v 的形状是 n × d：一个头。`,
  },
  quiz: {
    name: "问题：代码",
    line: "哪一行错了？",
    effect: "它对权重有什么影响？",
    found: "对，就是这一行。",
    missed: "这一行没有错，再选一行。",
    right: "答对了。",
    wrong: "不是这样。",
    instead: "应改为：",
  },
  effects: {
    flat: "太平：接近相等",
    sharp: "太尖：一行接近一个词",
    small: "太尖，而且总和太小",
    leak: "被掩的词得到权重",
    depends: "随句长而尖或平",
  },
  told: {
    width: rich`一个头的分数是 ${code("d_head")} 个乘积之和，除以 ${code("d_head")} 的根，标准差就是 1。用整个模型宽度的根，分数又小了 √h 倍：8 个头时是 2.8 倍。权重太平。`,
    after: rich`softmax 看到的是没有除过的分数，一行几乎只有一个词；被除的是权重，于是一行之和是 1/√d。输出小了 √d 倍，梯度是不缩放时的，还要再小 √d 倍。`,
    twice: rich`${code("scaled_dot_product_attention")} 自己就除以 √d：q 又除了一次，合起来除以 d。权重几乎相等。要么删去第二行，要么传入 ${code("scale=1")}。`,
    both: rich`查询除以 √d，键也除以 √d，分数就除以了 d。除两次也可以，但每次应除以 d 的四次方根。权重几乎相等。`,
    masked: rich`e⁰ 是 1，不是 0：被掩的词以分数 0 参与，而 0 是个中等的分数。只有 −∞ 才使权重为 0。于是每个词都看到了后面的词。`,
    length: rich`${code("q.size(-2)")} 是词数，不是宽度：根号取错了轴。词数少于维数时，分数还是太大，权重太尖；词数更多时，分数太小。n = d 时没人会发现。`,
  },
  sides: { wrong: "有错误", right: "没有错误" },
  tables: { wrong: "有错误时的权重", right: "没有错误时的权重" },
  weights: {
    title: "你的句子：有错误与没有错误",
    sum: "和",
    note: "行是查询，列是键；两个矩阵用同一个标尺，每行旁边是该行权重之和。",
  },
  table: {
    caption: "错误改变了什么",
    corner: "代码",
    columns: ["熵", "最大权重", "一行之和", "‖∂y/∂q‖", "查询的份额"],
    note: "各行的平均，熵（nat）按除以总和之后的行计算；以及提供 ‖∂y/∂q‖ 的查询的有效份额。",
  },
  race: {
    fold: "有错误与没有错误，各训练一遍",
    title: "有错误与没有错误的损失",
    beside: (dim, n) => `查找，d = ${dim}，n = ${n}，SGD`,
    step: "步",
    loss: "损失",
    finding: (steps, rate, wrong, right) =>
      rich`学习率 ${rate}，${String(steps)} 步之后，有错误的损失是 ${unscaled(wrong[0])}，没有错误的是 ${scaled(right[0])}；正确键的权重分别是 ${unscaled(wrong[1])} 和 ${scaled(right[1])}。`,
    honest: {
      width: rich`它也学得会，只是更晚：分数的一个倍数可以由更大的学习率弥补。`,
      twice: rich`它也学得会，只是${strong("晚得多")}，或者要更大的学习率：学习率从 1 改为 10，100 步之后损失是 0.006。`,
      length: rich`16 个词时，分数大了 2 倍。学习率为 1 时，它甚至学得略快；学习率为 10 时（对 √d 合适），它稳定不下来。`,
    },
    other: rich`这一段没有训练：查找任务只有一个头，没有掩码。这里显示的是根号用了两次。`,
    right: "正确键的权重",
  },
};
