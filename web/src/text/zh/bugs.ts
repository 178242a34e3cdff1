import type { en } from "../en/bugs.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { bugs: "个句子", race: "步" },
  heading: "找出错误",
  text: [
    `十二段 PyTorch 风格的注意力短代码。每一段都能运行，也给出权重，但分数的大小或掩码有一处错误：1 到 6 在许多项目的 issue 里出现过，7 到 12 是知名的库真正发布过的，有的存在了一年。每一段有自己的链接（“分享”），遇到这种错误时可以贴过去。`,
  ],
  try: "用三个词找出第 6 段的错误，再输入一个六十个词的句子。",
  fold: "十二段代码",
  bug: "代码",
  given: {
    width: `$q$、$k$、$v$ 的形状是 $h × n$ × [:d_head:]：宽 [:d_model:] 的模型分给 $h$ 个头。`,
    after: "$q$、$k$、$v$ 的形状是 $n × d$：一个头。",
    twice: "$x$ 的形状是 $n × d$：一个头。",
    both: "$x$ 的形状是 $n × d$：一个头。",
    masked: "$q$、$k$、$v$ 的形状是 $n × d$：一个头，每个词看不到后面的词。",
    length: "$q$、$k$、$v$ 的形状是 $n × d$：一个头。",
    minus: "$q$、$k$、$v$ 的形状是 $n × d$：一个头。",
    path: `$q$、$k$、$v$ 的形状是 $n × d$：一个头，模型训练时做了除法。[:fused:] 表示有没有快速内核；图中是走内核的路径。`,
    yarn: `$q$、$k$、$v$ 的形状是 $n × d$：一个头，模型用 YaRN 把上下文扩展到 40 倍。作者的代码还把分数乘以 $m²$。图中不含位置编码。`,
    rotary: `一个头的 $d$ 个分量分成两部分：[:q_nope:] 不带位置；最后三分之一是 [:q_rope:]，由位置旋转。在 DeepSeek-V2 里它们宽 128 和 64。`,
    cap: `$q$、$k$、$v$ 的形状是 $n × d$：一个头，[:cap = 50:]，同 Gemma 2 一样；训练使查询和键都变成了 16 倍。[:fused:] 表示有没有快速内核；图中是走内核的路径。`,
    heads: "$q$、$k$、$v$ 的形状是 12 × $n × d$：十二个头。图中是其中一个。",
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
    stood: "它曾在哪里，又由谁改正：",
  },
  effects: {
    flat: "过于平均：接近相等",
    sharp: "太尖：一行接近一个词",
    small: "太尖，而且总和太小",
    leak: "被屏蔽的词得到权重",
    depends: "随句长而尖或平",
    heads: "随头数而尖或平",
  },
  raceFold: "有错误与没有错误，各训练一遍",
};
