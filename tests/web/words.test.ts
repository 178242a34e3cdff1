import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_WORD, MOST_WORDS, readWords } from "../../web/src/attention/words.js";
import { DEFINITIONS } from "../../web/src/state/state.js";

const wordsOf = (sentence: string, language = "en") => readWords(sentence, language).words;

describe.each(DEFINITIONS.lang.words)("a sentence read in %s", (language) => {
  it("is cut into its words, case kept", () => {
    const words = ["I", "am", "good"];
    expect(readWords("I am good", language)).toEqual({ words, dropped: [], problem: null });
    expect(wordsOf("  I\tam\u00a0 good\n", language)).toEqual(words);
  });

  it("needs no spaces where the script has none", () => {
    // The dictionary of the browser decides where exactly it cuts.
    const words = wordsOf("我很好", language);
    expect(words.length).toBeGreaterThan(1);
    expect(words.join("")).toBe("我很好");
  });

  it("may run from right to left", () => {
    expect(wordsOf("אני טוב", language)).toEqual(["אני", "טוב"]);
    expect(wordsOf("\u200fأنا بخير", language).at(-1)).toBe("بخير");
  });

  it("keeps what belongs to a word and drops the rest, telling what", () => {
    const { words, dropped, problem } = readWords("Don't panic: 3.5 fish & 🐟!", language);
    expect(words).toEqual(["Don't", "panic", "3.5", "fish"]);
    expect(dropped).toEqual([":", "&", "🐟", "!"]);
    expect(problem).toBeNull();
  });

  it("is cut as the rules of Unicode cut it also where it is so plain that they are not asked", () => {
    const segmenter = new Intl.Segmenter(language, { granularity: "word" });
    const property = (sentence: string) => {
      const segments = [...segmenter.segment(sentence)];
      const words = segments.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
      expect(wordsOf(sentence, language)).toEqual(words);
    };
    const unit = fc.constantFrom(..." IaAmzZ019");
    fc.assert(fc.property(fc.string({ unit, maxLength: 30 }), property));
  });

  it("has the same words with spaces between them, also where a sign is no letter", () => {
    for (const sentence of ["𠀀⺀", "a˅b", "我很好"]) {
      const words = wordsOf(sentence, language);
      expect(wordsOf(words.join(" "), language)).toEqual(words);
    }
    expect(readWords("𠀀⺀", language).dropped).toEqual(["⺀"]);
  });

  it("is the same however its accents are written", () => {
    expect(wordsOf("cafe\u0301", language)).toEqual(["caf\u00e9"]);
    const property = (text: string) => {
      expect(readWords(text.normalize("NFD"), language)).toEqual(
        readWords(text.normalize("NFC"), language),
      );
    };
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), property));
  });

  it.each(["", " ", "\t\n\u00a0\u3000"])("has nothing in it: %j", (sentence) => {
    expect(readWords(sentence, language)).toEqual({
      words: [],
      dropped: [],
      problem: { kind: "empty", count: 0 },
    });
  });

  it.each(["🐟", "🐟 🐟🐟", "?!", "…", "👩‍👩‍👧", "\0"])("has no word in it: %j", (sentence) => {
    const { words, problem } = readWords(sentence, language);
    expect(words).toEqual([]);
    expect(problem).toEqual({ kind: "no-words", count: 0 });
  });

  it("has 64 words at most", () => {
    const sentence = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(" ");
    expect(readWords(sentence(1), language).problem).toBeNull();
    expect(readWords(sentence(64), language).problem).toBeNull();
    expect(readWords(sentence(65), language).problem).toEqual({ kind: "too-many", count: 65 });
  });

  it("has words of 100 letters at most", () => {
    const sentence = (length: number) => `a ${"b".repeat(length)} c`;
    expect(readWords(sentence(100), language).problem).toBeNull();
    const problem = (count: number) => ({ kind: "too-long", count });
    expect(readWords(sentence(101), language).problem).toEqual(problem(101));
    expect(readWords(sentence(10_000), language).problem).toEqual(problem(10_000));
  });

  it("gives words that the engine takes, whatever was typed", () => {
    const unit = fc.oneof(
      fc.constantFrom(" ", " ", ".", "\0", "\u200d", "\ud83d", "我", "é", "a", "7", "ก"),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    );
    const property = (sentence: string) => {
      const { words, dropped, problem } = readWords(sentence, language);
      let from = 0;
      const text = sentence.normalize("NFC");
      for (const word of words) {
        expect(word).not.toMatch(/^$|[\0 \t\n\u00a0\u3000]/);
        from = text.indexOf(word, from);
        expect(from).toBeGreaterThanOrEqual(0);
        from += word.length;
      }
      expect(dropped.every((piece) => piece.trim() !== "")).toBe(true);
      const allowed =
        words.length >= 1 &&
        words.length <= MOST_WORDS &&
        words.every((word) => word.length <= LONGEST_WORD);
      expect(problem === null).toBe(allowed);
    };
    fc.assert(fc.property(fc.string({ unit, maxLength: 200 }), property), { numRuns: 500 });
  });
});

it("characters nobody sees do not make another word of the same letters", () => {
  const { words } = readWords("go\u00ADod \uFEFFgood go\u2060od", "en");
  expect(words).toEqual(["good", "good", "good"]);
});
