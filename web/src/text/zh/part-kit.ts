import type { en } from "../en/part-kit.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  progress: {
    running: `已完成 {done}，共 {total}`,
    stopped: `停在 {done}，共 {total}：图中只有已完成的部分`,
    held: `已完成 {done}，共 {total}，滚动到这里就继续`,
    waiting: "滚动到这里就开始",
    missing: "打印时还没有计算。改用“下载”里的“打印”，会先全部算完。",
    starting: "正在开始……",
    done: `共 {total}，全部完成`,
    stop: "停止",
    goOn: "继续",
  },
  listAllowed: `请输入 {least} 到 {most} 个数，每个在 −{limit} 到 {limit} 之间，用逗号或空格分开。`,
  legend: {
    unscaled: "不缩放",
    scaled: "缩放",
    divided: `除以 {by}`,
    sentence: "你的句子",
    inside: "查询除以 8，分数不除",
  },
  tryThis: "试一试：",
  signs: { colon: "：", semicolon: "；", stop: "。" },
  statistics: {
    low: "10 % 分位",
    median: "中位数",
    high: "90 % 分位",
    mean: "均值",
    largest: "最大值",
    between: "实验间标准差",
    deviation: "标准差",
  },
  second: "第二个句子",
  glosses: {},
  heads: "头数",
  unfit: `{dim} 个分量不能平分给 {heads} 个头。可用的头数：{all}。图中是 {fitting} 个头。`,
  model: {
    layers: "层数",
    norm: "归一化",
    norms: { post: "在相加之后（论文）", pre: "在子层之前" },
    activation: "激活函数",
    activations: { relu: "ReLU", gelu: "GELU" },
    init: "参数",
    inits: { xavier: "Xavier", packed: "PyTorch，合并矩阵", normal: "$N$(0, 0.02²)" },
  },
  logits: {
    source: "logits 来源",
    sources: { ladder: "($a$, $a$, $2a$, $4a$)", typed: "手动输入", word: "句子的一行" },
    typed: "手动输入的 logits",
    word: "取哪一行",
    factor: "倍数",
    moved: "倍数",
    shift: "加上",
    play: "播放",
    pause: "暂停",
  },
  controls: { keys: "键数", draws: "抽样次数", drawseed: "抽样的种子", division: "缩放" },
  keys: "键数 $n$",
  /** The beginning of the chapter. */
  why: {
    heading: "为什么是平方根",
    text: [
      `各分量的方差为 1 时，$d$ 个乘积之和的方差是 $d$：典型的分数大小约为 $√d$。除以 $√d$，无论 $d$ 是多少，方差都回到 1。`,
    ],
    further: {
      title: "推导，以及它为什么重要",
      text: [
        `这为什么重要？当一个权重接近 1 时 softmax 几乎是平的（饱和）：导数 $y(1 − y)$ 接近 0，本该纠正查询的梯度也就接近 0。[-不缩放-]时，随着 $d$ 增大，训练还没开始，贡献梯度的查询就越来越少；[+缩放后+]，从 $d$ = 16 起几乎所有查询都参与，梯度大小（范数）$‖∂y/∂q‖$ 的中位数趋于一个稳定的水平。`,
      ],
    },
    try: `**试一试：**把维度从 1 拖到 1024。[-不缩放-]时，一行的权重最后通常几乎全归一个词；[+除以 {power} 后+]，{outcome}。`,
    /**
     * Where the exponent is 0, below ½ (`like` is the d at which undivided rows are about as sharp
     * as these at 1024), ½ or above.
     */
    outcome: {
      none: "也是如此",
      less: `也会如此，只是晚一些：$d$ = 1024 时一行的集中程度，约等于不缩放时 $d$ = {like} 的一行`,
      half: "领先的词会变，但一行通常较平缓",
      more: "各个权重越来越接近",
    },
    exceptions:
      "是“通常”，并非每个 $d$ 都如此。种子为 13、$d$ = 1024 时，“am”给任何一个词的权重不缩放时都不超过 0.59；除以 $√d$ 后，在 $d$ = 17 和 $d$ = 114 附近，仍有一行的最大权重超过 0.9。",
    limits:
      "以上结论针对独立的随机向量，如同训练刚开始的时候。训练过的查询和键并不独立。而且一次抽样说明不了什么：多按几次“重新抽样”。",
  },
  against: `{y}（横轴：{x}）`,
  named: { unscaled: `不缩放的{what}`, scaled: `缩放的{what}` },
  lines: {
    titles: ["查询", "键"],
    alt: `{name}，画成从每个词到它所关注的词的线，权重越大线越粗。`,
  },
  layer: "层",
  head: "头",
};
