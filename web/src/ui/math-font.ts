/**
 * The font of the formulas. It is added to the document, because a shadow root cannot declare a
 * font.
 */
import base64 from "math-font-base64";
import { bytesOf } from "../engine/base64.js";

/** The names under which the page has it, each with the glyphs that it has there. */
const RANGES = {
  /** All of them, for formulas. */
  "Attention Scale Math": "U+0-10FFFF",
  /**
   * Roots, partial derivatives and the bars of norms alone, for running text: many text fonts have
   * none, or an odd one from elsewhere.
   */
  "Attention Scale Symbols": "U+2016, U+221A, U+2202, U+22A4",
  /**
   * Signs of products and quotients, for pages of another script than the Latin one: Chinese and
   * Japanese fonts draw them as wide as a character.
   */
  "Attention Scale Operators": "U+B7, U+D7, U+F7",
};

let installed = false;

export function installMathFont(): void {
  if (installed) return;
  installed = true;
  const bytes = bytesOf(base64);
  for (const [family, unicodeRange] of Object.entries(RANGES)) {
    const face = new FontFace(family, bytes, { unicodeRange });
    // Without this font formulas are set in a font of the system.
    face.load().then(
      (loaded) => document.fonts.add(loaded),
      () => undefined,
    );
  }
}
