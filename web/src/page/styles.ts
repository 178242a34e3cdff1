/** The style sheets of the element's shadow root. */
import { unsafeCSS } from "lit";
import controlsCss from "../../styles/controls.css?inline";
import figuresCss from "../../styles/figures.css?inline";
import narrowCss from "../../styles/narrow.css?inline";
import navigationCss from "../../styles/navigation.css?inline";
import pageCss from "../../styles/page.css?inline";
import printCss from "../../styles/print.css?inline";
import tablesCss from "../../styles/tables.css?inline";
import { fontsCss } from "../draw/fonts.js";
import { paletteCss } from "../draw/palette-css.js";

const FIRST = [
  paletteCss(),
  fontsCss(),
  pageCss,
  controlsCss,
  navigationCss,
  figuresCss,
  tablesCss,
];
/** Those of later scripts, in the order in which they were loaded. */
const later = new Set<string>();
/** They overrule all others. */
const LAST = [narrowCss, printCss];

export const styles = [...FIRST, ...LAST].map(unsafeCSS);

/** Gives a shadow root all sheets, as sheets of its document: a sheet belongs to one. */
export function adoptStyles(root: Element | DocumentFragment, { defaultView }: Document): void {
  if (defaultView === null || !(root instanceof ShadowRoot)) return;
  root.adoptedStyleSheets = [...FIRST, ...later, ...LAST].map((css) => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
}

/** Adds the sheet of a later script, before its first elements are rendered. */
export function addStyles(root: Element | DocumentFragment, css: string): void {
  later.add(css);
  adoptStyles(root, root.ownerDocument);
}
