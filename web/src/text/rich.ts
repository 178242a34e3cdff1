/** Sentences with a few marked words and formulas. A reader's words stay text: no string is parsed as markup. */
export type Piece =
  | string
  | { readonly kind: "strong" | "unscaled" | "scaled" | "word" | "code"; readonly text: string }
  | { readonly kind: "math"; readonly name: string };

export type Rich = readonly Piece[];

const marked =
  (kind: "strong" | "unscaled" | "scaled" | "word" | "code") =>
  (text: string | number): Piece => ({
    kind,
    text: String(text),
  });

export const strong = marked("strong");
/** A number or a word about the result without the division, in its colour; `scaled` is the same with the division. */
export const unscaled = marked("unscaled");
export const scaled = marked("scaled");
/** One of the reader's words. */
export const word = marked("word");
export const code = marked("code");
export const math = (name: string): Piece => ({ kind: "math", name });

/** rich`Without the division, ${word("I")} gives …` */
export function rich(texts: TemplateStringsArray, ...pieces: readonly (Piece | Rich)[]): Rich {
  return texts.flatMap((text, index) => {
    const piece = pieces[index];
    const list: Rich = piece === undefined ? [] : [piece].flat();
    return text === "" ? list : [text, ...list];
  });
}

/** The text without marks, for titles, labels and pictures; a formula as its name. */
export function plainText(pieces: Rich): string {
  return pieces
    .map((piece) =>
      typeof piece === "string" ? piece : piece.kind === "math" ? piece.name : piece.text,
    )
    .join("");
}
