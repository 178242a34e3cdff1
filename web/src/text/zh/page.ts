import type { en } from "../en/page.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  typography: {
    sans: "PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, WenQuanYi Micro Hei",
    serif:
      "Songti SC, Noto Serif CJK SC, Noto Serif SC, Source Han Serif SC, Microsoft YaHei, Noto Sans CJK SC, WenQuanYi Micro Hei",
    lines: "",
  },
  title: "为什么要除以 ",
  titleEnd: "？",
  site: "注意力为什么要除以 $√dₖ$？",

  chapters: {
    label: "章节",
    ends: "上一章与下一章",
    previous: "上一章：",
    next: "下一章：",
    whole: "整章：",
    page: {
      name: "注意力",
      subtitle:
        "分数是 $dₖ$ 个乘积之和（本页 $dₖ = d$），所以随 $√dₖ$ 增大。$d$ 大时若不缩放，softmax 会把几乎全部权重给一个词，还能学习的查询寥寥无几。",
    },
    why: {
      name: "为什么是平方根",
      subtitle:
        "$q·k$ 的方差随 $d$ 增大，softmax 饱和，雅可比矩阵趋于零，梯度只来自少数查询：各部分逐一实测。",
    },
    heads: {
      name: "多头注意力",
      subtitle: "最多 16 个头并排，另有一个注意力逐步手算，缩放前后对照。",
    },
    transformer: {
      name: "完整的 Transformer",
      subtitle: "用你的词走一遍编码器和解码器，缩放前后对照。每个方框都能打开。",
    },
    race: {
      name: "训练",
      subtitle: "两个完全相同的模型，起点相同，数据相同：一个不缩放分数，一个缩放。",
    },
    divisors: {
      name: "除以什么",
      subtitle:
        "110 个已发布的模型除以什么，常用的库怎么做；九种规则，用你的词，也用多达 32,768 个键。",
    },
    own: {
      name: "你自己的注意力",
      subtitle:
        "打开你的模型的查询、键和权重：本页测出你的代码把分数乘了多少，并把每个头不缩放和缩放的样子并排画出。",
    },
    model: {
      name: "训练好的模型",
      subtitle: "一个小聊天模型在你的浏览器里把每个问题回答两遍：不缩放和缩放。",
    },
    lessons: { name: "课程", subtitle: "用于课堂：四节 20 分钟的课。" },
  },
  nav: { label: "本页", language: "语言" },
  theme: { auto: "主题：自动", light: "主题：浅色", dark: "主题：深色" },

  controlRows: {
    label: "设置",
    sentence: "句子",
    dim: "维度 $d$",
    dimNumber: "$d$ 的数值",
    seed: "种子",
    resample: "重新抽样",
    reset: "重置",
    share: "分享",
    vectors: "词向量",
    projections: "投影",
    exponent: "指数",
    exponentHint: "分数除以 $d$ 的几次方",
    exponentFormula: "$α$：分数除以 $dᵅ$",
    bar: "设置栏",
    more: "更多",
    wordsRead: "识别出的词",
    dropped: `不是词，已忽略：{dropped}（词里至少要有一个文字或数字）`,
    comma: "、",
    repeated: `**{words}** {appear}不止一次。同一个词无论在哪里向量都相同，所以它的各行相等，各列也相等：没有位置信息，注意力分不清它们，它们平分权重。`,
    appear: { one: "出现了", more: "出现了" },
    identity: `$Q = K = X$ 时，一个词的查询就是它的键，而 $q·q$ 是平方和，约等于 $d$：$d$ 从 16 左右起，它是一行里最大的分数，除以 $√d$ 之后仍领先约 $√d$。用随机投影时，句子的表现与理论一致。`,
    example: "算例：三个词，每个词三个数，$Q = K = V = X$。任何一个数都可以改。",
    computing: "计算中……",
    names: {
      vectors: { random: "随机", example: "算例" },
      projections: { random: "随机", identity: "恒等" },
    },
  },

  problems: {
    sentence: {
      empty: "请至少输入一个词，最多 64 个。图中仍是上一个句子。",
      "no-words":
        "没有识别出词：一个词至少要有一个文字或数字。请输入 1 到 64 个词。图中仍是上一个句子。",
      "too-many": `这里有 {count} 个词，最多允许 64 个。图中仍是上一个句子。`,
      "too-long": `最长的词有 {count} 个字符，一个词最多 100 个。图中仍是上一个句子。`,
    },
    known: `{given} 无效，已改用默认值。`,
    allowed: "可用的值：{allowed}。",
    unknown: `{given} 不是本页的参数，已忽略。`,
    dismiss: "知道了",
    compute: `无法计算：{reason}`,
    tryAgain: "重试",
    printed: "打印本页时此图尚未算出：请先滚动到此图，再打印。",
    whole: `必须是 {least} 到 {most} 的整数。`,
    decimal: `必须是 {least} 到 {most} 之间的数。`,
  },

  share: { title: "当前状态的链接", copied: "链接已复制。", copy: "复制这个链接：", close: "关闭" },

  export: {
    download: "下载",
    button: `导出“{title}”`,
    enlarge: "全屏",
    failed: `菜单打不开：{reason}`,
  },

  moving: "方向键移动，回车固定，Esc 取消固定。",

  matrices: {
    heading: "缩放前与缩放后的注意力",
    corner: "词",
    scores: "分数",
    scoresOf:
      "每一对词的 $q·k$，还没有经过 softmax。softmax 会把一行变成什么样，取决于这一行的分数相差多大。",
    unscaled: "缩放前",
    scaled: `除以 {root}`,
    entropy: "熵 ≈ 词数",
    words: "词数",
    peak: "最大",
    legendWeights: "注意力权重，两图同一色标；每行之和为 1",
    entropyNote: `熵 H 以 nat 计：从 0（一个词独占）到 ln {count} = {most}（平均分配）；≈ $eᴴ$ 个权重相等的词`,
    part: `第 {rows} 行、第 {cols} 列（共 {count}），可滑动`,
    picture: `{name}，{rows} 行 {cols} 列。`,
    weights: "权重",
    table: `以表格查看：{name}，{rows} × {cols}`,
    tableSize: `表格：{rows} × {cols}`,
    tables: {
      x: "词向量 $X$",
      scores: "分数 $QKᵀ$",
      unscaled: "缩放前的注意力权重",
      scaled: "缩放后的注意力权重",
      unscaledOutput: "缩放前的输出 $Z$",
      scaledOutput: "缩放后的输出 $Z$",
    },
    rowsTable: "每一行的熵与最大权重",
    ofTable: `{what}：{table}`,
    rowsColumns: ["缩放前的熵", "缩放后的熵", "缩放前的最大权重", "缩放后的最大权重"],
    caption: {
      single: "只有一个词，没有什么可分配：无论是否缩放，它的权重都是 1。再输入一个词试试。",
      "no-dimension": `此时分数除以 {divisor}，没有变化：两个矩阵完全相同。调大维度，二者就会不同。`,
      "no-division": `此时分数除以 {divisor}，没有变化：两个矩阵完全相同。调大指数，二者就会不同。`,
      flat: `缩放前，[={query}=] 把 [-{before}\u00A0%-] 的注意力给了 [={key}=]。除以 {divisor} 之后，每个词得到的几乎一样多，都约为 [+{after}\u00A0%+]：除数太大，分数几乎不起作用了。`,
      little: `此时除以 {divisor} 影响很小：[={query}=] 给 [={key}=] 的注意力，缩放前为 [-{before}\u00A0%-]，缩放后为 [+{after}\u00A0%+]。`,
      held: `[={query}=] → [={key}=]：缩放前得到 [={query}=] 的注意力的 [-{before}\u00A0%-]，把分数除以 {divisor} 之后是 [+{after}\u00A0%+]。`,
      spread: `缩放前，[={query}=] 把 [-{before}\u00A0%-] 的注意力给了 [={key}=]。把分数除以 {divisor}，就降到 [+{after}\u00A0%+]：其他词重新分到了权重。`,
    },
    seed: "$d$ = 64 时，种子 13 是一次典型的抽样：在前一百个种子里，它最接近一千个种子的中位数。",
    seedLink: "它是怎样选出来的",
    hint: "指向或轻触一格，可看它的算式；点击可固定。",
  },

  arithmetic: {
    label: "一格的算式",
    arrows: { left: "左边一格", up: "上面一格", down: "下面一格", right: "右边一格" },
    unscaled: "缩放前",
    scaled: "除以",
    exponential: "exp($x$ − 行最大值)",
    sum: "整行之和",
    weight: "权重",
    slope: "softmax 的斜率 $y(1 − y)$",
    terms: `…… 共 {count} 项`,
    say: `{query} 对 {key}：缩放前权重 {before}，缩放后 {after}`,
    locked: "已固定：按 Esc 或再次点击取消固定",
  },

  coordinates: { first: `{dim} 个分量中的前 {shown} 个`, all: "全部分量" },
  output: {
    heading: "输出是各个值的加权混合",
    text: `输出 $Z$ 的第 $i$ 行，是所有的值各乘以其权重再相加。一个权重接近 1 的行照搬那个词的值，平缓的行混合各个值。`,
    unscaled: "缩放前的 $Z$",
    scaled: "缩放后的 $Z$",
  },
  untranslated: "本章尚未全部翻译：其余部分为英文。",
  reasons: {
    label: "原因分为几部分，逐一实测",
    missing:
      "这里没有打印出本章的各个部分：当时还没有加载。改用“下载”里的“打印”，会等它们全部加载。",
  },
  footer: {
    text: "用 C++ 和 Eigen 编写，编译为 WebAssembly，在你的浏览器里计算。你输入的内容只留在本页：没有跟踪器，也不连接别的服务器。",
    paper: "公式出自“Attention Is All You Need”（Vaswani 等，2017）第 3.2.1 节。",
  },
  fallback: {
    still: "静态图：“I am good”，$d$ = 64，种子 13，缩放前与缩放后的注意力。",
    failed: `页面在这里无法计算。{reason}`,
    advice: {
      webassembly:
        "怎么办：请用支持 WebAssembly 的浏览器打开（Chrome 111、Firefox 125、Safari 16.4 或更新），或在这个浏览器里允许 WebAssembly：有些浏览器为保护用户把它关掉了。",
      simd: "怎么办：请在处理器支持 SSE4.1 的电脑上打开（2008 年以后的大多支持），或换用较新的浏览器（Chrome 111、Firefox 125、Safari 16.4 或更新）。",
      version: "怎么办：请换用较新的浏览器（Chrome 111、Firefox 125、Safari 16.4 或更新）。",
      permission: "怎么办：这里的安全策略禁止了 WebAssembly，站长可以用 'wasm-unsafe-eval' 放行。",
      memory: "怎么办：剩余内存太少，请关闭其他标签页和程序后重试。",
      file: "怎么办：请重试；网络或服务器没有送达某个文件。",
    },
    picture: "下面的图仍然正确。",
  },
};
