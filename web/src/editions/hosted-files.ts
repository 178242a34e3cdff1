/** The worker and the page in one file, which lie beside the hosted page. */
import { fetchChecked } from "../fetch-checked.js";
import address from "../lab/worker.ts?worker&url";

/** Where a page of others has the files from another origin, a Blob of the page's own origin imports the worker's script. */
export function createWorker(): Worker {
  const { href, origin } = new URL(address, import.meta.url);
  const near = origin === location.origin;
  const blob = new Blob([`import ${JSON.stringify(href)}`], { type: "text/javascript" });
  return new Worker(near ? href : URL.createObjectURL(blob), {
    type: "module",
    name: "attention-scale",
  });
}

export const pageBeside = () =>
  new URL(/* @vite-ignore */ "../attention-scale.html", import.meta.url).href;

export async function pageSource(): Promise<string> {
  const response = await fetchChecked(pageBeside());
  if (!response.ok)
    throw new Error(`the server answered ${response.status} for attention-scale.html`);
  return response.text();
}
