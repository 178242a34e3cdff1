import type { en } from "../en/path.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  label: "三分钟",
  whole: "完整页面",
  back: "上一步",
  next: "下一步",
  place: `第 {place} 步，共 {count} 步：{name}`,
  steps: {
    guess: { name: "猜", title: "先猜一猜" },
    drag: { name: "拖", title: "拖动 $d$" },
    see: { name: "看", title: "发生了什么" },
    why: { name: "为什么", title: "一句话说明原因" },
    share: { name: "分享", title: "分享给别人" },
  },
  drag: `每一行都在分配总量为 1 的注意力。把 $d$ 拖到 512，看看两边：颜色越强，权重越接近 1。`,
  see: {
    table: `“{word}”这一行的数值`,
    row: `[={word}=] 这一行`,
    without: "不缩放",
    withIt: `除以 {root}`,
    peak: "最大权重",
    entropy: "熵（nat）",
    words: "由几个词分享",
  },
  why: `分数是 $d$ 个乘积之和，所以它的标准差随 $√d$ 增大。`,
  axis: "分数",
  bells: "不缩放与缩放后的分数：各自的散布，画成钟形曲线",
  size: `$d$ = {dim} 时，不缩放的分数散布在 ±[-{without}-] 之间，缩放后在 ±[+{withIt}+] 之间。领先 {without}，经过 softmax 就是权重的 {factor} 倍：这里 {rows} 行中有 {sharp} 行把超过 90\u00A0% 给了同一个词。在这样的权重上 softmax 的斜率接近 0，几乎学不到东西。`,
  sizeNear: `$d$ = {dim} 时，不缩放的分数散布在 ±[-{without}-] 之间，缩放后在 ±[+{withIt}+] 之间。领先 {without} 就是权重的 {factor} 倍；继续增大 $d$，就会看到一个词几乎独占全部。`,
  share: {
    text: `这个链接会打开本页，带着你的句子和 $d$ = {dim}。`,
    link: "链接",
    copy: "复制链接",
    copied: "链接已复制。",
    send: "发送 …",
    next: "接下来",
    why: "为什么是平方根，逐一实测",
    model: "训练好的模型：缩放与不缩放各答一遍",
  },
};
