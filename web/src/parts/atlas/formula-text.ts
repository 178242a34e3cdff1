/** The formulas of models as the page sets them. */

/** The words in formulas, which stand for no number. */
const WORDS = /(ln|exp|softplus|max)/;

/** A formula of a model as the page sets it: its letters stand for numbers, its words do not. */
export const formulaText = (formula: string): string =>
  formula
    .split(WORDS)
    .map((piece, i) => (i % 2 === 1 ? piece : piece.replace(/^(\s*)(\S.*?)(\s*)$/, "$1$$$2$$$3")))
    .join("");
