/** The worker and the page in one file, which lie beside the hosted page. */
import { fetchChecked } from "../fetch-checked.js";
import address from "../lab/worker.ts?worker&url";

/** In a page of others the loader checks the script first. */
export async function createWorker(): Promise<Worker> {
  const { href } = new URL(address, import.meta.url);
  const script = await (globalThis.attentionScaleLoader?.workerScript(href) ?? href);
  return new Worker(script, { type: "module", name: "attention-scale" });
}

export const pageBeside = () =>
  new URL(/* @vite-ignore */ "../attention-scale.html", import.meta.url).href;

export async function pageSource(): Promise<string> {
  const response = await fetchChecked(pageBeside());
  if (!response.ok)
    throw new Error(`the server answered ${response.status} for attention-scale.html`);
  return response.text();
}
