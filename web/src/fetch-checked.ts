/**
 * Fetches a file that lies beside the page's script. In a page of others the loader checks it
 * against its hash: see entries/loader.ts.
 */
export const fetchChecked = (url: string): Promise<Response> =>
  (globalThis.attentionScaleLoader ?? globalThis).fetch(url);
