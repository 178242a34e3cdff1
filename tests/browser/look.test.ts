/** The page as a reader sees it, in some walks; under all conditions with `npm run test:look`. */
import { afterAll, describe, expect, test } from "vitest";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { ALL } from "./browser.js";
import {
  allConditions,
  FACTORS,
  LANGUAGES,
  sentenceOf,
  WALKS,
  type Walk,
} from "./look-conditions.js";
import { Editions, isBehind, type Keys, look, type Wanted } from "./look-pages.js";

const editions = await Editions.start();
afterAll(() => editions.close());

const all = allConditions();
const chosen = ALL ? all.map((one): Walk => ({ ...one, situations: [one.situation] })) : WALKS;

/** The conditions of a walk, one for each situation. */
const conditionsOf = ({ situations, ...others }: Walk) =>
  situations.map((situation) => ({ ...others, situation }));

const named = (behind: boolean) =>
  chosen
    .map((walk) => [sentenceOf(walk), conditionsOf(walk)] as const)
    .filter(([, conditions]) => conditions.some(isBehind) === behind);

/** Opens a page for the first condition, and brings it into the others. */
async function expectNothingWrong(conditions: readonly Wanted[], more: Keys = {}): Promise<void> {
  const [first] = conditions;
  if (first === undefined) throw new Error("There is nothing to look at.");
  await editions.open(first, more, async (looked) => {
    for (const condition of conditions) {
      const faults = [...(await look(condition, looked)), ...looked.messages];
      expect(faults, [condition.situation, ...faults].join("\n")).toEqual([]);
    }
  });
}

describe.concurrent("every picture is there, and all text can be read, in", () => {
  test.each(named(false))("%s", (_, conditions) => expectNothingWrong(conditions));
});

// One tab of a window is visible at a time.
describe("every picture is there, and all text can be read, in", () => {
  test.each(named(true))("%s", (_, conditions) => expectNothingWrong(conditions));
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
  const some = cases.filter((_, index) => ALL || [4, 7].includes(index));
  test.each(some)("%s", (_, condition, keys) => expectNothingWrong([condition], keys));
});

test("the walks hold every chapter and each value of the other factors, and all conditions are those that can come together", () => {
  const conditions = WALKS.flatMap(conditionsOf);
  for (const [factor, values] of Object.entries({
    ...FACTORS,
    view: CHAPTERS.map(({ view }) => view),
  })) {
    const held = new Set(conditions.map((condition) => condition[factor as keyof typeof FACTORS]));
    expect([...values].filter((value) => !held.has(value))).toEqual([]);
  }
  const { edition, view, width, language, situation } = FACTORS;
  const others = edition.length * view.length * width.length * language.length;
  // Of the three editions one can be embedded.
  expect(all).toHaveLength(others * (situation.length - 4) + (others / 3) * 4);
});
