/** Pages of other sites that hold the element, or a frame of the page. */
import type { Browser } from "playwright-core";
import { dist, open, type Served, serve, type Watched } from "./browser.js";

/** Serves a host page beside the files of dist/ as `host.html`. Its icon is one of ours, so that no request fails. */
export function serveHost(html: string, headers: Record<string, string> = {}): Promise<Served> {
  return serve(headers, undefined, dist, (path, response) => {
    if (path !== "host.html") return false;
    response.writeHead(200, { "Content-Type": "text/html", ...headers });
    response.end(`<!doctype html><link rel="icon" href="icon.svg">${html}`);
    return true;
  });
}

export const embed = (attributes: string, children = "") =>
  `<meta charset="utf-8"><title>a host</title><script src="embed.js"></script>
   <attention-scale ${attributes}>${children}</attention-scale>`;

/** Opens such a page for one test. */
export function hostPages(browser: Browser) {
  return async (html: string, headers: Record<string, string> = {}): Promise<Watched> => {
    const own = await serveHost(html, headers);
    const watched = await open(browser, `${own.address}host.html`);
    watched.page.once("close", () => own.server.close());
    return watched;
  };
}
