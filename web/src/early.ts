/**
 * The part of the page's script that needs no view, a file of its own in the hosted page. It is there first, and while the
 * rest is still being read it starts the engine and has it compute what the page will ask for.
 */
import { fragmentHere } from "./address.js";
import { firstCalculator } from "./calculator/shared.js";
import { requestOf } from "./model/sentence-attention.js";
import { readFragment } from "./model/state.js";
import { readWords } from "./model/words.js";

firstCalculator().then(
  (calculator) => {
    const { state } = readFragment(fragmentHere());
    const { words, problem } = readWords(state.sentence, state.lang ?? navigator.language);
    if (problem === null) calculator.prepare(requestOf(state, words));
  },
  // Told to whoever asks for it.
  () => undefined,
);
