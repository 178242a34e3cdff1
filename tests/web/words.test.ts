import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutsBetween, LONGEST_WORD, MOST_WORDS, readWords } from "../../web/src/state/words.js";
import { BY_DICTIONARY, BY_RULE } from "./sentences.js";

const wordsOf = (sentence: string, cuts?: string) => readWords(sentence, cuts).words;

describe("a sentence", () => {
  it("is cut into its words, case kept", () => {
    const words = ["I", "am", "good"];
    const whole = { words, dropped: [], problem: null, cuts: "" };
    expect(readWords("I am good")).toEqual(whole);
    expect(readWords("  I\tam\u00a0 good\n")).toEqual(whole);
  });

  it.each(BY_RULE)("in $language has the same words everywhere: $sentence", (example) => {
    const { sentence, words } = example;
    expect(wordsOf(sentence)).toEqual(words.split("|"));
    expect(readWords(sentence).cuts).toBe("");
  });

  it("is told what it holds besides words", () => {
    const { dropped } = readWords("Don't panic: 3.5 fish & 🐟! 👩‍👩‍👧🇫🇷 ❤️");
    expect(dropped).toEqual([":", "&", "🐟", "!", "👩‍👩‍👧", "🇫🇷", "❤️"]);
    expect(readWords("𠀀⺀").dropped).toEqual(["⺀"]);
    expect(readWords("a\u200bb \u202f \u2028c").dropped).toEqual([]);
  });

  it("is read as the rules say also where it is so plain that they are not asked", () => {
    // With an accent at its end it is not plain.
    const property = (sentence: string) => {
      expect([...wordsOf(sentence), "é"]).toEqual(wordsOf(`${sentence} é`));
    };
    const unit = fc.constantFrom(..." IaAmzZ019");
    fc.assert(fc.property(fc.string({ unit, maxLength: 30 }), property));
  });

  it("is read as the rules say where blanks stand between common Han letters", () => {
    // With an exclamation mark at its end it is not plain.
    const property = (words: readonly string[]) => {
      const sentence = words.join(" ");
      expect(readWords(sentence)).toMatchObject({ words, cuts: "", dropped: [] });
      expect(readWords(`${sentence}!`)).toMatchObject({ words, cuts: "", dropped: ["!"] });
    };
    const unit = fc.constantFrom(..."一我很好龥");
    const word = fc.string({ unit, minLength: 1, maxLength: 4 });
    fc.assert(fc.property(fc.array(word, { minLength: 2, maxLength: 9 }), property));
  });

  it("is the same however its accents are written", () => {
    expect(wordsOf("cafe\u0301")).toEqual(["caf\u00e9"]);
    expect(wordsOf("cafe\u00ad\u0301")).toEqual(["caf\u00e9"]);
    const property = (text: string) => {
      expect(readWords(text.normalize("NFD"))).toEqual(readWords(text.normalize("NFC")));
    };
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), property));
  });

  it("has the same words in spite of characters that nobody sees", () => {
    expect(wordsOf("go\u00ADod \uFEFFgood go\u2060od \u200Fgood\u200E")).toEqual(
      Array(4).fill("good"),
    );
  });

  it.each(["", " ", "\t\n\u00a0\u3000", "\u200b\u202f"])("has nothing in it: %j", (sentence) => {
    const problem = { kind: "empty", count: 0 };
    expect(readWords(sentence)).toEqual({ words: [], dropped: [], problem, cuts: "" });
  });

  it.each(["🐟", "🐟 🐟🐟", "?!", "…", "👩‍👩‍👧", "\0", "_", "\u0301", "\u0e31", "ﾞ"])(
    "has no word in it: %j",
    (sentence) => {
      const { words, problem } = readWords(sentence);
      expect(words).toEqual([]);
      expect(problem).toEqual({ kind: "no-words", count: 0 });
    },
  );

  it("has 64 words at most", () => {
    const sentence = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(" ");
    expect(readWords(sentence(1)).problem).toBeNull();
    expect(readWords(sentence(64)).problem).toBeNull();
    expect(readWords(sentence(65)).problem).toEqual({ kind: "too-many", count: 65 });
  });

  it("has words of 100 letters at most", () => {
    const sentence = (length: number) => `a ${"b".repeat(length)} c`;
    expect(readWords(sentence(100)).problem).toBeNull();
    const problem = (count: number) => ({ kind: "too-long", count });
    expect(readWords(sentence(101)).problem).toEqual(problem(101));
    expect(readWords(sentence(10_000)).problem).toEqual(problem(10_000));
  });

  it.each(["a.", "a'", "א'", "1,", "天", "天 ", "ก", "é ", "a\u0301", "👩\u200d", "_"])(
    "is read in a time that grows as its length, where it repeats %j to 100 kB",
    (repeated) => {
      const sentence = `é${repeated.repeat(100_000 / repeated.length)}x`;
      const began = performance.now();
      readWords(sentence);
      readWords(sentence, "1.1");
      // Half a second; what grows as the square of the length takes a minute.
      expect(performance.now() - began).toBeLessThan(10_000);
    },
  );

  it("gives words that the engine takes, whatever was typed", () => {
    const unit = fc.oneof(
      fc.constantFrom(" ", " ", ".", "\0", "\u200d", "\ud83d", "我", "é", "a", "7", "ก"),
      fc.nat(0xffff).map((code) => String.fromCharCode(code)),
    );
    const property = (sentence: string) => {
      const { words, dropped, problem } = readWords(sentence);
      let from = 0;
      // Characters that are not seen, as marks of direction, are taken out of words.
      const text = sentence.replace(/[\u00AD\u2060\uFEFF\p{Bidi_C}]/gu, "").normalize("NFC");
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
    const examples: [string][] = [["ꀀ\u20667"]];
    fc.assert(fc.property(fc.string({ unit, maxLength: 200 }), property), {
      numRuns: 500,
      examples,
    });
  });
});

