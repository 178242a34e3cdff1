/** How a reader's browser goes through a site, and what it measures there. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Locator, Page, Route } from "playwright-core";
import { openApart, ready, type Watched } from "../browser/browser.js";
import type { Built } from "./build.js";
import type { Site } from "./sites.js";

const packages = fileURLToPath(new URL("./hexo/node_modules/", import.meta.url));

/** Libraries that themes take from hosts of their own, as their packages bring them. */
const LIBRARIES: Readonly<Record<string, string>> = {
  "jquery.min.js": "jquery/dist/jquery.min.js",
  "bootstrap.min.js": "bootstrap/dist/js/bootstrap.min.js",
  "bootstrap.min.css": "bootstrap/dist/css/bootstrap.min.css",
  "pjax.min.js": "@next-theme/pjax/pjax.min.js",
};

/**
 * No host but the site's own is asked: a library comes from its package, all else, like the icon of
 * a site, is an empty file. Whole addresses that the site writes of itself have no port.
 */
async function answer(route: Route, own: string): Promise<void> {
  const { href, origin, pathname } = new URL(route.request().url());
  if (origin === "http://localhost") {
    const response = await route.fetch({ url: `${own}${pathname}` });
    return route.fulfill({ response });
  }
  const icon = /\/favicon\.\w+$/.test(pathname);
  if (!icon && (href.startsWith(own) || !href.startsWith("http"))) return route.continue();
  const file = packages + (LIBRARIES[pathname.split("/").at(-1) ?? ""] ?? "?");
  return route.fulfill({
    contentType: pathname.endsWith(".css") ? "text/css" : "text/javascript",
    headers: { "Access-Control-Allow-Origin": "*" },
    body: existsSync(file) ? readFileSync(file) : "",
  });
}

/** Shows a page as if it had no element. */
async function hideElement(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("attention-scale { display: none !important }");
    document.adoptedStyleSheets.push(sheet);
  });
}

/**
 * A slow connection: what stands in the element's place before the script arrives is painted first.
 */
const DELAY = 400;

const TIMEOUT = 30_000;

/** @param hidden without the element */
export async function visit(
  browser: Browser,
  built: Built,
  path: string,
  options: BrowserContextOptions = {},
  hidden = false,
): Promise<Watched> {
  const watched = await openApart(browser, "about:blank", options);
  const { page } = watched;
  page.setDefaultTimeout(TIMEOUT);
  const own = new URL(built.address("")).origin;
  await page.route("**/*", (route) => answer(route, own));
  await page.route(/\/(embed|loader)\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    await route.continue();
  });
  await page.addInitScript(() => {
    const heard: string[] = [];
    const shifts: { value: number; of: string[] }[] = [];
    Object.assign(window, { heard, shifts });
    window.addEventListener("keydown", ({ key }) => heard.push(key));
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const of = entry.sources.map(({ node }) => node?.nodeName ?? "?");
        shifts.push({ value: entry.value, of });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  if (hidden) await hideElement(page);
  await page.goto(built.address(path));
  return watched;
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { readonly node: Node | null }[];
}

/** The layout shift of the page so far, and what moved. */
export async function layoutShift(page: Page): Promise<{ sum: number; moved: string }> {
  const shifts = (await page.evaluate("shifts")) as { value: number; of: string[] }[];
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return { sum, moved: [...new Set(shifts.flatMap(({ of }) => of))].join(" ") };
}

/**
 * What holds an element, in which its tables are found alone: its own marks may stand on the
 * element itself.
 */
const boxes = (page: Page) => page.locator("div:has(> attention-scale)");
/** The second of the post, one part. */
export const partOf = (page: Page) => boxes(page).last();
/** The first, one figure. */
export const figureOf = (page: Page) => boxes(page).first().locator("attention-scale");

/** An element starts when it comes into sight. */
export async function toFigure(page: Page): Promise<void> {
  await figureOf(page).evaluate((host) => host.scrollIntoView({ block: "center" }));
  await ready(boxes(page).first());
}

export async function toPart(page: Page, site: Site): Promise<void> {
  await site.toPart?.(page);
  await partOf(page).scrollIntoViewIfNeeded();
  await ready(partOf(page));
}

export async function leave(page: Page, site: Site): Promise<void> {
  if (site.leave) return site.leave(page);
  await page.locator("a", { hasText: "The other page" }).last().click();
  await page.locator("h1", { hasText: "The other page" }).first().waitFor();
}

export async function comeBack(page: Page, site: Site): Promise<void> {
  if (site.comeBack) return site.comeBack(page);
  await page.locator("a", { hasText: "Back to the figure" }).last().click();
}

/** What of the page reaches beyond its right edge, of the element's. */
export const overflowing = (element: Locator) =>
  element.evaluate((host) => {
    const width = document.documentElement.clientWidth;
    const column = host.parentElement?.getBoundingClientRect().right ?? width;
    const inside = host.shadowRoot ?? host;
    const scrolls = (node: Element | null): boolean =>
      node !== null &&
      (getComputedStyle(node).overflowX !== "visible" || scrolls(node.parentElement));
    return [host, ...inside.querySelectorAll("*")]
      .filter((node) => {
        const { right, width: own } = node.getBoundingClientRect();
        return own > 1 && right > Math.min(width, column) + 1 && !scrolls(node.parentElement);
      })
      .map((node) => `${node.localName}.${node.getAttribute("class") ?? ""}`);
  });

/**
 * The least contrast of the element's texts and what is behind them, and the lightness of the page
 * behind the element.
 */
export const colors = (page: Page) =>
  figureOf(page).evaluate((host) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    if (pen === null) throw new Error("no canvas");
    /** Paints from the back to the front, as the screen does. */
    const luminance = (layers: readonly string[]) => {
      const white = "white";
      for (const color of [white, ...layers]) {
        pen.fillStyle = color;
        pen.fillRect(0, 0, 1, 1);
      }
      const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (node: Element | null): string[] => {
      if (node === null) return [];
      const up = node.parentElement ?? (node.getRootNode() as ShadowRoot).host ?? null;
      return [...behind(up), getComputedStyle(node).backgroundColor];
    };
    const ground = luminance(behind(host.parentElement));
    const texts = [...(host.shadowRoot?.querySelectorAll("p, figcaption, label, th") ?? [])]
      .filter((node) => node.checkVisibility() && node.textContent !== "")
      .slice(0, 40);
    const contrasts = texts.map((node) => {
      // The contrast is that with the post's own ground: a slab of another colour would not belong
      // to it.
      const a = luminance([...behind(host.parentElement), getComputedStyle(node).color]);
      const b = ground;
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    });
    const slab = Math.abs(luminance(behind(host.shadowRoot?.firstElementChild ?? host)) - ground);
    return { dark: ground < 0.18, contrast: Math.min(...contrasts), slab };
  });
