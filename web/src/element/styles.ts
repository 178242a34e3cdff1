/** The style sheets of the element's shadow root. */
import { type CSSResult, unsafeCSS } from "lit";
import firstCss from "../../styles/first.css?inline";
import lastCss from "../../styles/last.css?inline";
import { fontsCss, scriptCss } from "../draw/fonts.js";
import { paletteCss } from "../draw/palette.js";
import { entryOf } from "../memo.js";
import type { Language } from "../state/language.js";

const FIRST_SHEETS = [paletteCss(), fontsCss(), firstCss].map(unsafeCSS);
/** The style sheets of later scripts, in the order in which they were loaded. */
const later = new Map<string, CSSResult>();
/** The sheets that override all others. */
const LAST_SHEETS = [unsafeCSS(lastCss)];

/**
 * Gives a shadow root all sheets. A sheet belongs to one document: elements of this one share
 * theirs, in another each has its own.
 */
export function adoptStyles(root: Element | DocumentFragment, { defaultView }: Document): void {
  if (defaultView === null) return;
  (root as ShadowRoot).adoptedStyleSheets = [
    ...FIRST_SHEETS,
    ...later.values(),
    ...LAST_SHEETS,
  ].map(({ cssText, styleSheet }) => {
    if (defaultView === globalThis) return styleSheet as CSSStyleSheet;
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(cssText);
    return sheet;
  });
}

/** Adds the sheet of a language, once its words are there. */
export function addScript(root: Element | DocumentFragment, language: Language): void {
  const css = scriptCss(language);
  if (css !== "") addStyles(root, css);
}

/** Adds the sheet of a later script, before its first elements are rendered. */
export function addStyles(root: Element | DocumentFragment, css: string): void {
  entryOf(later, css, () => unsafeCSS(css));
  adoptStyles(root, root.ownerDocument);
}
