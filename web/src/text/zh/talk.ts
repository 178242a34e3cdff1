import type { en } from "../en/talk.js";
import { code, rich, scaled, strong, unscaled, WQ } from "../rich.js";

export const zh: typeof en = {
  heading: "问一个训练好的模型",
  text: [
    rich`小聊天模型 MiniMind 2 在你的浏览器里回答：2580 万个参数，8 层，每层 8 个头，dₖ = 64。它训练时分数除以 √dₖ = 8。${unscaled("不除")}，分数就是原来的 8 倍；${scaled("除了")}，它才会说话。`,
    rich`两个回答用同一套权重，每个权重只读一遍。一切都在你的设备上计算，你输入的内容不会离开它。`,
  ],
  question: {
    ask: rich`从训练好的模型里去掉缩放。它会怎样回答？`,
    answers: ["和以前一样", "多几处错误", "胡言乱语"],
    why: rich`分数是训练时的八倍，几乎每一行都只有一个深色格：这些权重需要训练时的除数。`,
  },
  try: rich`加载模型，按“回答”，再拖动上面的指数：½ 时第二个回答通顺，到 1 就几乎说不出话。`,
  load: "加载模型",
  cost: (megabytes) => `${megabytes} MB，与本页同源。浏览器会为下次访问保留它。`,
  progress: "模型数据",
  received: (received, total, stored) =>
    `${stored ? "来自浏览器的存储" : "来自网络"}：${received} / ${total} MB`,
  opening: "正在打开……",
  cancel: "取消",
  pick: "文件夹 dist/model 里的文件：model.json 和所有 .bin 文件",
  ready: "模型已就绪。",
  unkept: (free) =>
    `浏览器没有为下次访问保留数据${free === null ? "" : `（当时空余 ${free} MB）`}。模型直接从内存运行。`,
  unchecked: "本页不是通过 https 打开的，浏览器不计算哈希：只核对了文件的长度。",
  proposed: "问题",
  own: "你自己的",
  prompt: "提问",
  limit: "问题和回答合起来最多 256 个词元。",
  count: (tokens, limit) => `${tokens} 个词元（含对话模板），最多 ${limit} 个；连同回答最多 256 个`,
  temperature: "温度",
  buttons: "回答",
  answer: "回答",
  again: "再来一次",
  outputs: ["不缩放的回答", "缩放的回答"],
  recorded: "这是用同一个引擎录下的。加载模型后可以自己提问。",
  going: "……",
  ended: {
    end: (tokens) => `${tokens} 个词元，模型自己结束。`,
    full: (tokens) => `${tokens} 个词元，已经没有位置。`,
    stopped: (tokens) => `${tokens} 个词元，在此停止。`,
  },
  place: "词元",
  placeOf: (place, count) => `${place} / ${count}`,
  rivals: {
    title: (place) => `第 ${place} 个位置上概率最大的五个词元`,
    note: "指向或点击回答里的一个词元。被选中的词元是粗体。第 1 个位置上两边读到的内容相同，之后各自读自己的回答。",
    corner: "词元",
    probability: "概率",
    over: "这个回答在此之前已经结束。",
  },
  proof: {
    button: rich`验证：${WQ} 除以 8，分数不除`,
    same: (tokens) =>
      rich`${strong("两个回答逐个词元相同")}：${String(tokens)} 个全部相等。查询在产生时已经除以 8，分数就不必再除。`,
    other: (place, one, other) =>
      rich`${strong("两个回答不同")}：第 ${String(place)} 个位置上一个是 ${code(one)}，另一个是 ${code(other)}。`,
  },
  problems: {
    empty: "请输入一个问题。",
    long: (tokens, limit) =>
      `这里有 ${tokens} 个词元，最多 ${limit} 个，才有位置留给回答。请缩短。`,
    network: "网络没有应答，或中途断开。已收到的部分会保留，“重试”从那里继续。",
    missing: ({ file, status }) =>
      `服务器上本页旁边没有 ${file}（应答 ${status}）。你可以自己选择模型的文件。`,
    damaged: ({ file }) => `${file} 不完整，或属于另一个版本。“重试”会再取一次。`,
    files: ({ missing }) =>
      `本页不能自己读取模型的文件，或文件不全。请在你的文件夹 dist/model 里选择它们；缺少：${missing}。`,
    memory: "浏览器不给模型所需的 100 MB 内存。请关闭其他标签页，再重试。",
    died: "模型的工作线程已经结束，通常是因为内存不足。已有的回答会保留，“重试”会重新装入模型。",
    engine: ({ reason }) => `模型无法启动：${reason}`,
  },
  honest: rich`这个模型很小，训练数据大多是中文：它知道法国的首都，却不知道意大利的。不缩放时它胡言乱语，说明这些权重需要训练时的除数，并不说明不缩放就训练不了：那是上一章的内容。验证按钮把同样的除法移进 ${WQ}，而且毫无误差，因为 8 是 2 的幂。`,
};
