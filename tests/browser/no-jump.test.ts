/**
 * Nothing moves when a figure comes: neither a post in the place of its still picture, nor a
 * chapter while it is scrolled.
 */
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { pieceOf } from "../../web/src/export/pieces.js";
import { readFragment } from "../../web/src/state/state.js";
import { ALL, dist, frames, open, ready, serve, setUp, sharedBrowser, stop } from "./browser.js";
import { FEW } from "./reasons.js";
import { stillOf } from "./still-of.js";

const { browser, served, openHost } = await setUp();
const wideFonts = await sharedBrowser("dejavu");

/** Hosts that say nothing of pictures, that fit them, and that have no margins at all. */
const STYLES = {
  nothing: "",
  "pictures that fit": "img { max-width: 100%; height: auto }",
  "no margins": "figure { margin: 0 } img { display: block; max-width: 100%; height: auto }",
};

const words = (count: number) =>
  `<p>${"Words of the post around the figure, which stay where they are. ".repeat(4)}</p>`.repeat(
    count,
  );

/** Adds up what browsers call layout shifts, from the start of the page. */
const SUM = `let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
    document.documentElement.dataset.shift = sum;
  }).observe({ type: "layout-shift", buffered: true });`;

/** A post as high as several screens, with a figure on the first one. */
const post = (piece: string, style: string, phone: boolean) => `<!doctype html><html lang="en">
  <meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A post</title>
  <link rel="icon" href="data:,"><script>${SUM}</script>
  <style>
    html { overflow-anchor: none }
    body { margin: 0 }
    main { max-width: 700px; margin: 0 auto; padding: 0 ${phone ? 16 : 0}px }
    ${style}
  </style>
  <main>${words(1)}${piece}${words(8)}</main>`;

const settled = (page: Page) =>
  page.waitForFunction(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    const canvas = root?.querySelector(".alone figure canvas");
    return canvas && root?.querySelector('.progress:not([data-progress="done"])') === null;
  });

async function pieceFor(id: string, script: string) {
  const { state } = readFragment(`figure=${id}&samples=200&draws=100`);
  const { options, files } = await stillOf(state);
  const piece = pieceOf("html", state, { version: "0", ...options });
  const beside = piece.replaceAll("/attention-scale/", "./");
  return { piece: beside.replace("loader.js", script), files };
}

const FIGURES = ["weights", "gradient-share", "variance-histogram"];
const WAYS = [
  ["embed.js", "noto"],
  ["embed.js", "dejavu"],
  ["loader.js", "noto"],
] as const;
const WIDTHS = [1200, 360];
// Each figure in another way, width and style, unless all is tested.
const cases = FIGURES.flatMap((id, i) =>
  WAYS.filter((_, j) => ALL || j === i).flatMap((way) =>
    WIDTHS.filter((_, k) => ALL || k === i % 2).map((width) => {
      const styles = Object.entries(STYLES).filter((_, k) => ALL || k === i);
      return [id, ...way, width, styles] as const;
    }),
  ),
);

test.each(cases)(
  "%s by %s with %s, in a window of %i",
  async (id, script, fonts, width, styles) => {
    const phone = width === 360;
    const { piece, files } = await pieceFor(id, script);
    const { page, messages } = await open(fonts === "noto" ? browser : wideFonts, "about:blank", {
      viewport: { width, height: phone ? 740 : 900 },
    });
    for (const [name, style] of styles) {
      const own = await serve({}, undefined, dist, (path, response) => {
        const svg = files[path];
        if (path !== "post.html" && svg === undefined) return false;
        const type = svg === undefined ? "text/html" : "image/svg+xml";
        response.writeHead(200, { "Content-Type": type }).end(svg ?? post(piece, style, phone));
        return true;
      });
      await page.goto(`${own.address}post.html`);
      await settled(page);
      // Tables, links and later text follow.
      await frames(page, 24);
      const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0));
      expect([name, shift < 0.02, shift]).toEqual([name, true, shift]);
      // The figure has the height of its picture, so that nothing was hidden behind the first
      // screen.
      const heights = await page.evaluate(() => {
        const host = document.querySelector("attention-scale");
        const main = host?.shadowRoot?.querySelector("main")?.getBoundingClientRect().height ?? 0;
        return [host?.getBoundingClientRect().height ?? 0, main];
      });
      const spare = (heights[0] ?? 0) - (heights[1] ?? 0);
      expect([name, Math.abs(spare) < 12, spare]).toEqual([name, true, spare]);
      expect(messages).toEqual([]);
      stop(own);
    }
  },
);

test("the element keeps the height of what its author gave until its width changes", async () => {
  const { page } = await openHost(`<meta charset="utf-8"><title>A post</title>
    <style>#own { height: 1500px }</style>
    <attention-scale figure="scaled"><div id="own">my own</div></attention-scale>
    <script src="embed.js"></script>`);
  await settled(page);
  const height = () =>
    page.locator("attention-scale").evaluate((element) => element.getBoundingClientRect().height);
  expect(await height()).toBe(1500);
  await page.setViewportSize({ width: 600, height: 700 });
  await expect.poll(height).toBeLessThan(700);
});

// The experiments of three parts wait until they are in sight.
const windows = [
  [360, "zh"],
  [1440, "en"],
  [360, "en"],
] as const;
test.each(ALL ? windows : windows.slice(0, 1))(
  "the first chapter stays as high as it was, in a window of %i (%s)",
  async (width, lang) => {
    const { page } = await open(
      browser,
      `${served.address}index.html#view=why&lang=${lang}&${FEW}`,
      { viewport: { width, height: 400 } },
    );
    await ready(page);
    // Measured while they wait: the first part is in sight, and soon has its pictures.
    let before: readonly number[] = [];
    const waiting = async () => {
      const found = await page.locator("section.reason").evaluateAll((all) => ({
        heights: all.map((one) => one.getBoundingClientRect().height),
        empty: all.filter((one) => one.querySelector(".empty") !== null).length,
      }));
      before = found.heights;
      return found.empty;
    };
    await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBe(3);
    const sections = await page.locator("section.reason").all();
    const height = (section: Locator) =>
      section.evaluate((element) => element.getBoundingClientRect().height);
    for (const section of sections) {
      await section.scrollIntoViewIfNeeded();
      const owed = section.locator('.empty, [data-study]:not([data-progress="done"])');
      await expect.poll(() => owed.count(), { timeout: 20_000 }).toBe(0);
    }
    for (const [i, section] of sections.entries()) {
      const message = (await section.getAttribute("aria-label")) ?? "";
      const moved = async () => Math.abs((await height(section)) - (before[i] ?? 0));
      await expect.poll(moved, { message }).toBeLessThan(16);
    }
  },
);
