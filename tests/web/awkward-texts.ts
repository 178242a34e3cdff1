/** Texts that might break out of a string literal. */
import fc from "fast-check";

const NASTY = [
  '"',
  "'",
  "\\",
  '"""',
  "\n",
  "\r",
  "\r\n",
  "\t",
  "\f",
  "\v",
  "\u0085",
  "\u2028",
  "\u2029",
  "?",
  "\\u0022",
  "\\N{BULLET}",
  "\\x41",
  "\\0",
  "{",
  "}",
  "%s",
  `$\{x}`,
  "`",
  "#",
  "//",
  ')"',
  "0",
  "7",
  "F",
  "\u202e",
  "\u2066",
  "\u200f",
  "\u00ad",
  "\ufeff",
  "א",
  "مرحبا",
  "😀",
  "👨‍👩‍👧",
  "❤️",
  "e\u0301",
  "\u0301",
  "\u3164",
  "\ud83d",
  "\ude00",
  "\uffff",
  "\u{10ffff}",
];

/**
 * Any sequence of UTF-16 units, halves of pairs included, with what is known to hurt. NUL: see
 * readWords.
 */
export const awkwardTexts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...NASTY),
      fc.integer({ min: 1, max: 0x7f }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 1, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join("").replaceAll("\0", ""));

/** The text with U+FFFD for what is no character: half of a pair. */
export const withoutHalves = (text: string) => text.replace(/\p{Surrogate}/gu, "\ufffd");
