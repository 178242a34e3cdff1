/**
 * The part of the page's script that needs no view, a file of its own in the hosted page. It is there first, and while the
 * rest is still being read it starts the engine and has it compute what the page will ask for.
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
  // Told to whoever asks for it.
  () => undefined,
);
