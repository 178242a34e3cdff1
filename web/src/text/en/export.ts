export const en = {
  title: "Export",
  figure: "Figure",
  format: "Format",
  formats: {
    gif: "Animation",
    wechat: "Copy for WeChat",
    notebook: "Notebook",
    html: "Whole page",
    cite: "Citation",
    print: "Print",
  },
  about: {
    svg: "The picture for print and slides, with its parameters and the link that recreates it.",
    png: "The same at twice the screen’s resolution. For CSDN, Zhihu, Juejin, cnblogs and wherever a picture is all that a post takes: with a QR code of the link.",
    gif: "The figure in motion, as an animated GIF of at most 2 MB in the colours of the page, with its parameters and its link. The page goes through the pictures while they are recorded, and then returns to its state. For the same hosts as a PNG, with a QR code of the link.",
    wechat:
      "For an article of a WeChat Official Account, where scripts are forbidden: a picture of 677 pixels in which a tap switches the division on and off and another steps d through 1, 8, 64 and 512, with its finding in text. Copy, paste it into the editor, and look at the preview on a phone before you send it. The saved file does the same wherever a page takes inline SVG.",
    csv: "The numbers in full precision, with their parameters.",
    json: "The numbers in full precision, with their parameters, for programs.",
    numpy: "A few lines of Python that print the numbers of this figure.",
    notebook:
      "The same program for Jupyter, in cells, with what this part says and plots by matplotlib.",
    module:
      "One file for notebooks, the page inside: [:import attention_scale:], then [:attention_scale.show(q, k, weights=weights):] shows the tensors of your model. It needs nothing but Python.",
    html: "The whole page in one file that opens in this state, without a network.",
    cite: "A sentence and a BibTeX entry.",
    print:
      "The page on paper or as a PDF: its text, its figures and the tables that are open, without controls. What was not on screen yet is computed first.",
  },
  /**
   * The descriptions in place of that of NumPy, where the program of a part trains, or has a
   * trained model.
   */
  torch: {
    about: "A Python program that repeats the run in PyTorch and prints the loss of every step.",
    model:
      "A Python program that computes the same in PyTorch and prints the likeliest answers, the numbers of the heads and the perplexities. It reads the model’s data from the folder “model”, which is beside this page.",
  },
  /** Where the C++ is; the second is a link. */
  core: {
    headers: `The programs are in Python. In C++, the library behind this page computes this part: {headers}.`,
    guide: "Its calls, and how to build with it (web/docs/cpp.md)",
  },
  moving: {
    record: `Record {pictures} pictures`,
    recording: "Recording",
    progress: `{done} of {all} pictures`,
    stop: "Stop",
    made: `{pictures} pictures, {kilobytes} kB`,
  },
  notebook: {
    from: `From the figure [{figure}](<{link}>).`,
    program: "The program",
    needs: `It needs {packages}. Run the cells in their order.`,
    parameters: "The parameters, as they were on the page",
    plots: "Its numbers as plots",
  },
  print: "Print …",
  preparing: `Computing what was not on screen yet: {ended} of {all} done`,
  /** The notes beside the numbers of a run that has not reached its end. */
  stopped: `stopped at {done} of {total} {what}: the numbers cover only these`,
  soFar: `so far {done} of {total} {what}: the numbers cover only these`,
  after: `after {done} {what}`,
  /** The QR code of the link in a picture. */
  codes: {
    choice: "With a QR code of the link",
    fromFile:
      "No QR code: this page was opened from a file, so its link leads nobody else here. Open it on the web for one.",
    tooLong: `No QR code: the link has {length} characters, and a code that a phone can read from a picture takes up to {most}. A shorter sentence has a shorter link.`,
  },
  /** What stands in the picture that can be tapped. */
  taps: {
    side: "Tap the picture to switch.",
    step: "Tap a number, or here for the next $d$.",
    ended: "All taps are used up. Load this page again to start anew.",
  },
  tapped: {
    copied: "Copied: paste it into the editor of your article.",
    notCopied:
      "This page may not use the clipboard. Save the file, or select the text and copy it by hand: it is the picture’s source, for an editor that takes HTML.",
  },
  noEngine:
    "the engine is not running: close this menu, and try again once the page has its numbers",
  transparent: "Transparent background, in the colours of the page",
  alt: "Text for readers who cannot see the picture",
  save: "Save",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "This page may not use the clipboard: select the text and copy it by hand.",
  pieces: {
    label: "In a blog post",
    figure: "Shown there",
    whole: "The whole part",
    saveStill: "Save the still picture",
    saveNarrow: "Save the one for phones",
    still: `Until the figure runs the post shows its still picture in this state. Save it and put it beside the other files, as {wide} and {narrow}.`,
    kinds: { html: "HTML: the element", frame: "HTML: a frame" },
    note: {
      html: "Needs what is in attention-scale.zip in /attention-scale/ of your site.",
      frame:
        "For hosts that allow only frames. Needs attention-scale.html in /attention-scale/ of your site.",
      markdown:
        "For engines that leave HTML in Markdown as it is. Needs what is in attention-scale.zip in /attention-scale/ of your site.",
      hugo: "Needs web/pieces/hugo/attention-scale.html in layouts/shortcodes/ and what is in attention-scale.zip in static/attention-scale/.",
      jekyll:
        "Needs web/pieces/jekyll/attention-scale.html in _includes/ and what is in attention-scale.zip in attention-scale/.",
      hexo: "Needs web/pieces/hexo/scripts/attention-scale.js in scripts/ and what is in attention-scale.zip in source/attention-scale/, with skip_render.",
    },
  },
  sealed: "This frame may not save files: copy instead.",
  making: "Preparing …",
  failed: `This could not be made: {reason}`,
  preview: "Preview",
} as const;

export type ExportText = typeof en;
