/**
 * A real Chromium, a server for dist/, and pages that remember every console message and request.
 */
import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type FrameLocator,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, describe, onTestFinished, test } from "vitest";
import { type FontSet, withFonts } from "../../web/tools/fonts.mjs";
import { findHeadlessShell } from "../../web/tools/requirements.mjs";
import { ALL } from "../all.js";
import { FLAGS } from "../chromium-flags.mjs";

export { ALL } from "../all.js";

/** Tests of what takes long, or of more cases of what `npm test` holds: see web/docs/checks.md. */
export const testOfAll = test.runIf(ALL);
export const describeOfAll = describe.runIf(ALL);

export const dist = fileURLToPath(new URL("../../dist", import.meta.url));

/** What a static host says of files, by their ending. */
export const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".xml": "application/xml",
  ".webmanifest": "application/manifest+json",
};

/** The header by which a browser keeps what it was served, as long as the tests run. */
export const KEPT = { "Cache-Control": "max-age=3600" } as const;

export interface Served {
  readonly server: Server;
  readonly address: string;
}

/**
 * Serves a folder under /some/sub/path/, with headers of the caller's, as a static host would.
 * `answer` may answer in its place, by the path below that, and returns whether it has.
 */
export async function serve(
  headers: Record<string, string> = {},
  types = TYPES,
  folder = dist,
  answer: (path: string, response: ServerResponse) => boolean = () => false,
): Promise<Served> {
  const base = "/some/sub/path/";
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    if (answer(path.slice(base.length), response)) return;
    const file = join(
      folder,
      normalize(path.slice(base.length)).replace(/(^\.?|\/)$/, "$1/index.html"),
    );
    if (!path.startsWith(base) || !file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      ...headers,
    });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}` };
}

/**
 * Features of Chromium that no test uses. Without the last two, every window loads the suggestions
 * of an address bar that nobody sees: half of the processor time of a test. Chromium reads only the
 * last list it is given, so that this one repeats the list of Playwright.
 */
const DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** `more`: arguments besides those that a test machine needs. */
export function launch(
  more: readonly string[] = [],
  fonts: FontSet = "noto",
  executablePath = findHeadlessShell(),
): Promise<Browser> {
  if (executablePath === undefined) {
    throw new Error("No Chromium found: npm test installs it, or CHROMIUM_PATH names it.");
  }
  return chromium.launch({
    executablePath,
    args: [...FLAGS, `--disable-features=${DISABLED_FEATURES.join(",")}`, ...more],
    env: withFonts(fonts),
  });
}

const shared = new Map<FontSet, Promise<Browser>>();

/**
 * One Chromium for all test files that run in this process, which ends it, with the fonts of a set:
 * one with DejaVu is for tests of layout. What a file has opened is closed after its last test.
 */
export async function sharedBrowser(fonts: FontSet = "noto"): Promise<Browser> {
  if (!(await shared.get(fonts))?.isConnected()) shared.set(fonts, launch([], fonts));
  const browser = (await shared.get(fonts)) as Browser;
  afterAll(async () => {
    const used = browser.contexts().filter((context) => context !== spare.get(browser)?.context());
    await Promise.all(used.map((context) => context.close()));
  });
  return browser;
}

/** What most files of tests use. */
export interface Fixtures {
  readonly browser: Browser;
  /** dist/ by a server of the file's own. */
  readonly served: Served;
  /** Shows a state of the page, in one tab for all tests of the file: see onePage. */
  readonly start: (fragment?: string) => Promise<Watched>;
  /** Opens a page of another site: see hostPages. */
  readonly openHost: OpenHost;
}

/** A browser and a server for all tests of a file. */
export async function setUp(fonts?: FontSet): Promise<Fixtures> {
  const [browser, served] = await Promise.all([sharedBrowser(fonts), serve(KEPT)]);
  afterAll(() => void served.server.close());
  const start = onePage(browser, served.address);
  return { browser, served, start, openHost: hostPages(browser) };
}

export interface Watched {
  readonly page: Page;
  /** Console messages and uncaught errors. */
  readonly messages: string[];
  readonly requests: string[];
}

/** What Playwright says in the console of a page whose service worker it blocks. */
const BLOCKED = "Service Worker registration blocked by Playwright";
/** What Chromium says where a test reads the pixels of a canvas, which the page does not. */
const READBACK = "Canvas2D: Multiple readback operations using getImageData are faster";

/** Ends a server, and what it still answers. */
export function stop({ server }: Served): void {
  server.close();
  server.closeAllConnections();
}

/** The options of tests of what the service worker stores. */
export const STORING: BrowserContextOptions = { serviceWorkers: "allow" };

/** The options of every page, but for what its test wants otherwise. */
const USUAL = {
  viewport: { width: 1280, height: 900 },
  locale: "en-US",
  serviceWorkers: "block",
} as const satisfies BrowserContextOptions;

/** The console messages and requests of a page from now on. */
function watched(page: Page): Watched {
  const messages: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.text() !== BLOCKED && !message.text().startsWith(READBACK)) {
      messages.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
  page.on("request", (request) => requests.push(request.url()));
  return { page, messages, requests };
}

/**
 * Opens a page that stays open. Storing all files takes a third of the time, so that only the tests
 * of the store do it.
 */
async function watch(
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<Watched> {
  const context = await browser.newContext({ ...USUAL, ...options });
  const all = watched(await context.newPage());
  await all.page.goto(url);
  return all;
}

/**
 * Opens a page for one test in a context of its own, for whatever a page cannot take back: scripts
 * that start with it, routes, sessions.
 */
export async function openApart(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const all = await watch(browser, url, options);
  // Open pages slow the next ones down.
  onTestFinished(() => all.page.context().close());
  return all;
}

/** A tab of each browser that no test uses now, empty. */
const spare = new Map<Browser, Page>();

/**
 * Empties a tab for the next test, or closes it if there is one already, or if the test has closed
 * it or opened others.
 */
async function putBack(browser: Browser, page: Page): Promise<void> {
  page.removeAllListeners();
  const context = page.context();
  if (spare.has(browser) || page.isClosed() || context.pages().length > 1) return context.close();
  await page.emulateMedia({ media: null, colorScheme: "light" });
  await page.goto("about:blank");
  const session = await context.newCDPSession(page);
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  spare.set(browser, page);
}

/**
 * Opens a page for one test. Where the context is to be as usual but for the viewport, the tests
 * use one tab in turn: its window takes a third of the time of a page, and it keeps what it has
 * compiled. See openApart.
 */
export async function open(
  browser: Browser,
  url: string,
  { viewport = USUAL.viewport, ...others }: BrowserContextOptions = {},
): Promise<Watched> {
  if (Object.keys(others).length > 0) return openApart(browser, url, { viewport, ...others });
  const free = spare.get(browser);
  spare.delete(browser);
  const page = free ?? (await (await browser.newContext(USUAL)).newPage());
  onTestFinished(() => putBack(browser, page));
  await page.setViewportSize(viewport ?? USUAL.viewport);
  const all = watched(page);
  await page.goto(url);
  return all;
}

/** Changes the state by the page's address, as a link in the same document does. */
export const go = (page: Page, fragment: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to;
  }, fragment);

/**
 * One page for many tests, each of which starts from its own link as if the reader had followed it
 * there: compiling the engine anew for every test would take most of the time.
 */
export function onePage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): (fragment?: string) => Promise<Watched> {
  let watched: Watched | undefined;
  return async (fragment = "") => {
    watched ??= await watch(browser, url, options);
    const { page, messages } = watched;
    // Closes a dialog that the last test has left open.
    if ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
    // Shows another state first, so that what the last test typed is gone even where the link is
    // the same. Of the views that of the matrices takes the least time.
    for (const hash of ["view=matrices&dim=3&seed=1", fragment]) {
      await page.evaluate((to) => {
        location.hash = to;
        return new Promise(requestAnimationFrame);
      }, hash);
      await ready(page);
    }
    messages.length = 0;
    return watched;
  };
}

/** Opens a page of another site for one test, by its HTML and the headers of its server. */
export type OpenHost = (html: string, headers?: Record<string, string>) => Promise<Watched>;

/**
 * Pages of other sites. A server serves all of a file that have the same headers, so that the
 * browser keeps what it has fetched and compiled.
 */
export function hostPages(browser: Browser): OpenHost {
  const servers = new Map<string, Promise<Served>>();
  const pages: string[] = [];
  afterAll(async () => {
    for (const own of servers.values()) {
      (await own).server.close();
    }
  });
  return async (html, headers = {}) => {
    const key = JSON.stringify(headers);
    const own =
      servers.get(key) ??
      serve({ ...KEPT, ...headers }, undefined, dist, (path, response) => {
        const page = pages[Number(/^host-(\d+)\.html$/.exec(path)?.[1])];
        if (page === undefined) return false;
        response.writeHead(200, { "Content-Type": "text/html", ...headers });
        response.end(`<!doctype html><link rel="icon" href="icon.svg">${page}`);
        return true;
      });
    servers.set(key, own);
    return open(browser, `${(await own).address}host-${pages.push(html) - 1}.html`);
  };
}

/** The address of the single file, as a double click opens it. */
export const singleFile = pathToFileURL(join(dist, "attention-scale.html")).href;

/** A page, a frame in it, or whatever of it holds one figure alone. */
export type Scope = Page | FrameLocator | Locator;

/** Waits until what is on screen is the engine's answer to the state. */
export const ready = async (page: Scope): Promise<void> => {
  await page.locator('[data-ready="true"]').waitFor({ state: "attached" });
};

/**
 * Waits for frames of a page, in which it would do what a test says that it does not. A busy machine
 * has fewer of them a second, so that the page has its time on each.
 */
export const frames = (page: Page, count: number): Promise<void> =>
  page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1) {
      await new Promise(requestAnimationFrame);
    }
  }, count);

/** A number of a page, once it has been the same for some frames. */
export async function rested(page: Page, read: () => Promise<number>): Promise<number> {
  let last = Number.NaN;
  for (let now = await read(); now !== last; now = await read()) {
    last = now;
    await frames(page, 18);
  }
  return last;
}

/** What canvases show, pixel by pixel. */
export const pictures = (canvases: Locator): Promise<string[]> =>
  canvases.evaluateAll((all) => (all as HTMLCanvasElement[]).map((canvas) => canvas.toDataURL()));

/** Whether each of some canvases, one at least, shows more than one colour. */
export const painted = (canvases: Locator): Promise<boolean> =>
  canvases.evaluateAll((all) => {
    const several = (canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, width, height) ?? {};
      return data?.some((value, i) => value !== data[i % 4]) ?? false;
    };
    return all.length > 0 && (all as HTMLCanvasElement[]).every(several);
  });

/** Where the first element of a selector is in the window. */
export const boxOf = (page: Scope, selector: string): Promise<DOMRect> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().toJSON());

/** The table of this whole name: "Scaled …" must not find "Unscaled …". */
export const tableNamed = (page: Scope, name: string): Locator =>
  // A caption with mathematics is not its text, and the label of the table holds that.
  page
    .locator(`table:has(caption:text-is("${name}"))`)
    .or(page.locator(`table[aria-label="${name}"]`));

/** The numbers of a table in full precision, one list for each row. */
export const numbersOf = (table: Locator): Promise<number[][]> =>
  table.evaluate((element) =>
    [...element.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value)),
    ),
  );

/** The numbers of the table of that name. */
export async function table(page: Scope, name: string): Promise<number[][]> {
  await ready(page);
  return numbersOf(tableNamed(page, name));
}
