/**
 * The claims on the pictures of links, `card.json` of each language, beside the page's texts: no
 * reader waits for them.
 */
import type { Chapter } from "../keys/part.js";
import type { Language } from "../state/language.js";

interface CardTexts {
  /** Of the first chapter. */
  readonly claim: string;
  /** What both sides are called on all pictures. */
  readonly sides: { readonly unscaled: string; readonly scaled: string };
  /** Of the later chapters, in the languages that have them. */
  readonly later?: Readonly<Record<Exclude<Chapter, "page">, string>>;
}

const files = import.meta.glob<CardTexts>("../text/*/card.json", {
  eager: true,
  import: "default",
});

export function cardTextsOf(language: Language): CardTexts {
  const texts = files[`../text/${language}/card.json`];
  if (texts === undefined) throw new Error(`The language ${language} has no card.json.`);
  return texts;
}
