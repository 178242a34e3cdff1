import { laneWord } from "../lane-word.js";
import { rich, strong } from "../rich.js";

const WORK = "% 的计算量";

export const zh = {
  counted: { unscaled: WORK, scaled: WORK, one: WORK, norm: WORK, cap: WORK, clip: WORK },
  cells: "格",
  heading: "所有学习率与维度",
  text: [
    `一个模型在一个学习率下学不会，换一个也许就学会了。这里让“检索”的注意力头在学习率 10⁻⁴ 到 100、d 从 4 到 512 的每个组合下训练，[-不缩放-]和[+缩放+]各一次：同一个 d 的所有格子，起点和样本都相同。`,
    `格子里的数在最后一步之后测得，用的是 256 个从不参加训练的序列。总能找到正确词元的头，损失是 0；对所有词元一视同仁的约是 1 − 1/n，只看一个错误词元的约是 2。`,
  ],
  question: {
    ask: "用 SGD，d 变大时，不缩放的头还能学会的最大学习率会怎样？",
    answers: ["不变", "变小", "变大"],
    why: "不缩放的分数和梯度随 d 变大，同样的一步更容易走得太远。缩放时，同一段学习率适用于 16 以上的每个 d。",
  },
  try: "先填满网格，再用 20 步填一次，比较每个 d 的最佳学习率。单击一个格子，看它的训练过程。",
  optimiser: "网格的优化器",
  steps: "每格的步数",
  fill: "填满网格",
  recorded: `在这里录制，种子 {seed}；按“填满网格”得到你自己的。`,
  cost: "208 次短训练，两个处理器核需要一到三分钟。d 小的格子在先。",
  first: "一个模型",
  second: "另一个模型",
  lanes: {
    ...{ unscaled: "不缩放", scaled: "缩放", one: "除以 d" },
    ...{ norm: "QK-norm", cap: "缩放，soft-cap 50", clip: "不缩放，QK-clip 30" },
  },
  lossMap: "训练后的损失",
  alt: `{map}，{lane}：每个学习率和 d 一格。越好颜色越深。`,
  rate: "学习率",
  marked: "加框：每个 d 损失最小的格子",
  diverged: "∞：发散，数值不再有限",
  open: "在格子上按回车键或单击，打开它的训练过程。",
  cell: `d = {dim}，学习率 {rate}：`,
  inCell: (lane, loss, right) => rich`${laneWord(lane)}：损失 ${loss}，正确键的权重 ${right}`,
  best: {
    caption: "每个 d 的最佳学习率",
    columns: (lane) => [`${lane}：学习率`, "损失", "权重"],
  },
  finding: `d = {dim} 时，各在自己的最佳学习率下`,
  reached: (best) =>
    rich`${laneWord(best)}（学习率 ${best.rate}）的损失降到 ${strong(best.loss)}，正确键的权重为 ${strong(best.right)}`,
  scores: {
    text: `各分量方差为 1 且相互独立的查询和键，分数 q·k 的大小是 √d。学会了匹配的查询和键方向相近：两个向量的余弦为 c、分量的均方为 1 时，分数是 c·d；c 不变，它就按 d 增长。所以有些做法（muP）除以 d。`,
    title: "匹配的查询与键的分数",
    y: "余弦 × d",
    independent: "相互独立：√d",
    same: "方向相同：d",
    wait: "两个模型在某个 d 的所有学习率下都训练过之后，才画出来。",
    measured: `d = {dim} 时，在最佳学习率下训练后，分量大小为 1、相互独立的向量的分数约为 {root}。查询与自己的键的平均余弦，以及分量大小为 1 时的分数：`,
    found: (lane, cosine, score) => rich`${laneWord(lane)} ${strong(cosine)}，${score}`,
    growth: `从 d = {from} 到 {to}，c·d 的增长：`,
    falls: "，比 d 慢，因为 c 在下降",
    columns: ["余弦", "余弦 × d", "分数"],
  },
  honest: {
    rules: `在 d = 32、SGD、100 步（种子 13）下，学习率从 0.0001 到 320，损失低于 0.05 的学习率：不缩放 0.1 到 1，除以 √d 0.32 到 10，除以 d 3.2 到 32，QK-norm 0.32 到 320，但它的损失停在 0.010 或更高：它的分数最多为 √d，错误的键总保留一些权重。学习率为 3.2 时，不缩放的损失是 0.28，加上 QK-clip 是 0.016。`,
    gradient: `两个模型都学得会这个任务，只是各有各的学习率。[+缩放+]时，同一段学习率对 16 以上的每个 d 都适用。[-不缩放-]时梯度更大：小学习率学得更快，但还能学会的最大学习率随 d 的增大而下降。在每个 d 的最佳学习率下，300 步之后两者的结果相同；20 步之后，d 不小于 128 时只有缩放的学会了。所以不缩放也学得会这个任务，只是要对每个 d 重新选学习率，步数也更多。`,
    sign: `两个模型用同样的学习率都学得会这个任务，d 不小于 16 时都是 0.0032 到 0.01：Adam 的步长不随梯度增大。还能学会的最大学习率随 d 的增大而下降，[-不缩放-]时降得更早。在每个 d 的最佳学习率下，300 步之后两者的结果相同；20 步之后，d 不小于 64 时只有[+缩放+]的学会了。所以不缩放也学得会这个任务，只是步数更多。`,
  },
  table: `{what}，按学习率和 d`,
};
