/** Chinese words that the page itself shows have a gloss for readers of other languages. */
import { expect, it } from "vitest";
import { glossesOf } from "../../web/src/part-kit/glosses.js";
import { readFragment } from "../../web/src/state/state.js";
import { readWords } from "../../web/src/state/words.js";

const secondWords = (view: string) => readWords(readFragment(`view=${view}`).state.second).words;

it.each(["heads", "transformer"])("all words of the second sentence have a gloss: %s", (view) => {
  const words = secondWords(view);
  for (const language of ["en", "es"] as const) {
    expect(glossesOf(words, language).split(" · ")).toHaveLength(words.length);
  }
  expect(glossesOf(words, "zh")).toBe("");
});

it("names each known word once, and no others", () => {
  expect(glossesOf(["它", "cat", "很", "它"], "en")).toBe("它 it · 很 very");
  expect(glossesOf(["constructor"], "en")).toBe("");
});
