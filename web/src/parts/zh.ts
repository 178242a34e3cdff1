import { superscript } from "../ui/numbers.js";
import type { en } from "./en.js";

export const zh: typeof en = {
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
  controls: { keys: "键数", draws: "抽样次数" },
};
