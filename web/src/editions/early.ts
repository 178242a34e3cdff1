/**
 * The part of the hosted page's script that needs no view, a file of its own that runs first. While the browser still reads
 * the rest, it starts the engine and computes the answer that the page will ask for.
 */

import { requestOf } from "../attention/sentence-attention.js";
import { firstCalculator } from "../attention/shared.js";
import { readWords } from "../attention/words.js";
import { fragmentHere } from "../state/address.js";
import { readFragment } from "../state/state.js";

firstCalculator().then(
  (calculator) => {
    const { state } = readFragment(fragmentHere());
    const { words, problem } = readWords(state.sentence, state.lang ?? navigator.language);
    if (problem === null) calculator.prepare(requestOf(state, words));
  },
  // The element reports it.
  () => undefined,
);
