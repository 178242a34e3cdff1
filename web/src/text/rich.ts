/** Sentences with a few marked words and formulas. A reader's words stay text: no string is parsed as markup. */
export type Span =
  | string
  | { readonly kind: "strong" | "unscaled" | "scaled" | "word" | "code"; readonly text: string }
  | { readonly kind: "math"; readonly name: string };

export type Rich = readonly Span[];

/** What a sentence takes by name. */
export type Said<Name extends string> = Readonly<Record<Name, string>>;

const marked =
  (kind: "strong" | "unscaled" | "scaled" | "word" | "code") =>
  (text: string | number): Span => ({
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
export const math = (name: string): Span => ({ kind: "math", name });

/** W^Q and W^K. */
export const [WQ, WK] = [math("queryMatrix"), math("keyMatrix")];

/** rich`Without the division, ${word("I")} gives …` */
export function rich(texts: TemplateStringsArray, ...spans: readonly (Span | Rich)[]): Rich {
  return texts.flatMap((text, index) => {
    const span = spans[index];
    const list: Rich = span === undefined ? [] : [span].flat();
    return text === "" ? list : [text, ...list];
  });
}

/** The text without marks, for titles, labels and pictures; a formula as its name. */
export function plainText(spans: Rich): string {
  return spans
    .map((span) => (typeof span === "string" ? span : span.kind === "math" ? span.name : span.text))
    .join("");
}
