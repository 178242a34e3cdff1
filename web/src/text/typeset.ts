/**
 * Mathematics in texts, which write it in Unicode, as "σ²√d" or "10⁻³". The page and the pictures
 * set it: with a bar over what is below a root, digits that are raised, and letters in italics.
 *
 * A formula stands between dollar signs, as in "at $d$ = 64" or "$y(1 − y)$": each of its letters
 * stands for a number. Elsewhere only what has a sign of mathematics is one, as a power in a number
 * ("1.2×10⁻⁹") or a divisor that the page has written ("√64 = 8").
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
export type TextPiece = string | readonly Atom[];

const SMALL = [..."⁻·⁰¹²³⁴⁵⁶⁷⁸⁹ᵀᵅᴴₖᵢⱼ₀₁₂₃₄₅₆₇₈₉"];
const LARGE = [..."−.0123456789⊤αHkij0123456789"];
const enlarged = (signs = "") => signs.replace(/./g, (sign) => LARGE[SMALL.indexOf(sign)] ?? "");

const LETTER = "[A-Za-zα-ω]";
const BASE = `\\d+(?:[.,]\\d+)*|${LETTER}`;
const SUB = "[ₖᵢⱼ₀-₉]+";
const SUP = "[ᵀᵅᴴ]|⁻?[⁰¹²³⁴-⁹]+(?:·[⁰¹²³⁴-⁹]+)?";
/** A root, or what has something lowered or raised beside it. */
const SIGNED = `√(?:${BASE})(?:${SUB})?(?:${SUP})?|(?:${BASE})${SUB}(?:${SUP})?|(?:${BASE})(?:${SUP})`;
/** Letters right before it belong to it, as the Q of QKᵀ. */
const BY_SIGNS = new RegExp(`(?:${LETTER}*(?:${SIGNED}))+|[)|](?:${SUP})`, "g");
const BY_LETTERS = new RegExp(`(?:${SIGNED}|${LETTER})+|[)|](?:${SUP})`, "g");
const VARIABLE = new RegExp(`^${LETTER}$`);
const ATOM = new RegExp(`(√?)(${BASE}|[)|])(${SUB})?(${SUP})?`, "g");

/**
 * What stands between two dollar signs, as in Markdown: no space is inside either, and no digit
 * after the second, so that "$5 or $6", which a reader may have typed, is no formula.
 */
const FORMULA = /\$(?!\s)([^$]+)(?<!\s)\$(?!\d)/;

const atoms = (formula: string): Atom[] =>
  Array.from(formula.matchAll(ATOM), ([, root, base = "", sub, sup]) => ({
    base,
    variable: VARIABLE.test(base),
    sub: enlarged(sub),
    sup: enlarged(sup),
    root: root !== "",
  }));

function divided(text: string, mathematics: RegExp): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(mathematics)) {
    if (index > end) pieces.push(text.slice(end, index));
    pieces.push(atoms(found));
    end = index + found.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** A stretch of a text: a formula that is marked as one, or words between two. */
export interface TextStretch {
  readonly isFormula: boolean;
  readonly pieces: readonly TextPiece[];
}

/** The most characters of a formula that stays in one line. */
const SHORT_FORMULA = 12;

/** Divides a text into its formulas and what is between them; a long formula also at its spaces. */
export function stretchesOf(text: string): TextStretch[] {
  return text.split(FORMULA).flatMap((part, index): TextStretch | TextStretch[] => {
    if (index % 2 === 0) return { isFormula: false, pieces: divided(part, BY_SIGNS) };
    const words = part.length > SHORT_FORMULA ? part.split(/(\s+)/) : [part];
    return words.map((word) => {
      const pieces = divided(word, BY_LETTERS);
      return { isFormula: pieces.some((piece) => typeof piece !== "string"), pieces };
    });
  });
}

/** The words and the formulas of a text. */
export const piecesOf = (text: string): TextPiece[] =>
  stretchesOf(text).flatMap(({ pieces }) => pieces);

/** A text as it is read where nothing is set, as in a title or a label: without dollar signs. */
export const unmarked = (text: string): string =>
  text.replace(new RegExp(FORMULA, "g"), (_, formula: string) => formula);