describe("where a dictionary divides a sentence", () => {
  it.each(BY_DICTIONARY)("in $language its cuts say where: $sentence is $words", (example) => {
    const { sentence, words, cuts } = example;
    expect(readWords(sentence, cuts)).toMatchObject({ words: words.split("|"), cuts });
  });

  it.each(BY_DICTIONARY)("in $language it tells its cuts: $sentence", ({ sentence, words }) => {
    const read = readWords(sentence);
    expect(read.words.join("|").replaceAll("|", "")).toBe(words.replaceAll("|", ""));
    expect(read.cuts).toMatch(/^\d+(\.\d+)*$/);
    expect(readWords(sentence, read.cuts)).toEqual(read);
  });

  it.each([
    "1",
    "1.3",
    "1.1",
    "1.1.1.1",
    "2.2",
    "1.2.1",
    "9",
    "01.2",
    "1.2.",
    "1..2",
    "x",
    "0.3",
    "-1.4",
    "1.2 ",
    "1e0.2",
    "NaN",
    "Infinity",
  ])("cuts that do not fit are as none: %s", (cuts) => {
    expect(readWords("我很好。", cuts)).toEqual(readWords("我很好。"));
    expect(readWords("I am good", cuts)).toEqual(readWords("I am good"));
  });

  it("divides no character from its marks", () => {
    const characters = /[\p{L}\p{Nd}]\p{M}*/gu;
    const property = (lengths: number[]) => {
      const sentence = "ขี้เกียจที่นี่";
      const count = sentence.match(characters)?.length ?? 0;
      const cuts = lengths.join(".");
      const fits = lengths.reduce((sum, length) => sum + length, 0) === count;
      if (fits) {
        expect(readWords(sentence, cuts).cuts).toBe(cuts);
      }
      const { words } = readWords(sentence, cuts);
      expect(words.join("")).toBe(sentence);
      expect(words.every((word) => /^\p{L}/u.test(word))).toBe(true);
    };
    fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 8 }), property));
    property([2, 3, 2, 2]);
  });

  it("has the same words with spaces between them, with the cuts of these", () => {
    const sentences = [...BY_RULE, ...BY_DICTIONARY].map(({ sentence }) => sentence);
    const unit = fc.oneof(
      fc.constantFrom(..." .'\"_天好ペンがーก์กa7א\u0301\u200dｶﾞ🐟"),
      fc.constantFrom(...sentences),
      fc.string({ unit: "binary", maxLength: 1 }),
    );
    const property = (sentence: string) => {
      const { words } = readWords(sentence);
      expect(wordsOf(words.join(" "), cutsBetween(words))).toEqual(words);
    };
    fc.assert(fc.property(fc.string({ unit, maxLength: 12 }), property), { numRuns: 200 });
  });
});

