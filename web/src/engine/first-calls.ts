/** The calls of the first screen that have rules of their own. */
import { NO_OPTIONS, type RunCall } from "./descriptor.js";
import * as inputs from "./inputs.js";
import { utf8Of } from "./utf8.js";

const OUTPUTS = ["scores", "logits", "weights", "output"];

export const firstCalls = (run: RunCall) => ({
  attention(queries: unknown, keys: unknown, values: unknown, options: unknown = NO_OPTIONS) {
    const { outputs } = inputs.options(options, "{ scale, mask }");
    const resultNames = outputs === undefined ? undefined : inputs.outputNames(outputs, OUTPUTS);
    return run("attention", { listed: [queries, keys, values], options, resultNames });
  },

  wordVectors(words: unknown, options: unknown) {
    const text = inputs.namedWords(words).map((word) => `${word}\0`);
    const { dim } = inputs.options(options, "{ seed, dim }");
    inputs.checkedEntries("the vectors", text.length, Number(dim));
    const utf8 = inputs.ownArray("words", utf8Of(text.join("")));
    return run("wordVectors", { options, args: { dim }, converted: { utf8 } });
  },
});
