import type { en } from "../en/page.js";
import type { Translation } from "../translation.js";

export const ja: Translation<typeof en> = {
  typography: {
    sans: "Hiragino Sans, Hiragino Kaku Gothic ProN, Yu Gothic Medium, Yu Gothic, Meiryo, Noto Sans CJK JP, Noto Sans JP, Source Han Sans JP, IPAexGothic",
    serif:
      "Hiragino Mincho ProN, BIZ UDPMincho, Yu Mincho, Noto Serif CJK JP, Noto Serif JP, Source Han Serif JP, IPAexMincho, Noto Sans CJK JP, Meiryo",
    lines: "word-break: auto-phrase; line-break: strict;",
  },
  title: "なぜ ",
  titleEnd: " で割るのか",
  site: "アテンションはなぜ $√dₖ$ で割るのか",

  chapters: {
    label: "章",
    ends: "前の章と次の章",
    previous: "前の章：",
    next: "次の章：",
    whole: "章全体：",
    page: {
      name: "アテンション",
      subtitle:
        "スコアは $dₖ$ 個の積の和（このページでは $dₖ = d$）なので、$√dₖ$ に比例して大きくなります。$d$ が大きいと、割らない限りソフトマックスは一つの単語にほぼすべての重みを与え、学習が進むクエリはわずかになります。",
    },
    why: {
      name: "なぜ平方根か",
      subtitle:
        "$q·k$ の分散は $d$ とともに増え、ソフトマックスは飽和し、ヤコビ行列はゼロに近づき、勾配はわずかなクエリからしか来なくなります。これを順に測ります。",
    },
    heads: {
      name: "マルチヘッド",
      subtitle:
        "最大 16 個のヘッドを並べて表示し、一つのアテンションを手で計算します。スケーリングの有無を比べられます。",
    },
    transformer: {
      name: "Transformer",
      subtitle:
        "入力した単語をエンコーダーとデコーダーに通し、スケーリングの有無を比べます。どの箱も中を開けます。",
    },
    race: {
      name: "学習",
      subtitle:
        "同じモデル、同じ初期値、同じデータ。違いはスコアをスケーリングするかどうかだけです。",
    },
    divisors: {
      name: "何で割るか",
      subtitle:
        "公開されている 110 のモデルが割る数と、主なライブラリの挙動。さらに九つの規則を、入力した単語と最大 32,768 個のキーで比べます。",
    },
    own: {
      name: "自分のアテンション",
      subtitle:
        "自分のモデルのクエリ、キー、重みを開くと、コードがスコアに掛けた係数を測り、各ヘッドをスケーリングの有無で並べて表示します。",
    },
    model: {
      name: "学習済みモデル",
      subtitle:
        "小さなチャットモデルが、スケーリングなしとありの二通りで、ブラウザの中で質問に答えます。",
    },
    lessons: { name: "授業", subtitle: "授業用の教材：20 分の授業が四つ。" },
  },
  nav: { label: "ページ", language: "言語" },
  theme: { auto: "テーマ：自動", light: "テーマ：ライト", dark: "テーマ：ダーク" },

  controlRows: {
    label: "設定",
    sentence: "文",
    dim: "次元 $d$",
    dimNumber: "$d$ の数値",
    seed: "シード",
    resample: "引き直す",
    reset: "リセット",
    share: "共有",
    vectors: "単語ベクトル",
    projections: "射影",
    exponent: "指数",
    exponentHint: "スコアを $d$ の何乗で割るか",
    exponentFormula: "$α$：スコアを $dᵅ$ で割る",
    bar: "設定バー",
    more: "その他",
    wordsRead: "読み取った単語",
    dropped: `単語ではないため除外：{dropped}（単語には文字か数字が必要です）`,
    comma: "、",
    repeated: `**{words}** {appear}。同じ単語はどこにあっても同じベクトルになるので、その行どうし、列どうしは等しくなります。位置の情報がなければアテンションは両者を区別できず、重みは等しく分け合われます。`,
    appear: { one: "は二回以上現れます", more: "はそれぞれ二回以上現れます" },
    identity: `$Q = K = X$ のとき、単語のクエリはキーと同じもので、$q·q$ は二乗の和、つまりおよそ $d$ です。$d$ が 16 あたりを超えると、これが行の最大のスコアになり、$√d$ で割ってもなお約 $√d$ の差で先頭に立ちます。ランダムな射影を使うと、文は理論どおりに振る舞います。`,
    example: `計算例：三つの数からなる単語が三つ、$Q = K = V = X$ です。どの数も変更できます。`,
    computing: "計算中…",
    names: {
      vectors: { random: "ランダム", example: "計算例" },
      projections: { random: "ランダム", identity: "恒等" },
    },
  },

  problems: {
    sentence: {
      empty: `単語を一つ以上、64 語以内で入力してください。図は前の文のままです。`,
      "no-words": `単語が見つかりません。単語には文字か数字が必要です。1 語から 64 語までで入力してください。図は前の文のままです。`,
      "too-many": `{count} 語あります。入力できるのは 64 語までです。図は前の文のままです。`,
      "too-long": `最も長い単語が {count} 文字あります。一語は 100 文字までです。図は前の文のままです。`,
    },
    known: `{given} は使えない値なので、既定値を使います。`,
    allowed: "使える値：{allowed}。",
    unknown: `{given} はこのページにない設定なので、無視します。`,
    dismiss: "閉じる",
    compute: `計算できませんでした：{reason}`,
    tryAgain: "再試行",
    printed:
      "印刷した時点で、この図はまだ計算されていませんでした。図までスクロールしてから、もう一度印刷してください。",
    whole: `{least} から {most} までの整数を入力してください。`,
    decimal: `{least} から {most} までの数を入力してください。`,
  },

  share: {
    title: "この状態へのリンク",
    copied: "リンクをコピーしました。",
    copy: "このリンクをコピーしてください：",
    close: "閉じる",
  },

  export: {
    download: "ダウンロード",
    button: `「{title}」を書き出す`,
    enlarge: "全画面",
    failed: `メニューを開けませんでした：{reason}`,
  },

  moving: "矢印キーで移動、Enter で固定、Esc で解除します。",

  matrices: {
    heading: "スケーリングなしとありのアテンション",
    corner: "単語",
    scores: "スコア",
    scoresOf:
      "単語のすべての組についての $q·k$（ソフトマックスの前）です。行がソフトマックスでどうなるかは、その行のスコアの開きで決まります。",
    unscaled: "割らない",
    scaled: `{root} で割る`,
    entropy: "エントロピー ≈ 語数",
    words: "語数",
    peak: "最大",
    legendWeights: "アテンションの重み（二つの図に共通の目盛り）。各行の和は 1",
    entropyNote: `エントロピー H の単位は nat で、0（一つの単語が独占）から ln {count} = {most}（すべて同じ重み）まで。≈ は、同じ重みの単語 $eᴴ$ 個に相当`,
    part: `行 {rows}、列 {cols}（全 {count}）：スワイプで移動`,
    picture: `{name}、{rows} 行 {cols} 列。`,
    weights: "重み",
    table: `表で見る：{name}、{rows} × {cols}`,
    tableSize: `表：{rows} × {cols}`,
    tables: {
      x: "単語ベクトル $X$",
      scores: "スコア $QKᵀ$",
      unscaled: "アテンションの重み（スケーリングなし）",
      scaled: "アテンションの重み（スケーリングあり）",
      unscaledOutput: "出力 $Z$（スケーリングなし）",
      scaledOutput: "出力 $Z$（スケーリングあり）",
    },
    rowsTable: "各行のエントロピーと最大の重み",
    ofTable: `{what}：{table}`,
    rowsColumns: [
      "エントロピー（なし）",
      "エントロピー（あり）",
      "最大の重み（なし）",
      "最大の重み（あり）",
    ],
    caption: {
      single: `単語が一つだけでは、分け合う相手がいません。スケーリングの有無によらず重みは 1 です。もう一語入力してみてください。`,
      "no-dimension": `ここではスコアを {divisor} で割るので何も変わらず、二つの行列は同じです。次元を上げると違いが出ます。`,
      "no-division": `ここではスコアを {divisor} で割るので何も変わらず、二つの行列は同じです。指数を上げると違いが出ます。`,
      flat: `スケーリングなしでは、[={query}=] はアテンションの [-{before}\u00A0%-] を [={key}=] に向けます。スコアを {divisor} で割ると、どの単語もほぼ同じ [+{after}\u00A0%+] になります。割る数が大きすぎて、スコアがほとんど効かなくなっています。`,
      little: `ここでは {divisor} で割ってもほとんど変わりません。[={query}=] が [={key}=] に向けるアテンションは、スケーリングなしで [-{before}\u00A0%-]、ありで [+{after}\u00A0%+] です。`,
      held: `[={query}=] → [={key}=]：[={query}=] のアテンションのうち、スケーリングなしで [-{before}\u00A0%-]、スコアを {divisor} で割ると [+{after}\u00A0%+]。`,
      spread: `スケーリングなしでは、[={query}=] はアテンションの [-{before}\u00A0%-] を [={key}=] に向けます。スコアを {divisor} で割ると [+{after}\u00A0%+] になり、ほかの単語にも重みが戻ります。`,
    },
    seed: `シード 13 は $d$ = 64 での典型的な例です。最初の百個のシードのうち、千個のシードの中央値に最も近いものを選びました。`,
    seedLink: "選び方",
    hint: "セルにポインターを合わせるかタップすると、計算の中身が見られます。クリックで固定します。",
  },

  arithmetic: {
    label: "一つのセルの計算",
    arrows: { left: "左のセル", up: "上のセル", down: "下のセル", right: "右のセル" },
    unscaled: "なし",
    scaled: "あり",
    exponential: "exp($x$ − 行の最大値)",
    sum: "行の和",
    weight: "重み",
    slope: "ソフトマックスの傾き $y(1 − y)$",
    terms: `… 全 {count} 項`,
    say: `{query} から {key} への重み：スケーリングなしで {before}、ありで {after}`,
    locked: "固定中：Esc か、もう一度クリックで解除",
  },

  coordinates: { first: `先頭の {shown} 成分（全 {dim} 成分）`, all: "すべての成分" },
  output: {
    heading: "出力はバリューの重み付き平均",
    text: `出力 $Z$ の第 $i$ 行は、すべてのバリューにそれぞれの重みを掛けて足したものです。一つの重みが 1 に近い行は、その単語のバリューをほぼそのまま写し、なだらかな行はバリューを混ぜ合わせます。`,
    unscaled: "$Z$（なし）",
    scaled: "$Z$（あり）",
  },
  untranslated: "この章はまだすべて翻訳されていません。未訳の部分は英語で表示します。",
  reasons: {
    label: "理由を一つずつ測る",
    missing:
      "この章の各部分はまだ読み込まれていなかったため、印刷されていません。「ダウンロード」メニューの「印刷」なら、読み込みを待って印刷します。",
  },
  footer: {
    text: "計算は、C++ と Eigen を WebAssembly にコンパイルして、ブラウザの中で行っています。入力した内容が外に送られることはありません。トラッカーはなく、ほかのサーバーにも接続しません。",
    paper: "式の出典は『Attention Is All You Need』（Vaswani ほか、2017）の 3.2.1 節です。",
  },
  fallback: {
    still: "静止画：「I am good」、$d$ = 64、シード 13 でのアテンション。スケーリングなしとあり。",
    failed: `この環境では計算できません。{reason}`,
    advice: {
      webassembly:
        "対処法：WebAssembly に対応したブラウザ（Chrome 111、Firefox 125、Safari 16.4 以降）で開くか、このブラウザで WebAssembly を許可してください。利用者を守るために無効にしているブラウザもあります。",
      simd: "対処法：SSE4.1 に対応したプロセッサー（2008 年以降のほとんどの機種）を搭載したパソコンか、新しいブラウザ（Chrome 111、Firefox 125、Safari 16.4 以降）で開いてください。",
      version:
        "対処法：新しいブラウザ（Chrome 111、Firefox 125、Safari 16.4 以降）で開いてください。",
      permission:
        "対処法：セキュリティポリシーが WebAssembly を禁止しています。サイトの管理者は 'wasm-unsafe-eval' で許可できます。",
      memory: "対処法：メモリが足りません。ほかのタブやアプリを閉じて、もう一度お試しください。",
      file: "対処法：もう一度お試しください。ネットワークかサーバーの都合で、ファイルが届きませんでした。",
    },
    picture: "下の図は、このままでも正しい内容です。",
  },
};
