/**
 * The text fonts by language. Latin fonts and those of another script share the characters of
 * apostrophes, quotation marks, dashes and the ellipsis, and draw them in different widths; Chinese
 * and Japanese fonts share characters and draw them in different forms. So an English page names no
 * Chinese font, and a page in another script its own fonts first, which stand among its words. The
 * generic names come last: they may stand for a font of any language.
 */
import type { Language } from "../state/state.js";
import { TEXTS } from "../text/index.js";

/** Signs from the mathematics font: see math-font.ts. */
export const SYMBOLS = "Attention Scale Symbols";

const LATIN_SANS = `${SYMBOLS}, -apple-system, Segoe UI, roboto, Noto Sans, ubuntu, cantarell, DejaVu Sans, Liberation Sans, arial, system-ui, sans-serif`;
const LATIN_SERIF = `${SYMBOLS}, Iowan Old Style, Palatino Linotype, palatino, Noto Serif, georgia, DejaVu Serif, Liberation Serif, Times New Roman, serif`;

/** The fonts of another script, with the signs that these draw too wide. */
const ofScript = (fonts: string, generic: string) =>
  `${SYMBOLS}, Attention Scale Operators, ${fonts}, ${generic}`;

export function sansOf(language: Language): string {
  const { typography } = TEXTS[language];
  return typography === null ? LATIN_SANS : ofScript(typography.sans, "system-ui, sans-serif");
}

export function serifOf(language: Language): string {
  const { typography } = TEXTS[language];
  return typography === null ? LATIN_SERIF : ofScript(typography.serif, "serif");
}

const properties = (sans: string, serif: string) => `--sans: ${sans}; --serif: ${serif};`;
const LATIN = properties(LATIN_SANS, LATIN_SERIF);

/** The fonts of Latin letters as custom properties, for the style sheets. */
export const fontsCss = (): string => `.page { ${LATIN} }`;

/** The same of a language of another script, and those of what is English in it; else empty. */
export function scriptCss(language: Language): string {
  const { typography } = TEXTS[language];
  if (typography === null) return "";
  const page = `.page:lang(${language})`;
  return `${page} { ${properties(sansOf(language), serifOf(language))} ${typography.lines} }
    ${page} section:lang(en) { ${LATIN} font-family: var(--serif); }`;
}
