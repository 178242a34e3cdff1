import type { TakeAwayText } from "./en.js";

export const zh: TakeAwayText = {
  title: "带走",
  figure: "图",
  format: "格式",
  formats: {
    svg: "SVG 图",
    png: "PNG 图",
    csv: "CSV 表",
    json: "JSON 数据",
    numpy: "NumPy 代码",
    cpp: "C++ 代码",
    html: "整个页面",
    cite: "引用",
    print: "打印",
  },
  about: {
    svg: "可印刷、可放进幻灯片的图，附参数和重现它的链接。",
    png: "同一张图，分辨率为屏幕的两倍。",
    csv: "全精度的数值，附参数。",
    json: "全精度的数值，附参数，供程序读取。",
    numpy: "几行 Python，重新打印这张图的数值。",
    cpp: "用 Eigen 写的 C++，重新打印这张图的数值：g++ -std=c++20 -O2 -I/usr/include/eigen3 file.cpp",
    html: "整个页面存成一个文件，打开就是此刻的状态，不需要网络。",
    cite: "一句话，以及 BibTeX 条目。",
    print: "把页面印到纸上或存成 PDF：只有图和表，没有控件。还没有显示过的部分会先算完。",
  },
  print: "打印……",
  preparing: (ended, all) => `正在计算还没有显示过的部分：已完成 ${ended}，共 ${all}`,
  transparent: "透明背景，用页面当前的配色",
  alt: "给看不到图的人的文字说明",
  save: "保存",
  copy: "复制",
  copied: "已复制。",
  notCopied: "这里不允许使用剪贴板：请选中文字，手动复制。",
  pieces: {
    label: "放进博客文章",
    kinds: {
      html: "HTML：元素",
      frame: "HTML：框架",
      markdown: "Markdown 正文",
      hugo: "Hugo 短代码",
      jekyll: "Jekyll 引用",
      hexo: "Hexo 标签",
    },
    note: {
      html: "需要把 embed.js 和静态图放在站点的 /attention-scale/ 下。",
      frame:
        "供只允许框架的网站使用。需要把 attention-scale.html 放在站点的 /attention-scale/ 下。",
      markdown:
        "供保留 Markdown 中 HTML 的引擎使用。需要把 embed.js 放在站点的 /attention-scale/ 下。",
      hugo: "需要把 web/pieces/hugo/attention-scale.html 放进 layouts/shortcodes/，把 dist/ 放进 static/attention-scale/。",
      jekyll:
        "需要把 web/pieces/jekyll/attention-scale.html 放进 _includes/，把 dist/ 放进 attention-scale/。",
      hexo: "需要把 web/pieces/hexo/scripts/attention-scale.js 放进 scripts/，把 dist/ 放进 source/attention-scale/，并设置 skip_render。",
    },
  },
  sealed: "这个框架不允许保存文件：请改用复制。",
  close: "关闭",
  making: "正在生成……",
  failed: (reason) => `无法生成：${reason}`,
  preview: "预览",
};
