// @ts-check
/** A real Chromium, and a server on this machine for the pages it opens. */
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { findChromium } from "../../web/tools/requirements.mjs";
import { Failure, root as projectRoot } from "../../web/tools/run.mjs";
import { FLAGS } from "../chromium-flags.mjs";
import { toClose } from "./endings.mjs";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

/** @param {string[]} flags */
export async function launch(...flags) {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Failure("No Chromium: see CHROMIUM_PATH.");
  const browser = await chromium.launch({
    executablePath,
    args: [...FLAGS, ...flags],
  });
  toClose(() => browser.close());
  return browser;
}

/**
 * Serves a folder to this machine alone, until the section ends.
 * @param {string} folder of the project, or an absolute path
 * @param {Record<string, { type: string, body: string | Uint8Array }>} [pages] what is answered
 *   without a file, by path
 * @param {{ compressed?: boolean }} [options] whether files are sent by gzip, as hosts do
 * @returns {Promise<string>} its address
 */
export async function serve(folder, pages = {}, { compressed = false } = {}) {
  const root = resolve(projectRoot, folder);
  /** @type {Map<string, Buffer>} */
  const zipped = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const page = pages[pathname];
    if (page !== undefined) {
      response.writeHead(200, { "Content-Type": page.type }).end(page.body);
      return;
    }
    const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, "/index.html");
    const file = join(root, path);
    if (!file.startsWith(root) || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    const headers = { "Content-Type": type, "Cache-Control": "no-store" };
    if (!compressed) {
      response.writeHead(200, headers);
      createReadStream(file).pipe(response);
      return;
    }
    const body = zipped.get(file) ?? gzipSync(readFileSync(file));
    zipped.set(file, body);
    response.writeHead(200, { ...headers, "Content-Encoding": "gzip" }).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  toClose(() => server.close());
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/`;
}
