import type { en } from "../en/path.js";
import type { Translation } from "../translation.js";

export const ja: Translation<typeof en> = {
  label: "三分コース",
  whole: "ページ全体",
  back: "戻る",
  next: "次へ",
  place: `{place} / {count}：{name}`,
  steps: {
    guess: { name: "予想", title: "まず予想する" },
    drag: { name: "動かす", title: "$d$ を動かす" },
    see: { name: "見る", title: "何が起きたか" },
    why: { name: "理由", title: "理由を一行で" },
    share: { name: "共有", title: "誰かに伝える" },
  },
  drag: `各行は、決まった量のアテンションを分け合います。$d$ を 512 まで動かして、二つの図を見比べてください。色の強いセルは、重みが 1 に近いことを表します。`,
  see: {
    table: `{word} の行の数値`,
    row: `[={word}=] の行`,
    without: "割らない",
    withIt: `{root} で割る`,
    peak: "最大の重み",
    entropy: "エントロピー（nat）",
    words: "分け合う語数",
  },
  why: `スコアは $d$ 個の積の和で、標準偏差は $√d$ に比例します。`,
  axis: "スコア",
  bells: "スケーリングなしとありのスコア：それぞれの散らばりを表す釣鐘形の曲線",
  size: `$d$ = {dim} のとき、スコアはスケーリングなしで ±[-{without}-]、ありで ±[+{withIt}+] ほどに散らばります。ソフトマックスでは {without} の差が重みで {factor} 倍になります。一つの単語が 90\u00A0% を超える行は {rows} 行中 {sharp} 行。そこではソフトマックスの傾きがほぼ 0 で、学習が進みません。`,
  sizeNear: `$d$ = {dim} のとき、スコアはスケーリングなしで ±[-{without}-]、ありで ±[+{withIt}+] ほどに散らばります。{without} の差は重みで {factor} 倍になります。$d$ をもっと大きくすると、一つの単語がほぼ独占するようになります。`,
  share: {
    text: `このリンクを開くと、あなたの文と $d$ = {dim} でこのページが表示されます。`,
    link: "リンク",
    copy: "リンクをコピー",
    copied: "リンクをコピーしました。",
    send: "送る…",
    next: "続けて読む",
    why: "なぜ平方根か：順に確かめる",
    model: "学習済みモデル：スケーリングの有無で答えを比べる",
  },
};
