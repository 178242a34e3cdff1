/** The style sheets of the element's shadow root. */
import { unsafeCSS } from "lit";
import chartsCss from "../../styles/charts.css?inline";
import controlsCss from "../../styles/controls.css?inline";
import figuresCss from "../../styles/figures.css?inline";
import narrowCss from "../../styles/narrow.css?inline";
import navigationCss from "../../styles/navigation.css?inline";
import pageCss from "../../styles/page.css?inline";
import printCss from "../../styles/print.css?inline";
import tablesCss from "../../styles/tables.css?inline";
import takeAwayCss from "../../styles/takeaway.css?inline";
import { fontsCss } from "../draw/fonts.js";
import { paletteCss } from "../draw/palette-css.js";

export const styles = [
  paletteCss(),
  fontsCss(),
  ...[
    pageCss,
    controlsCss,
    navigationCss,
    figuresCss,
    tablesCss,
    chartsCss,
    takeAwayCss,
    narrowCss,
    printCss,
  ],
].map(unsafeCSS);

/**
 * A style sheet belongs to one document. For an element that was moved to another one: gives its shadow root sheets of that
 * document.
 */
export function adoptStyles(root: Element | DocumentFragment, { defaultView }: Document): void {
  if (defaultView === null || !(root instanceof ShadowRoot)) return;
  root.adoptedStyleSheets = styles.map((css) => {
    const sheet = new defaultView.CSSStyleSheet();
    sheet.replaceSync(String(css));
    return sheet;
  });
}
