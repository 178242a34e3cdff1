/**
 * The text fonts by language. Latin and Chinese fonts share the characters of apostrophes,
 * quotation marks, dashes and the ellipsis, and draw them in different widths, so that an English
 * page names no Chinese font, and a Chinese page its Chinese fonts first. The generic names come
 * last: they may stand for a font of any language.
 */
import type { Language } from "../state/state.js";

/** Signs from the mathematics font: see math-font.ts. */
export const SYMBOLS = "Attention Scale Symbols";

const SANS = {
  latin: `${SYMBOLS}, -apple-system, Segoe UI, roboto, Noto Sans, ubuntu, cantarell, DejaVu Sans, Liberation Sans, arial, system-ui, sans-serif`,
  zh: `${SYMBOLS}, Attention Scale Operators, PingFang SC, Microsoft YaHei, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, WenQuanYi Micro Hei, system-ui, sans-serif`,
};

const SERIF = {
  latin: `${SYMBOLS}, Iowan Old Style, Palatino Linotype, palatino, Noto Serif, georgia, DejaVu Serif, Liberation Serif, Times New Roman, serif`,
  zh: `${SYMBOLS}, Attention Scale Operators, Songti SC, Noto Serif CJK SC, Noto Serif SC, Source Han Serif SC, Microsoft YaHei, Noto Sans CJK SC, WenQuanYi Micro Hei, serif`,
};

export const sansOf = (language: Language): string => SANS[language === "zh" ? "zh" : "latin"];
export const serifOf = (language: Language): string => SERIF[language === "zh" ? "zh" : "latin"];

/** The fonts as custom properties, for the style sheets. */
export const fontsCss = (): string => {
  const properties = (script: keyof typeof SANS) =>
    `{ --sans: ${SANS[script]}; --serif: ${SERIF[script]}; }`;
  return `.page ${properties("latin")} .page:lang(zh) ${properties("zh")}`;
};
