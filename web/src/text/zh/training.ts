import type { en } from "../en/training.js";
import { laneWord as lane } from "../lane-word.js";
import { rich, scaled, strong, unscaled, WK, WQ, word } from "../rich.js";

type Most = Parameters<typeof en.boxes.finding>[1];

const gives = (most: Most) =>
  rich`${lane(most)}，${word(most.query)} 把 ${most.share}\u00A0% 的注意力给了 ${word(most.key)}`;

export const zh: typeof en = {
  heading: "在这里训练",
  text: [
    rich`两个模型起点的参数相同，看到的样本和顺序也相同。${unscaled("一个不缩放分数")}，${scaled("另一个把分数除以 √dₖ")}，此外没有任何差别。`,
  ],
  question: {
    ask: rich`不缩放分数的模型能学会日期吗？`,
    answers: ["不能", "能，但更晚", "能，和另一个一样快"],
    why: rich`d = 64 时，200 步之后它的回答有 0.02 到 0.25 完全正确，缩放的有 0.67 到 0.70；1,000 步之后是 0.59 到 0.84，缩放的是 0.93 到 0.99。`,
  },
  try: rich`按“训练”，看答案的每个字符是从日期的哪些字符读来的。再输入一个你自己的日期。`,
  task: "任务",
  tasks: { dates: "日期", recall: "检索" },
  about: {
    dates: rich`${strong("日期")}：一个编码器和一个解码器（同上一章）逐字读入日期，学习把它写成 2026-11-20 的形式。样本逐步生成。`,
    recall: rich`${strong("检索")}：一个注意力头，${WQ} 和 ${WK} 是学来的。n 个随机词元之一是查询，这个头要给出它的随机值。损失是均方误差，所以每个梯度都要经过 softmax。`,
  },
  lanes: "模型",
  lane: {
    scaled: (exponent) => `除以 ${exponent}`,
    unscaled: () => "不缩放",
    one: () => "除以 dₖ",
    smaller: () => "不缩放，起点更小",
    norm: () => "QK-norm",
    cap: (exponent, cap) => `除以 ${exponent}，soft-cap ${cap}`,
    clip: (_exponent, clip) => `不缩放，QK-clip ${clip}`,
  },
  rules: {
    norm: (gain) =>
      rich`${strong("QK-norm")}：分数是查询与键的余弦乘以 g = ${gain === "1" ? "" : `${gain} · `}√dₖ，所以无论 ${WQ} 和 ${WK} 变成什么，都不超过 g。错误的键因此总保留一些权重：在“检索”里，损失到不了 0。`,
    cap: (cap) =>
      rich`${strong("Soft-cap")}：缩放后的分数 x 变成 ${cap} tanh(x/${cap})，都不超过 ${cap}。`,
    clip: (clip) =>
      rich`${strong("QK-clip")}：不缩放。某一步里一个头的最大分数 S 超过 ${clip} 时，这一步之后它的 ${WQ} 和 ${WK} 都乘以 ${clip}/S 的平方根。`,
  },
  gain: "QK-norm：g / √dₖ",
  cap: "Soft-cap：c",
  clip: "QK-clip：τ",
  dashes: {
    ...{ one: "虚线", smaller: "点线" },
    ...{ norm: "点划线", cap: "虚线", clip: "虚线" },
  },
  column: {
    scaled: "缩放",
    unscaled: "不缩放",
    one: "除以 d",
    smaller: "起点更小",
    ...{ norm: "QK-norm", cap: "Soft-cap", clip: "QK-clip" },
  },
  settings: (optimiser, rate, batch) => `设置：${optimiser}，学习率 ${rate}，批大小 ${batch}`,
  optimiser: "优化器",
  optimisers: { sgd: "SGD", momentum: "动量", adam: "Adam", adamw: "AdamW" },
  rate: "学习率",
  batch: "批大小",
  tokens: "词元数 n",
  exponent: "除以 dₖᵅ 的模型的指数 α",
  date: "日期",
  buttons: { train: "训练", pause: "暂停", step: "一步", restart: "重新开始" },
  buttonsLabel: "训练",
  problems: {
    dim: (task, dim, least, most) =>
      `这里不训练 d = ${dim}：${task === "dates" ? "日期" : "检索"}模型的维度是 ${least} 到 ${most}。请在上面修改维度。`,
    lanes: "请至少选择一个模型。",
    date: "这不是模型学习的日期。请写 1950 到 2049 年的一天，写成 20 Nov 2026、November 20, 2026、Nov 20 2026 或 2026年11月20日。图中仍是上一个日期。",
    compute: (reason) => `训练停止了：${reason}`,
  },
  status: {
    step: (step) => `第 ${step} 步`,
    speed: (lane, speed) => `${lane}：每秒 ${speed} 步`,
    seconds: (seconds) => `${seconds} 秒`,
    minutes: (minutes) => `${minutes} 分钟`,
    remaining: (goal, time) => `到第 ${goal} 步约需 ${time}`,
    diverged: (lane, step) => `${lane}：第 ${step} 步后发散，数值不再有限`,
    checking: "正在检查梯度……",
    check: (error) =>
      rich`反向传播是手工编写的。这次训练之前，沿每个矩阵的一个随机方向与有限差分比较过：最大相对误差为 ${strong(error)}。`,
  },
  diverged: "发散",
  scrub: "回看训练过程",
  newest: "最新",
  axis: "步",
  curves: "训练曲线",
  steps: "步",
  everyStep: "每一步",
  columns: {
    loss: "损失",
    exact: "全对比例",
    right: "正确键的权重",
    gradientNorm: "查询矩阵的梯度",
    share: "有效查询占比",
    g10: "查询梯度，10 %",
    g50: "查询梯度，中位数",
    g90: "查询梯度，90 %",
    entropy: "熵",
    peak: "最大权重",
  },
  measures: {
    loss: { title: "损失", y: "损失" },
    exact: { title: "全对的答案", y: "占 200 个日期的比例" },
    right: { title: "正确键的权重", y: "平均权重" },
    entropy: { title: "注意力权重的熵", y: "熵（nat）" },
    peak: { title: "每行的最大权重", y: "平均权重" },
    gradientNorm: { title: "查询矩阵的梯度", y: "‖∂L/∂W‖" },
    g50: { title: "单个查询的梯度", y: "‖∂L/∂q‖" },
    share: { title: "提供梯度的查询占比", y: "占比" },
  },
  smoothing: "点：单步的值。线：平滑后的值。",
  bands: "线：一批样本的中位数。带：第 10 到第 90 百分位。都经过平滑。",
  tested: "每 20 步在 200 个从不训练的日期上测量。",
  attention: {
    title: (lane) => `读了什么，${lane}`,
    table: (lane) => `${lane} 交叉注意力`,
    titles: ["日期", "答案"],
    note: "上面是输入的日期，下面是答案。线越粗，权重越大。指向答案的一个字符，就只看它的连线。",
    corner: "答案的字符",
  },
  answer: (column) => `${column} 答案`,
  right: "正确",
  wrong: (right) => `应为 ${right}`,
  keys: {
    title: (lane) => `权重，${lane}`,
    table: (lane) => `${lane} 检索的权重`,
    corner: "查询",
    note: "一串词元，每个各做一次查询：正确的键在对角线上。",
  },
  finding: {
    begin: rich`还没有训练。`,
    lane: (of, name, loss) => rich`${lane({ lane: of, name })}：损失 ${loss}`,
    exact: (percent) => `，${percent}\u00A0% 的日期全对`,
    right: (weight) => `，正确键的权重 ${weight}`,
    after: (step) => `${step} 步之后`,
    ended: (step) => `（${step} 步之后，发散之前）`,
  },
  smaller: (difference, decays) =>
    rich`不缩放，但 ${WQ} 和 ${WK} 的起点按除数的平方根减小，它们的学习率按除数减小（Adam：按其平方根），${decays ? "除了权重衰减也随学习率减小，" : "若不计舍入，"}就等于缩放：到目前为止两者同一步的损失最多相差 ${strong(difference)}。${decays ? "" : "单精度的舍入误差随步数增大；用双精度训练 60 步，相差约 10⁻¹⁵（Adam 取 ε = 10⁻³⁰）。"}`,
  honest: {
    dates: rich`用学习率 0.001 的 Adam、批大小 64 实测，d = 64，种子 13、0、1，全对比例：200 步后不缩放 ${unscaled("0.02 到 0.25")}，缩放 ${scaled("0.67 到 0.70")}；1,000 步后 ${unscaled("0.59 到 0.84")} 和 ${scaled("0.93 到 0.99")}。200 步后，QK-norm 为 0.62 到 0.73，缩放加 soft-cap 50 为 0.65 到 0.69，不缩放加 QK-clip 30 为 0.12 到 0.31。所以 Adam 不缩放也能学会，只是更晚。d = 128、种子 13，1,000 步后为 ${unscaled("0.35")} 和 ${scaled("0.97")}。`,
    recall: rich`在这里，较小的学习率能抵消大部分缺少的缩放：用普通 SGD，学习率 0.1 时两个模型在 d = 32 到 512 都能学会；学习率 3.2 时，从 d = 64 起只有缩放的能学会（种子 13、0、1，n = 16，300 步）。`,
  },
  folds: {
    attention: "不缩放时，什么都还没学会，注意力就已集中",
    teachers: "到最后，查询矩阵的梯度只来自少数查询",
    boxes: "打开训练好的模型的每个方框",
    keys: "键越多，正确的键分到的权重越少，除非分数也增大",
  },
  boxes: {
    about: (one, other) =>
      rich`这里是此刻的编码器和解码器${other === undefined ? "" : rich`，每个方框里左边${lane(one)}，右边${lane(other)}`}。编码器逐个字符读输入的日期，␣ 是空格。解码器先读一个开始符，再读自己写出的前九个字符，在每个位置写出下一个字符。点击一个方框，它的矩阵就在下面打开；指向一个字符，它所在的行在所有矩阵里都会标出来。`,
    two: "所有模型中，方框只显示这两个。",
    none: "方框只显示仅用一个数乘分数的模型：请再选一个模型。",
    start: "开始",
    lost: (lane) => `${lane}：数值已不再有限，没有方框可以打开。`,
    query: "日期的字符",
    secondword: "解码器读到的字符",
    vectors: "字符向量",
    mask: "一个字符只能关注自己和它前面的字符。其余的分数变成 −∞，权重就是 0。",
    finding: (where, one, other) =>
      rich`${where}：${gives(one)}${other === undefined ? "" : rich`；${gives(other)}`}。`,
  },
  recorded: {
    label: (seed) => `在这里录制，种子 ${seed}；按“训练”得到你自己的`,
    date: (date) => `录制的训练只回答了 ${date}。你输入的日期由你自己的训练来回答。`,
    start: "录制的训练没有保存参数：这里是第一步之前的模型。按“训练”得到你自己的。",
  },
  teachers: rich`${WQ} 的梯度是一批样本中各个查询之和，每个查询有自己的梯度 g。(Σg²)²/(N Σg⁴) 是有效提供梯度的查询占比：各个 g 相同时为 1，全部来自一个查询时为 1/N。`,
  fewTeachers: rich`到最后，两个模型都只有很少的查询提供梯度，1,000 步后是 0.4\u00A0%，原因却不同（d = 128，种子 13）。${unscaled("不缩放")}时从第 20 步起就是 1\u00A0%：每行的最大权重平均为 0.89，softmax 已经选定之处几乎没有梯度通过。${scaled("缩放")}时第一步是 52\u00A0%，100 步后 3\u00A0%，200 步后 1\u00A0%：损失已从 1.8 降到 0.07，已经答对的也没有梯度。`,
  keyTest: {
    text: (n) =>
      rich`注意力头不知道有多少个键：在 ${String(n)} 个键中训练的，可以在 4,096 个键中使用。每多一个键都会分走正确键的一些权重，除非分数也随之增大：乘以 ln n / ln ${String(n)}，在 ${String(n)} 个键时与训练时相同，键更多时更大。这里是 32 个从不训练的序列中，正确键的平均权重。用 SGD 实测，d = 32，在 16 个键中训练 100 步，除以 √dₖ（种子 13、0、1）：在 4,096 个键中，学习率 3.2 时为 ${scaled("0.49 到 0.52")}，10 时为 ${scaled("0.67 到 0.72")}，乘以 ln n 之后为 ${strong("0.86 到 0.94")}。`,
    test: "测试现在的模型",
    testing: "正在测试……",
    plain: "正确键的权重，与训练时相同",
    grown: (n) => `正确键的权重，分数乘以 ln n / ln ${n}`,
    weight: "平均权重",
    columns: (lane) => [`${lane} 与训练时相同`, `${lane} 乘 ln n`],
    table: "正确键的权重，按键数",
    finding: (step) => `第 ${step} 步之后，在 4,096 个键中`,
    lane: (of, name, plain, grown) =>
      rich`${lane({ lane: of, name })}：${strong(plain)}，乘 ln n 后 ${strong(grown)}`,
    lost: (name) => `${name}：分数不再有限，没有测试。`,
  },
  alignment: {
    text: rich`学到的查询和键不再独立。两个向量的夹角余弦固定为 c 时，q·k 随 d 成正比增长，而独立向量的 q·k 只按 √d 增长：所以有些做法（muP）除以 d。另一些先把查询和键归一化（QK-norm），分数就有上限。`,
    columns: ["q 与正确的 k 的余弦", "它们的分数 q·k", "分数 / √d", "分数 / d"],
    caption: "查询和各自正确的键",
    corner: "模型",
    wait: "暂停训练后显示。",
  },
  weights: "权重（JSON）",
};
