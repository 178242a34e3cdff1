import type { en } from "../en/bell.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  heading: "增大 $d$：分数散开，softmax 锁死，斜率消失",
  text: [
    `Softmax 只看分数之间的距离，这里是 $√d$。[-不缩放-]，距离越来越大，最终最高的分数独占全部权重；这时 $y(1 − y)$，即让梯度传回去的斜率，几乎是 0。`,
  ],
  try: `拖动 $d$：[-不缩放-]，处处都在变；[+除以 $√d$+]，什么都不变。`,
  further: {
    title: "两条钟形曲线都是精确的",
    text: [
      `键的各分量独立且服从正态分布，查询的长度为 $√d$（分量方差为 1 的查询大约就这么长），这时分数 $q·k$ 服从正态分布，标准差为 $√d$。`,
      `三个键代表所有的键：一个的分数比均值低一个标准差，一个等于均值，一个高一个标准差。$d$ = 1 时缩放与不缩放相同。两条曲线画得一样高。`,
    ],
  },
  title: "分数、softmax、斜率",
  finding: `$d$ = {dim} 时，典型分数为 [-±{before.deviation}-]：softmax 给最高分的权重是 [-{before.weight}-]，该处斜率为 [-{before.slope}-]。[+除以 {by} 后+]，典型分数为 [+±{after.deviation}+]，权重 [+{after.weight}+]，斜率 [+{after.slope}+]。`,
  typical: `{side}：典型分数 ±{deviation}`,
  axis: "分数 $q·k$",
  weights: "三个点的 softmax",
  slope: "斜率 $y(1 − y)$",
  scores: ["低", "中", "高"],
  columns: ["分数", "权重", "斜率"],
  density: { title: "分数的密度", column: "密度" },
};
