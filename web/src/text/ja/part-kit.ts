import type { en } from "../en/part-kit.js";
import type { Translation } from "../translation.js";

export const ja: Translation<typeof en> = {
  progress: {
    running: `{done} / {total} まで完了`,
    stopped: `{done} / {total} で停止：図にはここまでの分だけを表示`,
    held: `{done} / {total} まで完了（画面に入ると再開）`,
    waiting: "画面に入ると始まります",
    missing:
      "印刷の時点では計算されていません。「ダウンロード」メニューの「印刷」なら、先にすべて計算します。",
    starting: "開始しています…",
    done: `{total} すべて完了`,
    stop: "停止",
    goOn: "続ける",
  },
  listAllowed: `−{limit} から {limit} までの数を、コンマか空白で区切って {least}〜{most} 個入力してください。`,
  legend: {
    unscaled: "スケーリングなし",
    scaled: "スケーリングあり",
    divided: `{by} で割る`,
    sentence: "あなたの文",
    inside: "クエリを 8 で割り、スコアは割らない",
  },
  tryThis: "試してみよう：",
  signs: { colon: "：", semicolon: "；", stop: "。" },
  statistics: {
    low: "10 % 点",
    median: "中央値",
    high: "90 % 点",
    mean: "平均",
    largest: "最大値",
    between: "± 実験間のばらつき",
    deviation: "標準偏差",
  },
  second: "二つ目の文",
  glosses: {
    我: "私",
    很: "とても",
    好: "元気",
    狗: "犬",
    吃: "食べる",
    了: "（完了）",
    食物: "食べ物",
    因为: "なぜなら",
    它: "それ",
    饿: "空腹",
  },
  heads: "ヘッド数",
  unfit: `{dim} 成分を {heads} 個のヘッドに等分することはできません。選べるヘッド数：{all}。図は {fitting} 個で表示しています。`,
  model: {
    layers: "層数",
    norm: "正規化",
    norms: { post: "加算の後（論文）", pre: "サブ層の前" },
    activation: "活性化関数",
    activations: { relu: "ReLU", gelu: "GELU" },
    init: "パラメータ",
    inits: { xavier: "Xavier", packed: "PyTorch、結合行列", normal: "$N$(0, 0.02²)" },
  },
  logits: {
    source: "ロジット",
    sources: { ladder: "($a$, $a$, $2a$, $4a$)", typed: "手入力", word: "文の一行" },
    typed: "入力したロジット",
    word: "行の単語",
    factor: "倍率",
    moved: "倍率",
    shift: "加える数",
    play: "再生",
    pause: "一時停止",
  },
  controls: {
    keys: "キー数",
    draws: "試行回数",
    drawseed: "試行のシード",
    division: "スケーリング",
  },
  keys: "キー数 $n$",
  why: {
    heading: "なぜ平方根か",
    text: [
      `成分の分散が 1 なら、$d$ 個の積の和の分散は $d$ になり、スコアの大きさはおよそ $√d$ です。$√d$ で割れば、どの $d$ でも分散は 1 に戻ります。`,
    ],
    further: {
      title: "導出と、これが重要な理由",
      text: [
        `なぜこれが重要なのでしょうか。一つの重みがほぼ 1 のところでは、ソフトマックスは平ら（飽和した状態）です。導関数 $y(1 − y)$ はほぼ 0 になり、クエリを修正するはずの勾配もほとんど消えます。[-スケーリングなし-]では、学習を始める前からすでに、$d$ が大きいほど勾配を生むクエリが減っていきます。[+スケーリングあり+]なら、$d$ = 16 以降はほぼすべてのクエリが加わり、勾配の大きさ（ノルム）$‖∂y/∂q‖$ の中央値は一定の水準に落ち着きます。`,
      ],
    },
    try: `**試してみよう：**次元を 1 から 1024 まで動かしてください。[-スケーリングなし-]では、行の重みはたいてい、ほぼすべてが一つの単語に集まります。[+{power} で割ると+]、{outcome}。`,
    outcome: {
      none: "これも同じことが起きます",
      less: `同じことがもっと後で起きます。$d$ = 1024 での行の偏りは、スケーリングなしの $d$ = {like} とほぼ同じです`,
      half: "先頭の単語は入れ替わりますが、行はたいていなだらかなままです",
      more: "重みはどれも近い値になっていきます",
    },
    exceptions:
      "これは「たいてい」であって、どの $d$ でもそうなるわけではありません。シード 13 の「am」の行では、どの重みも 0.59 を超えません（$d$ = 1024、スケーリングなし）。また $√d$ で割っても、最大の重みが 0.9 を超える行があります（$d$ = 17 と $d$ = 114 の付近）。",
    limits:
      "これは、学習の開始時のような、独立なランダムベクトルについての話です。学習後のクエリとキーは独立ではありません。また、一回の乱数でわかることはわずかです。「引き直す」を何度か押してみてください。",
  },
  against: `{y}（横軸：{x}）`,
  named: { unscaled: `{what}（スケーリングなし）`, scaled: `{what}（スケーリングあり）` },
  lines: {
    titles: ["クエリ", "キー"],
    alt: `{name}：各単語から注目先の単語へ引いた線で、重みが大きいほど太くなります。`,
  },
  layer: "層",
  head: "ヘッド",
};
