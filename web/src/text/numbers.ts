/** Numbers as they are written on the page. No NaN, no "Infinity", a real minus sign. */

const MINUS = "−";

/** "−5.95". An infinite value is written ∞. */
export function fixed(value: number, digits: number): string {
  if (Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : `${MINUS}∞`;
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

const NUMBER_CHARACTERS = "-.0123456789";
const SUPERSCRIPTS = "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A power as formulas show it: three digits, so that no formula is wider than a phone. */
export const shownPower = (power: number): string => String(Number(power.toPrecision(3)));

/** "⁻⁵", "⁰·²⁵": a middle dot replaces the full stop, of which there is no superscript. */
export const superscript = (power: number): string =>
  shownPower(power).replace(/./g, (sign) => SUPERSCRIPTS[NUMBER_CHARACTERS.indexOf(sign)] ?? sign);

/** What scores are divided by: "√d", "dₖ⁰·³". */
export const powerText = (base: string | number, exponent: number): string =>
  exponent === 0.5 ? `√${base}` : `${base}${superscript(exponent)}`;

/**
 * About four significant digits: "0.03434", "12346"; two for very small and very large numbers:
 * "1.2×10⁻⁹".
 */
export function significant(value: number, digits = 4): string {
  const size = Math.abs(value);
  if (value === 0 || !Number.isFinite(value)) return fixed(value, 0);
  if (size >= 1e-4 && size < 1e6) {
    const before = Math.floor(Math.log10(size)) + 1;
    return fixed(value, Math.max(0, Math.min(digits - before, digits + 3)));
  }
  const [mantissa = "", exponent = ""] = size.toExponential(1).split("e");
  return `${value < 0 ? MINUS : ""}${mantissa}×10${superscript(Number(exponent))}`;
}

/** A number that a sign stands before: a negative one in brackets. */
export const bracketed = (value: number, write: (value: number) => string): string =>
  value < 0 ? `(${write(value)})` : write(value);

const three = (value: number) => significant(value, 3);

/** A sum of products as it is written by hand: "1.25·(−3.10) + 4.02·5.98". */
export const products = (
  pairs: readonly (readonly [number, number])[],
  write: (value: number) => string = three,
): string => pairs.map(([a, b]) => `${bracketed(a, write)}·${bracketed(b, write)}`).join(" + ");

/** How many words of equal weight have an entropy of this many nats: "1.6". */
export const equalWords = (entropy: number): string => significant(Math.exp(entropy), 2);

/** A weight in a cell, rounded to two digits after the point: ".96", "1.00", ".00". */
export const weight = (value: number): string => value.toFixed(2).replace(/^0/, "");

/** "57", "99.6", "> 99.99", "< 0.01": as many digits as the distance from 0 and from 1 asks for. */
export function percent(share: number): string {
  const value = share * 100;
  const edge = Math.min(value, 100 - value);
  if (edge <= 0) return value <= 0 ? "0" : "100";
  if (edge < 0.01) return value < 50 ? "< 0.01" : "> 99.99";
  if (edge >= 1) return value.toFixed(0);
  return value.toFixed(edge >= 0.1 ? 1 : 2);
}
