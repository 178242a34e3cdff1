import type { en } from "../en/single-figure.js";
import type { Translation } from "../translation.js";

export const ja: Translation<typeof en> = {
  previous: "前へ",
  next: "次へ",
  end: "終了",
  show: "まず予想、それから表示",
  place: `{chapter}、{place} / {count}`,
  whole: "ページ全体で見る",
  unknown: `「{name}」という図はありません。使える名前：{all}。`,
  view: `「{name}」というビューはありません。使える名前：{all}。`,
  state: `属性 state="{text}" を読み取れません。ページのリンクの # より後ろを指定してください（例：dim=16&seed=3）。`,
  versions: `このページは attention-scale の二つのバージョン（{first} と {other}）を読み込んでいます。動いているのは {first} です。どちらかのスクリプトを削除してください。`,
  parameters: {
    comma: "、",
    keys: {
      sentence: "文",
      cuts: "区切り",
      dim: "d",
      seed: "シード",
      vectors: "ベクトル",
      projections: "射影",
      exponent: "指数",
      division: "スケーリング",
      row: "行",
    },
    values: {
      random: "ランダム",
      example: "計算例",
      identity: "恒等",
      without: "なし",
      with: "あり",
    },
  },
};
