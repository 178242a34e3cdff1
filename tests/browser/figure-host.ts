/** dist/ as a build leaves it that knows its address: with the pages of figures. */
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname } from "node:path";
import { figureFiles } from "../../web/src/entries/figure-pages.js";
import { siteAt } from "../../web/tools/figure-pages.mjs";
import { inProject } from "../../web/tools/run.mjs";
import { dist, type Served, serve, TYPES } from "./browser.js";

/** @param pages of the host, by their names below its address */
export async function servedFigures(
  pages: (address: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Served & { readonly files: Readonly<Record<string, string>> }> {
  let files: Record<string, string> = {};
  const answer = (path: string, response: ServerResponse) => {
    const own = /^figures\/figure\.(css|js)$/.test(path);
    const text = own ? readFileSync(inProject("web", path), "utf8") : files[path];
    if (text === undefined) return false;
    const type = { ...TYPES, ".json": "application/json" }[extname(path)];
    response.writeHead(200, { "Content-Type": type ?? "text/plain" });
    response.end(text);
    return true;
  };
  const served = await serve({}, TYPES, dist, answer);
  files = await figureFiles(siteAt(served.address));
  Object.assign(files, pages(served.address));
  return { ...served, files };
}
