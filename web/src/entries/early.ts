/**
 * The edition of the hosted page, and the part of its script that needs no view, a file of its own
 * that runs first. While the browser still reads the rest, it starts the engine and computes the
 * answer that the page will ask for.
 */

import { requestOf } from "../attention/sentence-attention.js";
import { ENGINES } from "../engine/beside.js";
import { firstCalculator } from "../experiments/calculator.js";
import { provideEdition } from "../experiments/edition.js";
import address from "../experiments/worker.ts?worker&url";
import { fetchChecked } from "../fetch-checked.js";
import modelWorker from "../language/language-worker.ts?worker&url";
import { fragmentHere, isOwnPage } from "../state/address.js";
import { languageOf } from "../state/language.js";
import { readFragment } from "../state/state.js";
import { readWords } from "../state/words.js";
import { textsOf, wordsReady } from "../text/words.js";

/** In a page of others the loader checks the script first. */
async function createWorker(file = address): Promise<Worker> {
  const { href } = new URL(file, import.meta.url);
  const script = await (globalThis.attentionScaleLoader?.workerScript(href) ?? href);
  return new Worker(script, { type: "module", name: "attention-scale" });
}

const pageBeside = () =>
  new URL(/* @vite-ignore */ "../attention-scale.html", import.meta.url).href;

async function pageSource(): Promise<string> {
  const response = await fetchChecked(pageBeside());
  if (!response.ok) {
    throw new Error(`the server answered ${response.status} for attention-scale.html`);
  }
  return response.text();
}

/** Binaries, worker and the page in one file are files beside it. */
provideEdition({
  ...ENGINES,
  language: async () => ({
    languageModule: (await import("../engine/later-beside.js")).languageModule,
    createModelWorker: () => createWorker(modelWorker),
    folder: new URL(/* @vite-ignore */ "../model/", import.meta.url).href,
  }),
  createWorker,
  pageBeside,
  pageSource,
});
const started = firstCalculator();
textsOf("page");
if (isOwnPage()) {
  const { state } = readFragment(fragmentHere());
  const tag = state.lang ?? navigator.language;
  wordsReady(languageOf(tag))?.catch(() => undefined);
  started.then(
    (calculator) => {
      const { words, problem } = readWords(state.sentence, state.cuts);
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
