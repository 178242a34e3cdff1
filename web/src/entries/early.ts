/**
 * The part of the hosted page's script that needs no view, a file of its own that runs first. While the browser still reads
 * the rest, it starts the engine and computes the answer that the page will ask for.
 */

import { requestOf } from "../attention/sentence-attention.js";
import { readWords } from "../attention/words.js";
import { firstCalculator } from "../experiments/calculator.js";
import { provideEdition } from "../experiments/edition.js";
import { fragmentHere, isOwnPage } from "../state/address.js";
import { languageOf } from "../state/language.js";
import { readFragment } from "../state/state.js";
import { wordsOf, wordsReady } from "../text/words.js";
import { HOSTED } from "./hosted-edition.js";

provideEdition(HOSTED);
const started = firstCalculator();
wordsOf("page");
if (isOwnPage()) {
  const { state } = readFragment(fragmentHere());
  const tag = state.lang ?? navigator.language;
  wordsReady(languageOf(tag))?.catch(() => undefined);
  started.then(
    (calculator) => {
      const { words, problem } = readWords(state.sentence, tag);
      if (problem === null) calculator.prepare(requestOf(state, words));
    },
    // The element reports it.
    () => undefined,
  );
} else {
  const words = [...document.getElementsByTagName("attention-scale")].map((element) => {
    const { lang = "" } = element.closest<HTMLElement>("[lang]") ?? {};
    return wordsReady(languageOf(lang || navigator.language));
  });
  Promise.all([import("./guest.js"), started, ...words]).then(
    ([{ showGuest }]) => showGuest(),
    // The embed shows its still picture and says why.
    () => globalThis.attentionScaleLoader?.fallBack(),
  );
}
