/**
 * Whether the document is laid out for paper when it is opened, as reveal.js does at these
 * addresses: then nothing waits for the screen.
 */
export const opensForPaper = (): boolean =>
  matchMedia("print").matches || /[?&](print-pdf|view=print)\b/.test(location.search);
