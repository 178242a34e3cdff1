/** Chinese words that the page itself shows have a gloss for readers of other languages. */
import { expect, it } from "vitest";
import { glossesOf } from "../../web/src/part-kit/glosses.js";
import { COMMON } from "../../web/src/part-kit/host.js";
import { LANGUAGES } from "../../web/src/state/language.js";
import { readFragment } from "../../web/src/state/state.js";
import { readWords } from "../../web/src/state/words.js";

const secondWords = (view: string) => readWords(readFragment(`view=${view}`).state.second).words;

it.each(["heads", "transformer"])("all words of the second sentence have a gloss: %s", (view) => {
  const words = secondWords(view);
  for (const language of LANGUAGES.filter((language) => language !== "zh")) {
    expect(glossesOf(words, COMMON[language].glosses).split(" · ")).toHaveLength(words.length);
  }
  expect(glossesOf(words, COMMON.zh.glosses)).toBe("");
});

it("names each known word once, and no others", () => {
  expect(glossesOf(["它", "cat", "很", "它"], COMMON.en.glosses)).toBe("它 it · 很 very");
  expect(glossesOf(["constructor"], COMMON.en.glosses)).toBe("");
});
