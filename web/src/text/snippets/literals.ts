/** Text and numbers as both Python and C++ read them. */

/** What is unseen, and the blocks of the scripts that run from right to left. */
const MISLEADING =
  /[\p{Default_Ignorable_Code_Point}\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Letters, digits and the apostrophe look in source code like what they are. */
const PLAIN = /[\p{L}\p{N}’]/u;
const MARK = /\p{M}/u;
/** Without the backslash and the quote, and without "?", of which C++ once made trigraphs. */
const ASCII = /[ !#->@-[\]-~]/;

const hex = (code: number, digits: number) => code.toString(16).toUpperCase().padStart(digits, "0");

/**
 * A string literal. Octal, \u and \U have in both languages a fixed length, so no digit after them belongs to them. Half
 * a surrogate pair is no character; the engine, too, reads U+FFFD instead.
 */
export function textLiteral(text: string): string {
  let plain = false;
  const escaped = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    // A mark joins what stands before it, which must not be the quote.
    const shown = PLAIN.test(character) || (plain && MARK.test(character));
    plain = shown && !MISLEADING.test(character);
    if (plain || ASCII.test(character)) return character;
    if (character === '"' || character === "\\") return `\\${character}`;
    if (code < 0x80) return `\\${code.toString(8).padStart(3, "0")}`;
    if (code >= 0xd800 && code < 0xe000) return "\\uFFFD";
    return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  });
  return `"${escaped.join("")}"`;
}

/** With a point or an exponent, or else it were a whole number, of which both languages compute otherwise. */
export function real(value: number): string {
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

export const list = (values: readonly number[]) => values.map(real).join(", ");

/** factor·x + shift */
export function scaledAndShifted(x: string, by: { factor: number; shift: number }): string {
  const shift = by.shift < 0 ? `- ${real(-by.shift)}` : `+ ${real(by.shift)}`;
  return `${real(by.factor)} * ${x} ${shift}`;
}
