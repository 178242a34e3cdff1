import type { en } from "../en/questions.js";
import type { Translation } from "../translation.js";

export const ja: Translation<typeof en> = {
  question: "質問：",
  show: "答えを見る",
  measuring: "測定中…",
  measured: `測定結果：**{answer}**。`,
  chosen: `あなたの答え：**{answer}**。測定結果も同じです。`,
  other: `あなたの答え：**{answer}**。測定結果：**{measured}**。`,
  pad: {
    label: "予想を描く",
    draw: "左から右へ描くか、曲線が通るところをタップしてください。",
    keys: "キー操作：← → で位置を選び、↑ ↓ で曲線を動かし、Enter で回答します。",
    place: `{x}：{y}`,
    you: "予想",
    chosen: "選んだ答え",
    measured: "測定",
  },
  drew: `{x} での予想は **{guess}**、測定結果は **{measured}** です。`,
  drawn: `{x} での測定結果は **{measured}** です。`,
  keep: "覚えておきたい三つのこと",
  exercises: "練習問題（二問）",
  answer: "解答",
  misconceptions: "よくある誤解",
  between: "",
};
