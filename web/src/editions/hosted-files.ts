/** The worker and the page in one file, which lie beside the hosted page. */
export function createWorker(): Worker {
  return new Worker(new URL("../lab/worker.ts", import.meta.url), {
    type: "module",
    name: "attention-scale",
  });
}

export async function pageSource(): Promise<string> {
  const response = await fetch(new URL("attention-scale.html", document.baseURI));
  if (!response.ok)
    throw new Error(`the server answered ${response.status} for attention-scale.html`);
  return response.text();
}
