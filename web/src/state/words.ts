/** Cuts a sentence into the words that the engine gets. */
import { wordPatterns } from "./words-pattern.js";

export const MOST_WORDS = 64;
/** The longest word, in characters; no language writes longer ones. */
export const LONGEST_WORD = 100;

/** Why a sentence is not taken. */
export interface SentenceProblem {
  readonly kind: "empty" | "no-words" | "too-many" | "too-long";
  /** The number of words, or of the characters of the longest word. */
  readonly count: number;
}

export interface Reading {
  /** The words, in Unicode normal form C, case kept. */
  readonly words: readonly string[];
  /** Text left out, as neither word nor space: punctuation, emoji. */
  readonly dropped: readonly string[];
  readonly problem: SentenceProblem | null;
  /**
   * The lengths in characters of what a dictionary has divided, with points between. Dictionaries
   * differ from browser to browser: with these lengths the words are the same in all. Empty where
   * no dictionary was asked.
   */
  readonly cuts: string;
}

/**
 * Soft hyphen, word joiner, byte order mark and marks of direction: they would give different
 * vectors to words that look the same.
 */
const INVISIBLE = /[\u00AD\u2060\uFEFF\p{Bidi_C}]/gu;

/** A space without width, which separates words where a line may break. */
const SPACE_WITHOUT_WIDTH = /\u200B/g;

const LETTER_OR_DIGIT = /[^\P{Alphabetic}\p{M}\uFF9E\uFF9F]|\p{Nd}/u;

/**
 * Letters and digits of English and blanks between them; or words of common Han letters, with a
 * blank between each two.
 */
const PLAIN = /^(?:[A-Za-z0-9 ]*|[一-龥]+(?: [一-龥]+)+)$/;

/** A character with its marks: what is counted in a run, and what no cut divides. */
const charactersOf = (run: string): readonly string[] => run.match(wordPatterns().characters) ?? [];

/** The lengths of the words of a run, whose letters have no blanks between words. */
type Divide = (run: string) => readonly number[];

let segmenter: Intl.Segmenter | undefined;

/**
 * In characters. More than so many are more words than are allowed; browsers take a time for them
 * that grows as its square.
 */
const LONGEST_RUN = 1000;

/** Divides as the browser's dictionary does, which is the same in each language of the page. */
const byDictionary: Divide = (run) => {
  segmenter ??= new Intl.Segmenter("en", { granularity: "word" });
  const characters = charactersOf(run);
  const lengths: number[] = [];
  for (let start = 0; start < characters.length; start += LONGEST_RUN) {
    const some = characters.slice(start, start + LONGEST_RUN).join("");
    for (const { segment } of segmenter.segment(some)) {
      const length = charactersOf(segment).length;
      if (length > 0) {
        lengths.push(length);
      }
    }
  }
  return lengths;
};

/**
 * One run after the other takes its lengths from a list, and what is left of a run at its end as
 * one word.
 */
function byList(cuts: string): Divide {
  const list = cuts.split(".").map(Number);
  let next = 0;
  return (run) => {
    const lengths: number[] = [];
    let remaining = charactersOf(run).length;
    while (remaining > 0) {
      const cutLength = list[next] ?? 0;
      const length = cutLength > 0 ? Math.min(cutLength, remaining) : remaining;
      lengths.push(length);
      remaining -= length;
      next += 1;
    }
    return lengths;
  };
}

const asOneWord: Divide = (run) => [charactersOf(run).length];

/** The segments of a text, its words among them, and the lengths that `divide` gave. */
function segmentsOf(text: string, divide: Divide) {
  const segments: string[] = [];
  const cuts: number[] = [];
  let inWord = false;
  for (const { 0: piece, groups } of text.matchAll(wordPatterns().pieces)) {
    const part = groups?.part !== undefined;
    if (groups?.run !== undefined) {
      const characters = charactersOf(piece);
      let start = 0;
      for (const length of divide(piece)) {
        segments.push(characters.slice(start, start + length).join(""));
        cuts.push(length);
        start += length;
      }
    } else if (part && inWord) {
      segments[segments.length - 1] += piece;
    } else {
      segments.push(piece);
    }
    inWord = part;
  }
  return { segments, cuts: cuts.join(".") };
}

const visible = (sentence: string) =>
  sentence.replace(INVISIBLE, "").replace(SPACE_WITHOUT_WIDTH, " ").normalize("NFC");

/**
 * @param cuts as an earlier reading gave them; where they do not fit, or there are none, the
 *   dictionary divides
 */
export function readWords(sentence: string, cuts = ""): Reading {
  if (PLAIN.test(sentence)) {
    // What the rules give, whose patterns would take longer to compile than the rest of the page to
    // load.
    const words = sentence.split(" ").filter((word) => word !== "");
    return { words, dropped: [], problem: problemOf(sentence, words), cuts: "" };
  }
  const text = visible(sentence);
  const asGiven = cuts === "" ? null : segmentsOf(text, byList(cuts));
  const cut = asGiven?.cuts === cuts ? asGiven : segmentsOf(text, byDictionary);
  const isWord = (segment: string) => LETTER_OR_DIGIT.test(segment);
  const words = cut.segments.filter(isWord);
  const dropped = cut.segments.filter((segment) => !isWord(segment) && segment.trim() !== "");
  return { words, dropped, problem: problemOf(text, words), cuts: cut.cuts };
}

/** The cuts of a sentence whose words have blanks between them. */
export const cutsBetween = (words: readonly string[]): string =>
  segmentsOf(visible(words.join(" ")), asOneWord).cuts;

function problemOf(text: string, words: readonly string[]): SentenceProblem | null {
  if (text.trim() === "") return { kind: "empty", count: 0 };
  if (words.length === 0) return { kind: "no-words", count: 0 };
  if (words.length > MOST_WORDS) return { kind: "too-many", count: words.length };
  const count = Math.max(...words.map((word) => word.length));
  return count > LONGEST_WORD ? { kind: "too-long", count } : null;
}

/** Words that occur more than once, each named once. */
export function repeated(words: readonly string[]): string[] {
  return [...new Set(words.filter((word, index) => words.indexOf(word) !== index))];
}
