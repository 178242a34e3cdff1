/** From a sentence to the words the engine gets. */

export const MOST_WORDS = 64;
/** No language writes longer words; what is longer is a slip of the keyboard or a trick. */
export const LONGEST_WORD = 100;

export type SentenceProblem =
  | { readonly kind: "empty" }
  | { readonly kind: "no-words" }
  | { readonly kind: "too-many"; readonly count: number }
  | { readonly kind: "too-long"; readonly length: number };

export interface Reading {
  /** The words, in Unicode normal form C, case kept. */
  readonly words: readonly string[];
  /** What is neither word nor space and so drops out: punctuation, emoji. */
  readonly dropped: readonly string[];
  readonly problem: SentenceProblem | null;
}

/** Soft hyphen, word joiner, byte order mark: unseen, they would give words that look the same other vectors. */
const UNSEEN = /[\u00AD\u2060\uFEFF]/g;

/** WebKit takes what ends in a number for no word, as in "GPT4"; the other engines do not. */
const NUMBER = /\p{Nd}/u;

/** Letters and digits of English, and blanks between them. */
const PLAIN = /^[A-Za-z0-9 ]*$/;

/** Cuts a sentence into words as the page's language reads it. */
export function readWords(sentence: string, language: string): Reading {
  const text = sentence.normalize("NFC").replace(UNSEEN, "");
  if (PLAIN.test(text)) {
    // As the segmenter cuts it, whose rules for the world's scripts take longer to load than the rest of the page to start.
    const words = text.split(" ").filter((word) => word !== "");
    return { words, dropped: [], problem: problemOf(text, words) };
  }
  const words: string[] = [];
  const dropped: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, {
    granularity: "word",
  }).segment(text)) {
    if (isWordLike === true || NUMBER.test(segment)) words.push(segment);
    else if (segment.trim() !== "") dropped.push(segment);
  }
  return { words, dropped, problem: problemOf(text, words) };
}

function problemOf(text: string, words: readonly string[]): SentenceProblem | null {
  if (text.trim() === "") return { kind: "empty" };
  if (words.length === 0) return { kind: "no-words" };
  if (words.length > MOST_WORDS) return { kind: "too-many", count: words.length };
  const length = Math.max(...words.map((word) => word.length));
  return length > LONGEST_WORD ? { kind: "too-long", length } : null;
}

/** Words that stand more than once, each named once. */
export function repeated(words: readonly string[]): string[] {
  return [...new Set(words.filter((word, index) => words.indexOf(word) !== index))];
}
