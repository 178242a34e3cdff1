/** The edition of the hosted page: binaries, worker and the page in one file are files beside it. */
import { ENGINES } from "../engine/beside.js";
import type { Edition } from "../experiments/edition.js";
import address from "../experiments/worker.ts?worker&url";
import { fetchChecked } from "../fetch-checked.js";

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
  if (!response.ok)
    throw new Error(`the server answered ${response.status} for attention-scale.html`);
  return response.text();
}

export const HOSTED: Edition = {
  ...ENGINES,
  language: async () => (await import("./hosted-language.js")).languageSource(createWorker),
  createWorker,
  pageBeside,
  pageSource,
};
