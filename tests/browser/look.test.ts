/** The page as a reader sees it, under a choice of conditions; under all of them with `npm run test:look`. */
import { afterAll, describe, expect, test } from "vitest";
import { chapterOf } from "../../web/src/state/chapters.js";
import { ALL } from "./browser.js";
import {
  allConditions,
  type Condition,
  choice,
  FACTORS,
  LANGUAGES,
  pairsOf,
  sentenceOf,
} from "./look-conditions.js";
import { Editions, isBehind, type Keys, look, type Wanted } from "./look-pages.js";

const editions = await Editions.start();
afterAll(() => editions.close());

const all = allConditions();
const chosen = ALL ? all : choice();

const named = (conditions: readonly Condition[]) =>
  conditions.map((condition) => [sentenceOf(condition), condition] as const);

async function expectNothingWrong(condition: Wanted, more: Keys = {}): Promise<void> {
  await editions.open(condition, more, async (looked) => {
    const faults = [...(await look(condition, looked)), ...looked.messages];
    expect(faults, faults.join("\n")).toEqual([]);
  });
}

describe.concurrent("every picture is there, and all text can be read, in", () => {
  test.each(named(chosen.filter((condition) => !isBehind(condition))))("%s", (_, condition) =>
    expectNothingWrong(condition),
  );
});

// One tab of a window is visible at a time.
describe("every picture is there, and all text can be read, in", () => {
  test.each(named(chosen.filter(isBehind)))("%s", (_, condition) => expectNothingWrong(condition));
});

/** States that make something long or wide, and the widths at which they are looked at. */
const STATES: Record<string, { readonly keys: Keys; readonly widths: readonly number[] }> = {
  "what it starts with": { keys: {}, widths: [320] },
  "the worked example": { keys: { vectors: "example", x: "1,3,2;1,-1000,3;1,2,1" }, widths: [320] },
  "64 words": {
    keys: {
      sentence: Array.from({ length: 64 }, (_, i) => `word${i}`).join(" "),
      source: "word",
      word: "60",
    },
    widths: [320],
  },
  "a word of 100 letters": {
    keys: { sentence: `an ${"incomprehensible".repeat(7).slice(0, 100)} word`, source: "word" },
    widths: [320, 1280],
  },
  "16 logits": {
    keys: { source: "typed", logits: Array.from({ length: 16 }, (_, i) => -i / 8).join(",") },
    widths: [320],
  },
  "a power of 0 in place of the root": { keys: { exponent: "0" }, widths: [320] },
  "a power of 0.35 in place of the root": {
    keys: { exponent: "0.35", dim: "1000", precision: "bfloat16", place: "both" },
    widths: [320],
  },
};

describe.concurrent("nothing scrolls sideways, and all text can be read, of", () => {
  const cases = Object.entries(STATES).flatMap(([name, { keys, widths }]) =>
    widths.flatMap((width) =>
      (["en", "zh"] as const).map(
        (language) =>
          [
            `${name}, in ${LANGUAGES[language]}, ${width} pixels wide`,
            { edition: "over http", view: "page", width, language, situation: "looked through" },
            keys,
          ] as const,
      ),
    ),
  );
  // English and Chinese by turns.
  const some = cases.filter((_, index) => ALL || [0, 3].includes(index % 4));
  test.each(some)("%s", (_, condition, keys) => expectNothingWrong(condition, keys));
});

test("the choice holds every view, and every pair of conditions of the chapters that can come together", () => {
  const pairs = (conditions: readonly Condition[]) => new Set(conditions.flatMap(pairsOf));
  const chapters = all.filter(({ view }) => chapterOf(view) !== undefined);
  const chosenPairs = pairs(choice());
  expect([...pairs(chapters)].filter((pair) => !chosenPairs.has(pair))).toEqual([]);
  expect(new Set(choice().map(({ view }) => view))).toEqual(new Set(FACTORS.view));
  expect(choice().length).toBeLessThan(all.length / 20);
  expect(choice()).toEqual(choice());
  const { edition, view, width, language, situation } = FACTORS;
  const others = edition.length * view.length * width.length * language.length;
  // Of the three editions one can be embedded.
  expect(all).toHaveLength(others * (situation.length - 4) + (others / 3) * 4);
});
