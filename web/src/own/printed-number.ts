/** Numbers as programs print them. */
import { plainMinus } from "../attention/number-rows.js";

const WORDS: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  "∞": Number.POSITIVE_INFINITY,
  true: 1,
  false: 0,
};

/** @returns undefined where the text is no number */
export function printedNumber(text: string): number | undefined {
  const plain = plainMinus(text);
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return Number(plain);
  const [, sign = "", word = ""] = /^([+-]?)(\D+)$/.exec(plain.toLowerCase()) ?? [];
  if (!Object.hasOwn(WORDS, word)) return undefined;
  const value = WORDS[word] as number;
  return sign === "-" ? -value : value;
}

/** What no row of numbers begins with, and every print that leaves numbers out has. */
const ABRIDGED = /(^|[\s,[(])(\.\.\.|…)|\bmax\.print\b|\bomitted \d+ (rows|entries|slices)/m;

export const isAbridged = (text: string): boolean => ABRIDGED.test(text);
