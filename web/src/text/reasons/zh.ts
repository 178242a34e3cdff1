import { superscript } from "../../ui/numbers.js";
import { math, rich, scaled, strong, unscaled } from "../rich.js";
import type { ReasonsText } from "./en.js";

export const zh: ReasonsText = {
  progress: {
    running: (done, total) => `已完成 ${done}，共 ${total}`,
    stopped: (done, total) => `停在 ${done}，共 ${total}：图中只有已完成的部分`,
    waiting: "滚动到这里就开始",
    missing: "打印时还没有计算。用“下载”里的“打印”，会先全部算完。",
    starting: "正在抽样……",
    done: (total) => `共 ${total}，全部完成`,
    failed: (reason) => `无法计算：${reason}`,
    stop: "停止",
    goOn: "继续",
    what: {
      scores: "个查询",
      spread: "次实验",
      draws: "次抽样",
      map: "次抽样",
      growth: "次抽样",
      sentence: "个句子",
      places: "种位置",
    },
  },
  problems: {
    whole: (least, most) => `必须是 ${least} 到 ${most} 的整数。`,
    decimal: (least, most) => `必须是 ${least} 到 ${most} 之间的数。`,
    list: (least, most, limit) =>
      `请输入 ${least} 到 ${most} 个数，每个在 −${limit} 到 ${limit} 之间，用逗号或空格分开。`,
  },
  legend: {
    unscaled: "不除",
    scaledBy: (exponent) => (exponent === 0.5 ? "除以 √d" : `除以 d${superscript(exponent)}`),
    sentence: "你的句子",
  },
  tryThis: "试一试：",

  variance: {
    heading: "分数按 √d 散开",
    text: [
      rich`分数是 ${math("d")} 个乘积之和。设各分量独立，均值 0，方差 ${math("sigma2")}，整个推导只有三行。`,
      rich`各分量服从什么分布并不重要，起作用的只有方差。那就做个实验：从同一个随机数流里抽取任意多的查询和键，看它们的全部分数。`,
    ],
    try: rich`选 ±σ，每个分量只取两个值（σ 为 1 时就是 ±1），照样得到同一条钟形曲线。再把 σ 设为 2：分数的散布变成四倍，因为 σ 是以 ${math("sigma2")} 起作用的。`,
    controls: {
      samples: "样本数",
      sampledim: "样本的 d",
      sampleseed: "样本的种子",
      sigma: "分量的 σ",
      law: "分量的分布",
      laws: { normal: "正态", uniform: "均匀", sign: "±σ" },
    },
    numbers: {
      title: "实验打印的结果",
      corner: "量",
      value: "数值",
      rows: [
        "查询各分量的均值",
        "查询各分量的标准差",
        "键各分量的均值",
        "键各分量的标准差",
        "缩放后分数的均值",
        "缩放后分数的标准差",
      ],
      default: "种子为 0 时，NumPy 打印的正是这六个数，至少前十二位一致；标准差取 ddof 1。",
      exact:
        "无需算出任何一个分数，就能得到全部分数的精确矩：Σ q·k = (Σq)·(Σk)，Σ(q·k)² = ⟨QᵀQ, KKᵀ⟩（这里 K 的每一列是一个键）。",
      streamed: (count, mean, std) =>
        `单精度逐块累计，目前有 ${count} 个缩放后的分数，均值 ${mean}，标准差 ${std}。`,
      share:
        "这些分数共用查询和键，所以并不独立：样本数为 10000、d = 100 时，换一个种子，标准差大约变动 10⁻³，而不是独立时的 7·10⁻⁵。",
    },
    histogram: {
      title: (count) => `全部 ${count} 个分数，同一横轴`,
      x: "分数",
      y: "密度",
      label: (count) => `${count} 个分数的直方图：不除的宽，除后的窄，各配一条正态曲线`,
      columns: ["下界", "上界", "除后：下界", "除后：上界", "个数"],
      sentence: (dim) => `黑色短线：你的句子的分数，不除，d = ${dim}`,
      small: "单个乘积还不成钟形，但方差已经对了。",
    },
    entries: {
      title: (count) => `查询的前 ${count} 个分量`,
      x: "分量",
      label: "查询的各分量画成数轴上的点，上方是按实测均值和标准差画出的正态曲线",
      note: (mean, std) => `正态曲线取全部分量的实测均值 ${mean} 和标准差 ${std}`,
    },
    spread: {
      title: "q·k 的标准差随 d 的变化",
      ratio: "同一组数，除以 √d σ²",
      ratioLabel: "实测标准差除以 √d σ²，以及各次实验之间的差异",
      x: "d",
      y: "标准差",
      label: "分数的标准差随 d 的变化，双对数坐标：不除时沿 √d 上升，除后持平",
      note: (repeats, samples) =>
        `点：${repeats} 次实验的均值，每次 ${samples} 个查询、${samples} 个键；误差线：各次实验之间相差多少（一个标准差）`,
      columns: ["不除：均值", "不除：实验间标准差", "除后：均值", "除后：实验间标准差", "√d σ²"],
    },
    rows: {
      title: "Softmax 看到的是哪个方差？",
      text: rich`矩阵的方差不止一个：可以对全部元素算，也可以在每行之内、每列之内算。${strong("Softmax 一次只处理一行")}，所以它看到的是行内的方差。下面是你的句子的 QKᵀ。`,
      x: "分数的方差（ddof 0）",
      label: "句子分数的方差：全部元素、行内、列内",
      all: "全部元素",
      row: "行内",
      column: "列内",
      columns: ["方差", "除后"],
      corner: "所取元素",
      allRow: "全部",
      ofRow: (word) => `行 ${word}`,
      ofColumn: (word) => `列 ${word}`,
      single: "只有一个词时，一行只有一个分数，方差为 0。",
    },
  },

  logits: {
    source: "logits 来源",
    sources: { ladder: "(a, a, 2a, 4a)", typed: "手动输入", word: "句子的一行" },
    a: "a",
    typed: "手动输入的 logits",
    word: "行",
    factor: "倍数",
    shift: "加上",
    play: "播放",
    pause: "暂停",
  },

  saturation: {
    heading: "Softmax 饱和",
    text: [
      rich`Softmax 只看差距，而且按指数放大。把它的输入（logits）都加上同一个常数，什么也不变；都乘以 ${math("c")}，任意两个权重之比就变成原来的 ${math("c")} 次方。logits 彼此接近，权重就相差无几；彼此相距很远，就只剩一个赢家。而按 √d 散开的分数，彼此相距很远。`,
    ],
    try: rich`把 a 从 0 拖到 20，盯住最后一个条形。再给所有 logits 加 50：纹丝不动。然后按“播放”：它做的只是乘法。`,
    bars: {
      logits: "输入 x",
      weights: "softmax(x)",
      label: (weights) => `logits 及其 softmax 的条形图：${weights}`,
      columns: ["输入", "权重"],
      corner: "分量",
    },
    curve: {
      title: "尺度增大时的熵与最大权重",
      x: "logits 的标准差",
      entropy: "熵下降",
      peak: "一个权重独占",
      entropyAxis: "熵 ÷ ln n",
      peakAxis: "最大权重",
      entropyLabel: "softmax 的熵随 logits 标准差的变化，并标出句子的各行",
      peakLabel: "最大权重随 logits 标准差的变化，并标出句子的各行",
      dots: (count) => `圆环：你的句子的各行，n = ${count}`,
      columns: ["标准差", "熵", "最大权重"],
      corner: "倍数",
    },
  },

  jacobian: {
    heading: "雅可比矩阵趋于零",
    text: [
      rich`反向传播时，梯度要先经过 softmax 的雅可比矩阵，才能到达 logits。这个矩阵是对称的，每行之和为 0。对角元素最大是 ¼，在对应的权重为 ½ 时取到；非对角元素的绝对值最大也是 ¼，在两个权重各为 ½ 时取到，此时谱范数也达到最大值 ½。`,
      rich`一旦某个权重接近 1，其余权重就都接近 0，任意两个不同权重的乘积也就接近 0：整个矩阵随之消失。`,
    ],
    try: rich`先把 a 设为 0，再设为 0.45，再设为 5。谱范数先升后降，Frobenius 范数则一路下降：a = 0 时四个权重都是 ¼，最后一个在趋向 1 的途中经过 ½，而 y(1 − y) 正是在那里最大。`,
    maps: {
      unscaled: "不除",
      scaled: (divisor) => `除以 ${divisor}`,
      label: (name, n) => `softmax 的雅可比矩阵，${name}，${n} 行 ${n} 列`,
      table: (name) => `雅可比矩阵，${name}`,
      norms: (frobenius, spectral) => `‖J‖：Frobenius 范数 ${frobenius}，谱范数 ${spectral}`,
      rowSum: (sum) => `每一行之和都是 0（最大为 ${sum}）`,
    },
    norms: {
      title: (ladder) => (ladder ? "J 的范数随 a 的变化" : "J 的范数随倍数的变化"),
      x: (ladder) => (ladder ? "a" : "倍数"),
      y: "范数",
      frobenius: "Frobenius 范数",
      spectral: "谱范数",
      label: "雅可比矩阵的 Frobenius 范数与谱范数",
      dots: "右边缘的圆环：你的句子的各行，不除与除后（Frobenius 范数）",
      columns: ["Frobenius 范数", "谱范数"],
      highest: (norm, at) => `谱范数最大处：${at}，值为 ${norm}。`,
    },
    oneHots: {
      title: "四个独热输出",
      text: rich`在每个顶点上，${math("J")} 恰好为零：无论传来什么梯度，都过不去。饱和的 softmax 就紧挨着某个顶点。`,
      label: (index) => `第 ${index} 个独热输出（共 4 个）处的雅可比矩阵：所有元素都是 0`,
      output: (index) => `y = e${["₁", "₂", "₃", "₄"][index] ?? ""}`,
    },
    upstream: {
      title: "反向穿过 softmax",
      text: rich`梯度 ${math("g")} 传到权重。能继续传到 logits 的，是它的每个分量减去以 ${math("y")} 加权的平均值，再乘以对应的权重。设定 ${math("g")}，看传过去的梯度怎样随尺度增大而消失。`,
      field: "上游梯度 g",
      hint: "没有给出的分量按 0 计，多出的略去",
      x: "倍数",
      y: "‖J g‖",
      label: "传过去的梯度的范数，随 logits 倍数的变化",
      columns: ["g", "y", "J g", "有限差分"],
      corner: "分量",
      table: "传过去的梯度，逐个分量",
      step: (step, off) =>
        `有限差分：(softmax(x + h g) − softmax(x − h g)) / 2h，其中 h = ${step}；与 J g 最多相差 ${off}`,
    },
  },

  gradient: {
    heading: "多次抽样下的梯度",
    text: [
      rich`一次抽样说明不了什么，均值又会掩盖大半实情。所以这里抽很多次：查询和键的各分量独立，服从 N(0, 1)，如同训练刚开始的时候；同一次抽样在每个 ${math("d")} 上都看一遍。测量的是从查询到它的权重的整条链。`,
      rich`${unscaled("不做除法")}，随着 ${math("d")} 增大，中位数跌到几乎为零，均值却没有消失：大多数查询几乎得不到梯度，少数出现尖峰。${scaled("除以 √d")}，中位数很快就不再随 ${math("d")} 变化。`,
    ],
    try: rich`增加键的个数：橙色的中位数先升，然后照样下跌，只是要到更大的 d。再看下面的单次抽样：随便挑出一次，什么结论都可能得出。`,
    controls: {
      keys: "键数",
      draws: "抽样次数",
      drawseed: "抽样的种子",
      loss: "损失",
      losses: { squares: "½ Σ z²", sum: "Σ z", target: "½ Σ |z − v|²，v 取某个词的值" },
      target: "取哪个词的值",
    },
    fans: {
      peak: "最大权重趋近 1",
      jacobian: "雅可比矩阵消失",
      gradient: "到达查询的梯度",
      axes: { peak: "最大权重", jacobian: "‖J‖（Frobenius 范数）", gradient: "‖∂y/∂q‖" },
      x: "d",
      label: (quantity) =>
        `${quantity}，随 d 的变化：不除与除后的中位数、10 % 到 90 % 分位带和均值；句子的各行画成点`,
      legend: (keys, words) =>
        `扇形：${keys} 个键；线：中位数 · 带：10 % 到 90 % 分位 · 虚线：均值 · 圆环：你的句子的各行，n = ${words}`,
      columns: [
        ...["不除：10 % 分位", "不除：中位数", "不除：90 % 分位", "不除：均值"],
        ...["除后：10 % 分位", "除后：中位数", "除后：90 % 分位", "除后：均值"],
      ],
    },
    singles: {
      title: (count, dim) => `前 ${count} 次抽样，d = ${dim}，每次一条短线`,
      x: "‖∂y/∂q‖",
      label: "单次抽样的梯度，在对数数轴上画成短线：不除的在上，除后的在下",
      columns: ["不除", "除后"],
      corner: "抽样",
      zero: (count) => `不除时有 ${count} 次小到图外，画在左边缘上`,
    },
    exploding: {
      title: "爆炸还是消失？",
      text: (dim, a, b, starving) =>
        rich`常有人说，除法是为了防止梯度爆炸。可 softmax 的雅可比矩阵不会爆炸：谱范数最多是 ½。与它相乘的 K，才让少数尖峰按 √d 增大。d = ${String(dim)} 时，${unscaled("不做除法")}，‖∂y/∂q‖ 的中位数是 ${unscaled(a.median)}，均值 ${unscaled(a.mean)}，最大值 ${unscaled(a.largest)}；${scaled("做了除法")}，中位数是 ${scaled(b.median)}，均值 ${scaled(b.mean)}，最大值 ${scaled(b.largest)}。${
          starving
            ? "大多数查询几乎得不到梯度，少数出现尖峰：所以主要是消失，而均值把它掩盖了。"
            : "键这么多，在这个 d 上还没有什么消失：把维度调大。"
        }`,
      table: "各次抽样的梯度 ‖∂y/∂q‖",
      columns: [
        "不除：中位数",
        "不除：均值",
        "不除：最大值",
        "除后：中位数",
        "除后：均值",
        "除后：最大值",
      ],
    },
    own: {
      title: "你的句子的梯度",
      text: rich`上面的每个词都发出一个查询。到达它的梯度画在对数轴上：不除时，有的查询几乎得不到梯度，有的出现尖峰；除后，它们聚在一起。`,
      strip: "到达每个查询的梯度：‖∂y/∂q‖",
      stripLabel: "每个词的权重对其查询的梯度，不除与除后，画在对数轴上",
      x: "‖∂y/∂q‖",
      zero: "小于 10⁻⁹ 的画在左边缘上。",
      chain: rich`从输出 Z 上的损失，一路回到分数、查询和键。亮的行是少数出现尖峰的，空白的行什么也得不到；除后，每个元素都带着所除的因子，损失本身也不同。不除与除后用同一色标。`,
      scores: "∂L/∂QKᵀ",
      queries: "∂L/∂Q",
      keys: "∂L/∂K",
      unscaled: "不除",
      scaled: "除后",
      label: (name, side) => `梯度 ${name}，${side}`,
      table: (name, side) => `梯度 ${name}，${side}`,
      loss: (without, withIt) => `不除时 L = ${without}，除后 L = ${withIt}`,
      rows: "到达每个查询的梯度",
      columns: ["不除：‖∂y/∂q‖", "除后：‖∂y/∂q‖", "不除：‖J‖", "除后：‖J‖"],
    },
    limits:
      "以上都是对独立随机向量而言，即初始化的时候。训练中，较小的学习率可以掩盖一部分影响，因为不除的分数对参数的梯度本来就多一个因子 √d。",
  },

  exponent: {
    heading: "为什么是 ½",
    text: [
      rich`改为除以 ${math("dAlpha")}，让 ${math("alpha")} 从 0 变到 1。唯有取 ½，梯度的中位数会稳定在一个水平上：大约从 d = 16 起就不再变化。这并不是说，在某个固定的 ${math("d")} 上取 ½ 梯度最大，而是说，取 ½ 时梯度持平。`,
      rich`${strong("小于 ½：多数几乎得不到梯度，少数出现尖峰。")}远小于 ½ 时，权重饱和，中位数崩塌。略小于 ½ 时，中位数起初甚至会上升，直到 d 再大一些，饱和才追上来。`,
      rich`${strong("大于 ½：权重均匀，梯度衰减。")}分数缩小，各个键的权重趋于相同，梯度的中位数按 ${math("dHalfMinusAlpha")} 衰减。`,
    ],
    try: rich`移动页面顶部的指数，或在图中点击：标记跟着走。再沿着标记所在的那一行往右看。`,
    controls: {
      measure: "显示的量",
      measures: {
        change: "d 每翻一倍的变化",
        gradient: "‖∂y/∂q‖ 的中位数",
        entropy: "熵的中位数",
        peak: "最大权重的中位数",
      },
    },
    map: {
      title: "指数与 d",
      x: "d",
      y: "指数 α",
      label: (measure) => `随指数和 d 变化的图：${measure}；沿 ½ 那一行什么也不变`,
      level: "½",
      fades: "衰减",
      grows: "增长",
      collapses: "崩塌",
      keeps: "深色不等于更好：找颜色不变的那一行",
      doubling: "d 翻一倍时，‖∂y/∂q‖ 的中位数变为 2 的几次方倍：纸色处不变",
      table: (measure) => `${measure}，按指数和 d 排列`,
      corner: "指数",
    },
    curves: {
      title: "中位数随 d 的变化，每个指数一条曲线",
      label: (measure) => `${measure}随 d 的变化，每个指数一条曲线；½ 的曲线持平`,
    },
    growth: {
      heading: "更长的句子",
      text: [
        rich`根号解决的是 ${math("d")}，不是键的个数 ${math("n")}：分数照旧，键越多，权重摊得越薄。苏剑林（2021）提出再给分数乘上 ln ${math("n")}，其推导用的是平均场近似。`,
      ],
      measured: (root, logarithmic, from, to) =>
        rich`对独立的 logits 实测：从 n = ${String(from)} 到 ${String(to)}，熵的中位数用 1/√d 时增加 ${scaled(root)} nat，用 κ ln n/d 时增加 ${strong(logarithmic)} nat。后者仍在增加，只是慢一些。κ 的取法使两者在 n = 512 时相同。`,
      title: "熵随键数的变化",
      x: "键数 n",
      y: "熵（nat）",
      root: "1/√d",
      logarithmic: "κ ln n/d",
      uniform: "ln n：平均分配",
      share: "熵 ÷ ln n",
      label: "两种缩放下，熵随键数的变化",
      columns: [
        "1/√d：10 % 分位",
        "1/√d：中位数",
        "1/√d：90 % 分位",
        "κ ln n/d：10 % 分位",
        "κ ln n/d：中位数",
        "κ ln n/d：90 % 分位",
        "ln n",
      ],
    },
    places: {
      heading: "根号放在哪里",
      text: [
        rich`在纸面上，除分数、除查询、除键，或者查询和键各除以 ${math("dQuarter")}，结果都一样。位数少时就不一样了：半精度最大只到 65504，所以除法放在最后时最先溢出。bfloat16 的范围与单精度相同，丢的是有效位数。`,
      ],
      controls: {
        precision: "精度",
        precisions: { double: "双精度", float: "单精度", half: "半精度", bfloat16: "bfloat16" },
        accumulate: "求和所用精度",
        accumulations: { same: "与所选精度相同", float: "单精度" },
        place: "除的是",
        places: {
          scores: "分数",
          queries: "查询",
          keys: "键",
          both: "查询和键（各除以四次方根）",
        },
        size: "q 和 k 的倍数",
      },
      logits: "该精度下的 logits",
      difference: "与精确值之差",
      label: (name) => `${name}，按所选的位置`,
      summary: "四种位置",
      corner: "位置",
      columns: ["非有限的元素", "最大差", "最大相对差"],
      finiteOnly: (value, count) => `${value}（限于 ${count} 个有限元素）`,
      none: "—",
      overflow: (count, of, place) =>
        rich`把根号除在${place}上时，${strong(`有 ${count} 个元素（共 ${of} 个）`)}成了 ∞ 或 ∞ − ∞：某个元素、乘积或和超过了该精度的最大数。`,
      finite: (place, largest, relative) =>
        rich`把根号除在${place}上时，所有元素都有限；与精确值的最大差为 ${strong(largest)}，最大相对差为 ${strong(relative)}。`,
      exact: "在双精度下，四种位置的结果直到最后几位都一致。",
    },
  },
};
