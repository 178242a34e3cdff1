import type { en } from "../en/jacobian.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  heading: "雅可比矩阵趋于零",
  text: [
    "反向传播时，梯度只有经过 softmax 的雅可比矩阵才能到达 logits。一旦某个权重接近 1，其余权重就都接近 0，这个矩阵的每个元素也都接近 0。",
  ],
  question: {
    ask: "一个权重是 1，另外三个是 0。梯度有多少能传回 logits？",
    answers: ["全部", "四分之一", "一点也没有"],
    why: `$J$ 的每个元素都是 $y(1 − y)$ 或两个不同权重的乘积，这里它们都是 0。`,
  },
  try: `把 $a$ 从 0 拖到 5：不缩放的矩阵逐渐褪尽。`,
  folds: {
    norms: "输出为独热时，范数为零",
    upstream: "让一个梯度传回去：能通过的越来越少",
  },
  maps: {
    table: `雅可比矩阵，{name}`,
    norms: `$‖J‖$：Frobenius 范数 {frobenius}，谱范数 {spectral}`,
    rowSum: `这里各行之和的最大值：不缩放为 {without}，缩放为 {withIt}。`,
  },
  norms: {
    text: [
      `这个矩阵是对称的，每行之和为 0。对角元素最大是 ¼，在对应的权重为 ½ 时取到；非对角元素的绝对值最大也是 ¼，在两个权重各为 ½ 时取到，此时谱范数（矩阵最多把一个向量拉长多少倍）也达到最大值 ½。`,
      `先把 $a$ 设为 0，再设为 0.45，再设为 5。谱范数先升后降，Frobenius 范数（所有元素平方和的平方根）则一路下降：$a$ = 0 时四个权重都是 ¼，最后一个权重在趋向 1 的途中经过 ½，而 $y(1 − y)$ 正是在那里最大。`,
    ],
    title: `$J$ 的范数随 {x} 的变化`,
    y: "范数",
    frobenius: "Frobenius 范数",
    spectral: "谱范数",
    dots: "右边缘的圆环：你的句子各行的 Frobenius 范数，不缩放与缩放。",
    highest: `谱范数最大处：{at}，值为 {norm}。`,
  },
  oneHots: {
    title: "四个独热输出",
    text: `在这四处，$J$ 恰好为零：无论传来什么梯度，都传不过去。饱和的 softmax 的输出离其中之一很近。`,
    label: `第 {index} 个独热输出（共 4 个）处的雅可比矩阵：所有元素都是 0`,
  },
  upstream: {
    title: "梯度反向穿过 softmax",
    text: `梯度 $g$ 传到权重。能继续传到 logits 的，是它的每个分量减去以 $y$ 加权的平均值，再乘以对应的权重。设定 $g$，看传过去的梯度怎样随倍数增大而消失。`,
    field: "上游梯度 $g$",
    hint: "没有给出的分量按 0 计，多出的略去",
    x: "倍数",
    columns: ["$g$", "$y$", "$J g$", "有限差分"],
    corner: "分量",
    table: "传过去的梯度，逐个分量",
    step: `有限差分：(softmax($x + h g$) − softmax($x − h g$)) / $2h$，其中 $h$ = {step}；与 $J g$ 最多相差 {off}`,
  },
};
