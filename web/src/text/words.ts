/**
 * The words of the page: a folder for each language beside this file, in it a file for each
 * subject, which exports them by the name of its language. A script names those that it takes by
 * `textsOf`; `wordsReady` fetches them in the languages that are shown, and no others. Where a
 * language lacks a file, the words are English.
 */
import { entryOf } from "../memo.js";
import { LANGUAGES, type Language } from "../state/language.js";

type Languages<Words> = Partial<Record<Language, Words>>;

const files = import.meta.glob<Languages<unknown>>("./*/*.ts");
const loaded = new Map<string, Languages<unknown>>();
const shownLanguages = new Set<Language>();

const textFile = (subject: string, language: Language) => files[`./${language}/${subject}.ts`];

export const isTranslated = (subject: string, language: Language): boolean =>
  textFile(subject, language) !== undefined;

/**
 * The language of a subject's words where it is another than the page's, for the attribute `lang`.
 */
export const foreign = (subject: string, language: Language): "en" | undefined =>
  isTranslated(subject, language) ? undefined : "en";

/**
 * The words of a subject by language. Until those of a language are there, others stand for them:
 * what the page shows is drawn again once they are.
 */
export const textsOf = <Words>(subject: string): Readonly<Record<Language, Words>> =>
  new Proxy(
    entryOf(loaded, subject, () => ({})),
    {
      get: (words: Readonly<Record<string, unknown>>, language: string) =>
        words[language] ?? words.en ?? Object.values(words)[0],
    },
  ) as Readonly<Record<Language, Words>>;

/** Fetches a subject. @returns null where it is there, or has no words */
function fetched(subject: string, language: Language): Promise<void> | null {
  const available = isTranslated(subject, language) ? language : "en";
  const words = entryOf<string, Languages<unknown>>(loaded, subject, () => ({}));
  const load = textFile(subject, available);
  if (available in words || load === undefined) return null;
  return load().then((module) => {
    words[available] = module[available];
  });
}

/**
 * Fetches what is missing of the subjects named so far, in this language and those shown before.
 * @returns null where nothing is
 */
export function wordsReady(language: Language): Promise<unknown> | null {
  shownLanguages.add(language);
  const missing = [...loaded.keys()].flatMap((subject) =>
    [...shownLanguages].flatMap((each) => fetched(subject, each) ?? []),
  );
  return missing.length === 0 ? null : Promise.all(missing);
}

/**
 * Has subjects on their way in a language before their scripts are there, which tell where they do
 * not come.
 */
export function fetchWords(language: Language, ...subjects: readonly string[]): void {
  for (const subject of subjects) textsOf(subject);
  wordsReady(language)?.catch(() => undefined);
}

/** The subject of what a chapter ends with. */
export const closingOf = (chapter: string): string => `closing-${chapter}`;

/** All subjects in all languages, for tests and pictures. */
export async function everyWord(): Promise<void> {
  for (const file of Object.keys(files)) textsOf(/(\S+)\/(\S+)\.ts$/.exec(file)?.[2] ?? "");
  await Promise.all(LANGUAGES.map(wordsReady));
}
