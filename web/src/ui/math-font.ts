/** The font of the formulas. It is added to the document, because a shadow root cannot declare a font. */
import base64 from "math-font";
import { bytesOf } from "../engine/base64.js";

/** All of its glyphs, for formulas. */
const MATH = "Attention Scale Math";
/** Roots, partial derivatives and the bars of norms alone, for running text: many text fonts have none, or an odd one from elsewhere. */
const SYMBOLS = "Attention Scale Symbols";
const SYMBOL_RANGE = "U+2016, U+221A, U+2202, U+22A4";
/** Signs of products and quotients, for Chinese pages: Chinese fonts draw them as wide as a character. */
const OPERATORS = "Attention Scale Operators";
const OPERATOR_RANGE = "U+B7, U+D7, U+F7";

let installed = false;

export function installMathFont(): void {
  if (installed) return;
  installed = true;
  const bytes = bytesOf(base64);
  for (const face of [
    new FontFace(MATH, bytes),
    new FontFace(SYMBOLS, bytes, { unicodeRange: SYMBOL_RANGE }),
    new FontFace(OPERATORS, bytes, { unicodeRange: OPERATOR_RANGE }),
  ]) {
    // Without this font formulas are set in a font of the system.
    face.load().then(
      (loaded) => document.fonts.add(loaded),
      () => undefined,
    );
  }
}
