import type { en } from "../en/export.js";
import type { Translation } from "../translation.js";

export const zh: Translation<typeof en> = {
  title: "导出",
  figure: "图",
  format: "格式",
  formats: {
    gif: "动图",
    wechat: "复制到微信公众号",
    notebook: "笔记本",
    html: "整个页面",
    cite: "引用",
    print: "打印",
  },
  about: {
    svg: "可用于印刷和幻灯片的图，附参数和重现这张图的链接。",
    png: "同一张图，分辨率为屏幕的两倍。CSDN、知乎、掘金、博客园等只能贴图的地方用它，可附链接的二维码。",
    gif: "动起来的图，存成最大 2 MB 的 GIF，用页面当前的配色，附参数和链接。录制时页面会逐帧变化，之后回到原来的状态。适用的平台与 PNG 相同，也可附链接的二维码。",
    wechat:
      "用于不允许脚本的公众号文章：一张宽 677 像素的图，点一下图就在缩放前和缩放后之间切换，再点一下就把 d 换成 1、8、64 或 512，结论写成文字。复制后粘贴到公众号编辑器，群发前先在手机上预览。也可以保存成文件，凡是支持内联 SVG 的网页都能用。",
    csv: "全精度的数值，附参数。",
    json: "全精度的数值，附参数，供程序读取。",
    numpy: "几行 Python 代码，打印出这张图的数值。",
    notebook: "同一个程序的 Jupyter 笔记本：分成单元格，附本部分的文字和 matplotlib 图。",
    module:
      "给笔记本用的一个文件，页面就在里面：[:import attention_scale:]，然后 [:attention_scale.show(q, k, weights=weights):] 就会显示你的模型的张量。除了 Python 什么都不用装。",
    html: "整个页面存成一个文件，打开就是当前的状态，不需要网络。",
    cite: "一句引文和一个 BibTeX 条目。",
    print:
      "把页面印到纸上或存成 PDF：含正文、图和已展开的表，不含控件。还没有显示过的部分会先算完。",
  },
  torch: {
    about: "一个 Python 程序，在 PyTorch 里重复这次训练，打印出每一步的损失。",
    model:
      "一个 Python 程序，用 PyTorch 做同样的计算，打印出概率最大的回答、各头的数值和困惑度。模型数据从 model 文件夹读取，它与本页放在一起。",
  },
  core: {
    headers: `程序是 Python 的。要用 C++，请看算出本部分的库：{headers}。`,
    guide: "库的调用和构建方法（web/docs/cpp.md）",
  },
  moving: {
    record: `录制 {pictures} 帧`,
    recording: "正在录制",
    progress: `已录 {done} 帧，共 {all} 帧`,
    stop: "停止",
    made: `{pictures} 帧，{kilobytes} kB`,
  },
  notebook: {
    from: `来自图 [{figure}](<{link}>)。`,
    program: "程序",
    needs: `需要 {packages}。请按顺序运行各单元格。`,
    parameters: "参数，与页面上的相同",
    plots: "数值的图",
  },
  print: "打印……",
  preparing: `正在计算还没有显示过的部分：已完成 {ended}，共 {all}`,
  stopped: `停在 {done}，共 {total} {what}：数值只来自已完成的部分`,
  soFar: `目前已完成 {done}，共 {total} {what}：数值只来自已完成的部分`,
  after: `{done} {what}之后`,
  codes: {
    choice: "附链接的二维码",
    fromFile: "没有二维码：本页是从文件打开的，它的链接别人打不开。要二维码，请在网站上打开本页。",
    tooLong: `没有二维码：链接有 {length} 个字符，而手机能从图里扫出的二维码最多容纳 {most} 个。句子短一些，链接就会短一些。`,
  },
  taps: {
    side: "点这张图即可切换。",
    step: "点一个数，或点这里换下一个 $d$。",
    ended: "点击次数已用完，重新打开本页可从头再点。",
  },
  tapped: {
    copied: "已复制，请粘贴到公众号编辑器。",
    notCopied:
      "本页不能使用剪贴板。请保存文件，或选中文字手动复制：这是图的源码，可贴进能编辑 HTML 的编辑器。",
  },
  noEngine: "计算引擎还没有运行：请关闭菜单，等页面算出数值后再试",
  transparent: "透明背景，用页面当前的配色",
  alt: "给看不到图的读者看的文字说明",
  save: "保存",
  copy: "复制",
  copied: "已复制。",
  notCopied: "本页不能使用剪贴板：请选中文字，手动复制。",
  pieces: {
    label: "放进博客文章",
    figure: "显示内容",
    whole: "整个部分",
    saveStill: "保存静态图",
    saveNarrow: "保存手机用的静态图",
    still: `图运行之前，文章里先显示这个状态的静态图。请保存它，和其他文件放在一起，文件名为 {wide} 和 {narrow}。`,
    kinds: { html: "HTML：元素", frame: "HTML：iframe 框架" },
    note: {
      html: "需要把 attention-scale.zip 里的文件放在站点的 /attention-scale/ 下。",
      frame:
        "供只允许 iframe 的网站使用。需要把 attention-scale.html 放在站点的 /attention-scale/ 下。",
      markdown:
        "供保留 Markdown 中 HTML 的博客引擎使用。需要把 attention-scale.zip 里的文件放在站点的 /attention-scale/ 下。",
      hugo: "需要把 web/pieces/hugo/attention-scale.html 放进 layouts/shortcodes/，把 attention-scale.zip 里的文件放进 static/attention-scale/。",
      jekyll:
        "需要把 web/pieces/jekyll/attention-scale.html 放进 _includes/，把 attention-scale.zip 里的文件放进 attention-scale/。",
      hexo: "需要把 web/pieces/hexo/scripts/attention-scale.js 放进 scripts/，把 attention-scale.zip 里的文件放进 source/attention-scale/，并设置 skip_render。",
    },
  },
  sealed: "这个 iframe 不允许保存文件：请改用复制。",
  making: "正在生成……",
  failed: `无法生成：{reason}`,
  preview: "预览",
};
