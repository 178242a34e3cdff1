/**
 * The part of the hosted page's script that needs no view, a file of its own that runs first. While the browser still reads
 * the rest, it starts the engine and computes the answer that the page will ask for.
 */

import { requestOf } from "../attention/sentence-attention.js";
import { readWords } from "../attention/words.js";
import { provideEdition } from "../experiments/edition.js";
import { firstCalculator } from "../experiments/shared.js";
import { fragmentHere, isOwnPage } from "../state/address.js";
import { readFragment } from "../state/state.js";
import { HOSTED } from "./hosted-edition.js";

provideEdition(HOSTED);
const started = firstCalculator();
if (isOwnPage()) {
  started.then(
    (calculator) => {
      const { state } = readFragment(fragmentHere());
      const { words, problem } = readWords(state.sentence, state.lang ?? navigator.language);
      if (problem === null) calculator.prepare(requestOf(state, words));
    },
    // The element reports it.
    () => undefined,
  );
} else {
  Promise.all([import("./guest.js"), started]).then(
    ([{ showGuest }]) => showGuest(),
    // The embed shows its still picture and says why.
    () => globalThis.attentionScaleLoader?.fallBack(),
  );
}
