/** Cuts a sentence into the words that the engine gets. */

export const MOST_WORDS = 64;
/** In characters. No language writes longer words. */
export const LONGEST_WORD = 100;

/** `count`: of words, or of the characters of the longest. */
export type SentenceProblem = NonNullable<ReturnType<typeof problemOf>>;

export interface Reading {
  /** The words, in Unicode normal form C, case kept. */
  readonly words: readonly string[];
  /** Text left out, as neither word nor space: punctuation, emoji. */
  readonly dropped: readonly string[];
  readonly problem: SentenceProblem | null;
}

/** Soft hyphen, word joiner, byte order mark: invisible, they would give different vectors to words that look the same. */
const INVISIBLE = /[\u00AD\u2060\uFEFF]/g;

/** WebKit's segmenter does not call a word that ends in a number, like "GPT4", word-like; others do. */
const NUMBER = /\p{Nd}/u;

/** Other signs, such as the radical in "𠀀⺀", the segmenter calls words among letters and no words behind a space. */
const LETTER = /\p{Alphabetic}/u;

/** Letters and digits of English, and blanks between them. */
const PLAIN = /^[A-Za-z0-9 ]*$/;

/** @param language of the page, by which the segmenter cuts */
export function readWords(sentence: string, language: string): Reading {
  const text = sentence.normalize("NFC").replace(INVISIBLE, "");
  if (PLAIN.test(text)) {
    // The result of the segmenter, whose rules for all scripts would take longer to load than the rest of the page.
    const words = text.split(" ").filter((word) => word !== "");
    return { words, dropped: [], problem: problemOf(text, words) };
  }
  const words: string[] = [];
  const dropped: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, {
    granularity: "word",
  }).segment(text)) {
    if ((isWordLike === true && LETTER.test(segment)) || NUMBER.test(segment)) words.push(segment);
    else if (segment.trim() !== "") dropped.push(segment);
  }
  return { words, dropped, problem: problemOf(text, words) };
}

function problemOf(text: string, words: readonly string[]) {
  if (text.trim() === "") return { kind: "empty", count: 0 } as const;
  if (words.length === 0) return { kind: "no-words", count: 0 } as const;
  if (words.length > MOST_WORDS) return { kind: "too-many", count: words.length } as const;
  const count = Math.max(...words.map((word) => word.length));
  return count > LONGEST_WORD ? ({ kind: "too-long", count } as const) : null;
}

/** Words that occur more than once, each named once. */
export function repeated(words: readonly string[]): string[] {
  return [...new Set(words.filter((word, index) => words.indexOf(word) !== index))];
}