/** What the Unicode Consortium publishes: see tests/fixtures/make_word_breaks.mjs. */
interface WordBreaks {
  readonly unicode: string;
  /** The characters of each value of Word_Break, "41-5a 61-7a". */
  readonly classes: Readonly<Record<string, string>>;
  /** "÷ 0061 × 0308 ÷ 0020 ÷": where a text breaks, and where not. */
  readonly breaks: readonly string[];
}
const published = JSON.parse(
  readFileSync(new URL("../fixtures/word_breaks.json", import.meta.url), "utf8"),
) as WordBreaks;

const hasLetter = (text: string) => /[^\P{Alphabetic}\p{M}\uFF9E\uFF9F]|\p{Nd}/u.test(text);

/** Exceptions from UAX #29 that web/src/state/words-pattern.ts names. */
const COLON = /[:\u0387\uFE13\uFE55\uFF1A]/;
const BLANK = /[\u200B\s]/;
const UNSEEN = /[\u00AD\u2060\uFEFF\p{Bidi_C}]/u;
const WITHOUT_DICTIONARY =
  /\p{sc=Tai_Le}|\p{sc=New_Tai_Lue}|\p{sc=Tai_Tham}|\p{sc=Tai_Viet}|\p{sc=Ahom}/u;

describe("UAX #29", () => {
  it("has the breaks of Unicode's own test, with the exceptions", () => {
    let compared = 0;
    for (const line of published.breaks) {
      const segments = line
        .split("÷")
        .filter((segment) => segment.trim() !== "")
        .map((segment) => segment.split("×").map((code) => Number.parseInt(code, 16)))
        .map((codes) => String.fromCodePoint(...codes));
      const text = segments.join("");
      // Kana is for the dictionary; an emoji belongs to no word.
      if (/\w\W?:\W?[\wא]|[〱-〵]\W?_|_\W?[〱-〵]|a\u200d[✁🛑]/u.test(text)) continue;
      compared += 1;
      const words = segments.map((segment) => segment.replace(new RegExp(UNSEEN, "gu"), ""));
      expect(wordsOf(text), line).toEqual(words.filter(hasLetter).map((word) => word.normalize()));
    }
    expect(compared).toBeGreaterThan(1700);
  });

  /** The words of a character between two others: letters or digits. */
  function expectedWords(name: string, character: string, around: string): string[] {
    const whole = [`${around}${character}${around}`];
    const apart = [around, character, around].filter(hasLetter);
    if (UNSEEN.test(character)) return [around + around];
    if (BLANK.test(character) || COLON.test(character)) return apart;
    switch (name) {
      case "ALetter":
      case "Hebrew_Letter":
      case "Numeric":
      case "ExtendNumLet":
        return /[々〻]/.test(character) ? apart : whole;
      case "Extend":
      case "Format":
      case "ZWJ":
      case "MidNumLet":
      case "Single_Quote":
        return whole;
      case "MidLetter":
        return around === "a" ? whole : apart;
      case "MidNum":
        return around === "1" ? whole : apart;
      default:
        return WITHOUT_DICTIONARY.test(character) && hasLetter(character) ? whole : apart;
    }
  }

  it.each(Object.keys(published.classes))("has its class %s, with the exceptions", (name) => {
    const ranges = (published.classes[name] ?? "").split(" ");
    const characters = ranges.flatMap((range) => {
      const [first = 0, last = first] = range.split("-").map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
    });
    const kept = characters.filter((character) => character === character.normalize("NFC"));
    expect(kept.length).toBeGreaterThan(0);
    for (const around of ["a", "1"]) {
      const textOf = (character: string) => `${around}${character}${around}`;
      // Those that form no other character with a letter.
      const alone = kept.filter((character) => textOf(character) === textOf(character).normalize());
      // One after the other would take ten times as long.
      for (let start = 0; start < alone.length; start += 100) {
        const some = alone.slice(start, start + 100);
        const words = some.flatMap((character) => expectedWords(name, character, around));
        const codes = some.map((character) => character.codePointAt(0)?.toString(16));
        expect(wordsOf(some.map(textOf).join(" ")), `among ${codes}`).toEqual(words);
      }
    }
  });
});
