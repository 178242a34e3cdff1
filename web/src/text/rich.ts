/**
 * Texts are strings. What a text takes has its place in braces, as in {dim} or {all.layer}, and a
 * formula stands between dollar signs: $√d$ as typeset.ts reads it, or $sigma2$, the name of one in
 * a formulas.json, which has two letters at least. A sentence has marks too: **strong**, [-without
 * the division-], [+with it+], [=a reader's word=] and [:code:]. Marks are read before anything is
 * put into the places: what readers type stays text.
 */
import { unmarked } from "./typeset.js";

type Kind = "strong" | "unscaled" | "scaled" | "word" | "code" | "math" | "formula";
const SPAN_KINDS: Readonly<Record<string, Kind>> = {
  "**": "strong",
  "[-": "unscaled",
  "[+": "scaled",
  "[=": "word",
  "[:": "code",
};
const MARK = /(\{[\w.]+\}|\$[^$]+\$|\*\*.+?\*\*|\[[-+=:].+?[-+=:]\])/;
/** The name of a formula in a formulas.json; other formulas are written out. */
const FORMULA_NAME = /^[A-Za-z]\w+$/;

export type Span = string | { readonly kind: Kind; readonly text: string };

/** A sentence: its text, or what was made of it. */
export type Rich = string | readonly Span[];

/** "dim" | "all.layer" of "{dim} … {all.layer}". */
type Places<Text> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;
type FirstName<Place> = Place extends `${infer First}.${string}` ? First : Place & string;
type Tail<Place, First extends string> = Place extends `${First}.${infer Rest}` ? Rest : never;
type At<Place, Value> = {
  readonly [First in FirstName<Place>]: [Tail<Place, First>] extends [never]
    ? Value
    : At<Tail<Place, First>, Value>;
};
/** What a text takes: nothing, or the values of its places by their names. */
export type Values<Text, Value = string | number | Span | readonly Span[]> = string extends Text
  ? [values?: object]
  : [Places<Text>] extends [never]
    ? []
    : [values: At<Places<Text>, Value>];

/** What is put into a place; itself, where nothing is. */
const valueAt = (values: object | undefined, place: string) =>
  place
    .slice(1, -1)
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], values) ?? place;

/**
 * A text with its values.
 * @throws Error where one is a sentence: marks do not stand in a text, nor in each other
 */
export const say = <Text extends string>(
  text: Text,
  ...[values]: Values<Text, string | number>
): string =>
  text.replace(/\{[\w.]+\}/g, (place) => {
    const value = valueAt(values, place);
    if (typeof value === "object") throw new Error(`A sentence cannot stand in "${text}".`);
    return String(value);
  });

/** A sentence with its values, which outside of marks may be sentences themselves. */
export function rich<Text extends Rich>(text: Text, ...[values]: Values<Text>): readonly Span[] {
  if (typeof text !== "string") return text;
  return text.split(MARK).flatMap((part, i): Span | readonly Span[] => {
    if (i % 2 === 0) return part === "" ? [] : part;
    if (part[0] === "$") {
      const formula = part.slice(1, -1);
      if (FORMULA_NAME.test(formula)) return { kind: "math", text: formula };
      return { kind: "formula", text: say<string>(formula, values) };
    }
    const kind = SPAN_KINDS[part.slice(0, 2)];
    if (kind) return { kind, text: say<string>(part.slice(2, -2), values) };
    const value = valueAt(values, part);
    return typeof value === "object" ? (value as Span) : String(value);
  });
}

/** What readers type, and code, may hold dollar signs. */
const TYPED: readonly Kind[] = ["word", "code"];

/** A span without marks. */
export function plainSpan(span: Span): string {
  if (typeof span === "string") return span;
  return TYPED.includes(span.kind) ? span.text : unmarked(span.text);
}

/** The text without marks, for titles, labels and pictures; a formula with a name as its name. */
export const plainText = (text: Rich): string => rich(text).map(plainSpan).join("");
