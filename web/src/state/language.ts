/** The languages of the page, of which web/src/languages.json is the one list. */
import languages from "../languages.json" with { type: "json" };
import { memo } from "../memo.js";

export type Language = keyof typeof languages;

interface ListedLanguage {
  /** What the language is called in itself. */
  readonly name: string;
  /** What is said where its words did not come, and the button beside it. */
  readonly unloaded: string;
  readonly again: string;
  /**
   * What the page starts with for readers of the language where no link says otherwise; absent for
   * the start of every link. Blanks part the words, so that no browser's dictionary is asked.
   */
  readonly sentence?: string;
  /** Whether it has only the first chapter. */
  readonly partial?: boolean;
}
export const LISTED: Readonly<Record<Language, ListedLanguage>> = languages;
export const LANGUAGES = Object.keys(languages) as Language[];

/**
 * The language of a tag such as "zh-Hans"; English where the page has none of it. A rendering asks
 * for it hundreds of times.
 */
export const languageOf = memo(
  (tag: string): Language =>
    LANGUAGES.find((language) => new RegExp(`^${language}\\b`, "i").test(tag)) ?? "en",
);
