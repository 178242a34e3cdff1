/** The languages of the page, of which web/src/languages.json is the one list. */
import languages from "../languages.json" with { type: "json" };

/** How each language is called in itself. */
export const LANGUAGE_NAMES = languages;
export type Language = keyof typeof languages;
export const LANGUAGES = Object.keys(languages) as Language[];

/** The language of a tag such as "zh-Hans"; English where the page has none of it. */
export const languageOf = (tag: string): Language =>
  LANGUAGES.find((language) => new RegExp(`^${language}\\b`, "i").test(tag)) ?? "en";
