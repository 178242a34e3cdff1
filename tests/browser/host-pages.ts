/** Pages of other sites that hold the element, or a frame of the page. */
import type { Locator } from "playwright-core";
import { dist, type Served, serve } from "./browser.js";

/**
 * Serves a host page beside the files of dist/ as `host.html`. Its icon is one of ours, so that no
 * request fails.
 */
export function serveHost(html: string, headers: Record<string, string> = {}): Promise<Served> {
  return serve(headers, undefined, dist, (path, response) => {
    if (path !== "host.html") return false;
    response.writeHead(200, { "Content-Type": "text/html", ...headers });
    response.end(`<!doctype html><link rel="icon" href="icon.svg">${html}`);
    return true;
  });
}

/** The head of a host page that loads the embed. */
export const SCRIPT = '<meta charset="utf-8"><title>a host</title><script src="embed.js"></script>';
export const embed = (attributes: string, children = "") =>
  `${SCRIPT}
   <attention-scale ${attributes}>${children}</attention-scale>`;

/** Sets properties as frameworks do, which may be any. */
export const assign = (element: Locator, values: Record<string, unknown>) =>
  element.evaluate((it, all) => void Object.assign(it, all), values);
export const attributes = (element: Locator) =>
  element.evaluate((it) =>
    Object.fromEntries([...it.attributes].map((one) => [one.name, one.value])),
  );
