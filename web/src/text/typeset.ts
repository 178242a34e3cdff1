/**
 * Mathematics in plain texts. A text writes it in Unicode, as "σ²√d" or "10⁻³", and a title, a
 * label for screen readers or a file takes it as it is. The page and the pictures set it: with a
 * bar over what is below a root, digits that are raised, and letters in italics.
 */

/** A letter, a number or a closing bracket, with what is lowered and raised beside it. */
export interface Atom {
  readonly base: string;
  /** Whether it is a letter that stands for a number, which is in italics. */
  readonly variable: boolean;
  readonly sub: string;
  readonly sup: string;
  /** Whether all of it is below a root. */
  readonly root: boolean;
}

/** Words, or a formula. */
export type Piece = string | readonly Atom[];

const SMALL = [..."⁻·⁰¹²³⁴⁵⁶⁷⁸⁹ᵀᵅᴴₖᵢⱼ₀₁₂₃₄₅₆₇₈₉"];
const LARGE = [..."−.0123456789⊤αHkij0123456789"];
const enlarged = (signs = "") => signs.replace(/./g, (sign) => LARGE[SMALL.indexOf(sign)] ?? "");

const LETTERS = "A-Za-zα-ω";
const LETTER = `[${LETTERS}]`;
const BASE = `\\d+(?:[.,]\\d+)*|${LETTER}`;
const SUB = "[ₖᵢⱼ₀-₉]+";
const SUP = "[ᵀᵅᴴ]|⁻?[⁰¹²³⁴-⁹]+(?:·[⁰¹²³⁴-⁹]+)?";
const MARKED = `√(?:${BASE})(?:${SUB})?(?:${SUP})?|(?:${BASE})${SUB}(?:${SUP})?|(?:${BASE})(?:${SUP})`;
const WORD = `${LETTERS}À-ÖØ-öø-ÿ`;
/**
 * A letter that stands for a number, by itself; of a only what the article cannot be, of y what the
 * Spanish word for "and" cannot.
 */
const ALONE = `(?<![${WORD}’'])(?!y (?:[${WORD}\\d«“¿]|$))(?:[b-np-rv-zJ-NQV-XZα-ω]|a(?=[,)]| =|$| (?:to|from) \\d| ?[一-鿿]))(?![${WORD}’'-])`;
const FORMULA = new RegExp(`(?:${LETTER}*(?:${MARKED}))+|[)|](?:${SUP})|${ALONE}`, "g");
const VARIABLE = new RegExp(`^${LETTER}$`);
const ATOM = new RegExp(`(√?)(${BASE}|[)|])(${SUB})?(${SUP})?`, "g");

const atoms = (formula: string): Atom[] =>
  Array.from(formula.matchAll(ATOM), ([, root, base = "", sub, sup]) => ({
    base,
    variable: VARIABLE.test(base),
    sub: enlarged(sub),
    sup: enlarged(sup),
    root: root !== "",
  }));

/** Divides a text into words and formulas. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: formula, index } of text.matchAll(FORMULA)) {
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push(atoms(formula));
    end = index + formula.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}
