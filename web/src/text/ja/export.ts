import type { en } from "../en/export.js";
import type { Translation } from "../translation.js";

export const ja: Translation<typeof en> = {
  title: "書き出し",
  figure: "図",
  format: "形式",
  formats: {
    gif: "アニメーション",
    wechat: "WeChat 用にコピー",
    notebook: "ノートブック",
    html: "ページ全体",
    cite: "引用",
    print: "印刷",
  },
  about: {
    svg: "印刷やスライドに使える図です。パラメータと、図を再現するリンクが付きます。",
    png: "同じ図を、画面の二倍の解像度で書き出します。CSDN、Zhihu、Juejin、cnblogs など、画像しか載せられないところ向けで、リンクの QR コードが付きます。",
    gif: "動く図を、最大 2 MB のアニメーション GIF にします。配色はページのままで、パラメータとリンクが付きます。記録中はページが一コマずつ変わり、終わると元の状態に戻ります。PNG と同じところ向けで、リンクの QR コードが付きます。",
    wechat:
      "スクリプトを使えない WeChat 公式アカウントの記事用です。幅 677 ピクセルの画像で、タップすると割り算のあり・なしが切り替わり、別の場所をタップすると d が 1、8、64、512 と進みます。読み取れることは文章で付きます。コピーしてエディターに貼り付け、送信前にスマートフォンのプレビューで確かめてください。保存したファイルは、インライン SVG を置けるページならどこでも同じように動きます。",
    csv: "全桁の精度の数値とパラメータです。",
    json: "全桁の精度の数値とパラメータを、プログラムから読める形で書き出します。",
    numpy: "この図の数値を出力する、短い Python プログラムです。",
    notebook:
      "同じプログラムの Jupyter 版です。セルに分けてあり、このパートの説明と matplotlib のグラフが付きます。",
    module:
      "ノートブック用の、ページを内蔵した単一ファイルです。[:import attention_scale:] のあと [:attention_scale.show(q, k, weights=weights):] で、自分のモデルのテンソルを表示します。必要なのは Python だけです。",
    html: "ページ全体を一つのファイルにします。ネットワークなしで、今の状態のまま開けます。",
    cite: "引用文と BibTeX の項目です。",
    print:
      "ページを紙や PDF に出力します。本文、図、開いている表が入り、操作部品は入りません。まだ表示していない部分は、先に計算します。",
  },
  torch: {
    about: "PyTorch で同じ学習を行い、ステップごとの損失を出力する Python プログラムです。",
    model:
      "PyTorch で同じ計算を行い、確率の高い回答、ヘッドの数値、パープレキシティを出力する Python プログラムです。モデルのデータは、このページと同じ場所にある model フォルダーから読み込みます。",
  },
  core: {
    headers: `プログラムは Python で書かれています。C++ では、このページの計算ライブラリの次のヘッダーがこのパートに当たります：{headers}。`,
    guide: "関数の一覧とビルド方法（web/docs/cpp.md）",
  },
  moving: {
    record: `{pictures} コマを記録`,
    recording: "記録中",
    progress: `{done} / {all} コマ`,
    stop: "停止",
    made: `{pictures} コマ、{kilobytes} kB`,
  },
  notebook: {
    from: `図 [{figure}](<{link}>) より。`,
    program: "プログラム",
    needs: `{packages} が必要です。セルを上から順に実行してください。`,
    parameters: "パラメータ（ページと同じ値）",
    plots: "数値のグラフ",
  },
  print: "印刷…",
  preparing: `まだ表示していない部分を計算中：{ended} / {all}`,
  stopped: `{done} / {total} {what}で停止：数値はここまでの分です`,
  soFar: `現在 {done} / {total} {what}：数値はここまでの分です`,
  after: `{done} {what}の後`,
  codes: {
    choice: "リンクの QR コードを付ける",
    fromFile:
      "QR コードはありません。このページはファイルから開かれているため、リンクは他の人には使えません。ウェブで開くと付けられます。",
    tooLong: `QR コードはありません。リンクが {length} 文字あり、画像からスマートフォンで読み取れるのは {most} 文字までです。文を短くすると、リンクも短くなります。`,
  },
  taps: {
    side: "画像をタップすると切り替わります。",
    step: "数字をタップするか、ここをタップすると次の $d$ に進みます。",
    ended: "タップの回数を使い切りました。ページを読み込み直すと、最初から始まります。",
  },
  tapped: {
    copied: "コピーしました。記事のエディターに貼り付けてください。",
    notCopied:
      "このページではクリップボードを使えません。ファイルを保存するか、テキストを選択して手動でコピーしてください。画像のソースで、HTML を受け付けるエディターで使えます。",
  },
  noEngine:
    "計算エンジンが動いていません。このメニューを閉じ、ページに数値が表示されてからもう一度お試しください",
  transparent: "背景を透明にする（配色はページのまま）",
  alt: "図が見えない人のための説明文",
  save: "保存",
  copy: "コピー",
  copied: "コピーしました。",
  notCopied:
    "このページではクリップボードを使えません。テキストを選択し、手動でコピーしてください。",
  pieces: {
    label: "ブログ記事に載せる",
    figure: "載せるもの",
    whole: "パート全体",
    saveStill: "静止画を保存",
    saveNarrow: "スマートフォン用の静止画を保存",
    still: `図が動き出すまで、記事にはこの状態の静止画が表示されます。保存して、{wide} と {narrow} の名前で、ほかのファイルと同じ場所に置いてください。`,
    kinds: { html: "HTML：要素", frame: "HTML：フレーム" },
    note: {
      html: "attention-scale.zip の中身を、サイトの /attention-scale/ に置いてください。",
      frame:
        "フレームしか使えないサービス用です。attention-scale.html を、サイトの /attention-scale/ に置いてください。",
      markdown:
        "Markdown 内の HTML をそのまま通すエンジン用です。attention-scale.zip の中身を、サイトの /attention-scale/ に置いてください。",
      hugo: "web/pieces/hugo/attention-scale.html を layouts/shortcodes/ に、attention-scale.zip の中身を static/attention-scale/ に置いてください。",
      jekyll:
        "web/pieces/jekyll/attention-scale.html を _includes/ に、attention-scale.zip の中身を attention-scale/ に置いてください。",
      hexo: "web/pieces/hexo/scripts/attention-scale.js を scripts/ に、attention-scale.zip の中身を source/attention-scale/ に置き、skip_render を設定してください。",
    },
  },
  sealed: "このフレームではファイルを保存できません。代わりにコピーしてください。",
  making: "作成中…",
  failed: `作成できませんでした：{reason}`,
  preview: "プレビュー",
};
