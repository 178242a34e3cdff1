/** The calls of the first screen that have rules of their own. */
import type { Run } from "./descriptor.js";
import * as inputs from "./inputs.js";

export const firstCalls = (run: Run) => ({
  wordVectors(words: unknown, options: unknown) {
    const text = inputs.words(words).map((word) => `${word}\0`);
    const { dim } = inputs.options(options, "{ seed, dim }");
    inputs.entries("the vectors", text.length, Number(dim));
    const utf8 = inputs.own("words", new TextEncoder().encode(text.join("")));
    return run("wordVectors", { options, args: { dim }, converted: { utf8 } });
  },
});
