import type { en } from "../en/variance.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  counted: { scores: "个查询", spread: "次实验", aligned: "对向量" },
  heading: "分数的波动按 √d 增大",
  text: [
    `分数是 $d$ 个乘积之和。设各分量独立，均值 0，方差 $sigma2$，整个推导只有三行。`,
    "就分数的波动而言，各分量服从什么分布并不重要，起作用的只有方差。上面的实验里两者都可以选，图中是全部分数。",
    `教科书式的讲解常错在两处。方差是 $dSigma4$，不是 $dSigma2$：乘积的方差是两个方差之积。而且，这是分数的方差，在 softmax 之前；权重无论缩放与否，都在 0 与 1 之间，和为 1。`,
  ],
  question: {
    ask: "从 d = 1（此时是 σ²）到 d = 1024，不缩放的分数的标准差怎样增长？",
    answers: [],
    why: `$d$ 个乘积的方差相加，所以标准差按 √d 增长：d 变为四倍，标准差变为两倍。`,
  },
  try: `选 ±σ，每个分量就只取 σ 或 −σ，仍得到同样的钟形曲线。再把 σ 设为 2：分数的波动变成四倍，因为 σ 是以 $sigma2$ 起作用的。`,
  folds: {
    numbers: "NumPy 做同样的实验，得到同样的六个数",
    rows: "softmax 逐行计算，所以要看的是行内的方差",
    aligned: "训练后查询与键会对齐：q·k 随 d 增大，而不是随 √d",
  },
  finding: `d = {dim} 时，分数的标准差缩放前为 [-{before}-]，除以 √d 后为 [+{after}+]。`,
  controls: {
    samples: "样本数",
    sampledim: "样本的 d",
    sampleseed: "样本的种子",
    sigma: "分量的 σ",
    law: "分量的分布",
    preset: "q 和 k 的各分量",
    presets: { unit: "方差为 1", bert: "BERT 初始化" },
    laws: { normal: "正态", uniform: "均匀", sign: "±σ" },
  },
  numbers: {
    title: "实验打印的结果",
    corner: "量",
    value: "数值",
    rows: ["查询各分量", "键各分量", "缩放后的分数"],
    default: "种子为 0 时，NumPy 打印的正是这六个数，前十二位一致；标准差取 ddof 1。",
    exact:
      "无需算出任何一个分数，就能得到全部分数的精确矩：Σ q·k = (Σq)·(Σk)，Σ(q·k)² = ⟨QᵀQ, KKᵀ⟩（这里 K 的每一列是一个键）。",
    streamed: `单精度逐块累计，目前有 {count} 个缩放后的分数，均值 {mean}，标准差 {std}。`,
    share:
      "这些分数共用查询和键，所以并不独立：样本数为 10,000、d = 100 时，换一个种子，标准差大约变动 10⁻³，而不是独立时的 7·10⁻⁵。",
  },
  histogram: {
    title: `全部 {count} 个分数，同一横轴`,
    x: "分数",
    y: "密度",
    columns: ["下界", "上界", "缩放后：下界", "缩放后：上界", "个数"],
    sentence: `短线：你的句子的分数，缩放前，d = {dim}`,
    small: "乘积这么少，还不成钟形曲线，但方差已经对了。",
  },
  bert: "BERT 的参数以 σ = 0.02 初始化，并截断在 2σ 以内，实际是 0.0176；层归一化后的 768 个输入方差为 1，于是各分量的方差为 768 · 0.0176² = 0.238，σ = 0.488；每个头 d = 64。除以 √d 的前提是方差为 1：这里分数的标准差不缩放时是 1.9，而不是 √64 = 8；缩放后是 0.24。",
  aligned: {
    title: "q·k 的大小随 d 的变化",
    text: `√d 是**独立**向量的分数的标准差，即训练之前的情形。训练让查询转向它该找到的键。若二者的余弦平均为 c，q·k 约为 c·d，除以 √d 后仍约为 c·√d：其他分数的标准差变为 1，匹配的分数就突出出来。`,
    independent: "独立",
    divided: `{name}，缩放后`,
    note: `点：{draws} 对正态向量，独立的取标准差，其余取均值；线：√d 与 c·d，上面一组是缩放前，下面一组除以 √d`,
  },
  entries: {
    title: `查询的前 {count} 个分量`,
    x: "分量",
    note: `正态曲线取全部分量的实测均值 {mean} 和标准差 {std}`,
  },
  spread: {
    title: "q·k 的标准差随 d 的变化",
    ratioFold: "测得的标准差除以 σ²√d，各处都约为 1",
    ratio: "同一组数，除以 σ²√d",
    y: "标准差",
    note: `点：{repeats} 次实验的均值，每次 {samples} 个查询、{samples} 个键；误差线：各次实验间的标准差`,
  },
  rows: {
    title: "对 softmax 起作用的是哪个方差？",
    text: `矩阵的方差不止一个：可以对全部元素算，也可以在每行之内、每列之内算。**Softmax 一次只处理一行**，所以起作用的是行内的方差。下面是你的句子的 QKᵀ。`,
    x: "分数的方差（ddof 0）",
    label: "句子分数的方差：全部元素、行内、列内",
    all: "全部元素",
    row: "行内",
    column: "列内",
    columns: ["方差", "缩放后"],
    corner: "所取元素",
    single: "只有一个词时，一行只有一个分数，方差为 0。",
  },
};
