/**
 * One figure over the whole screen, as for a projector: by keys, from the single file, and by the
 * button of a figure.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { figuresOf, unfoldedFiguresOf } from "../../web/src/parts/figure-names.js";
import { partsOf } from "../../web/src/state/chapters.js";
import { en as words } from "../../web/src/text/en/single-figure.js";
import { violations } from "./axe.js";
import { open, ready, setUp, singleFile, testOfAll } from "./browser.js";
import { embed } from "./host-pages.js";
import { FEW, fragmentOf } from "./reasons.js";

const { browser, served, openHost } = await setUp();

/** Those of the deck: what stands in folds is left out. */
const FIGURES = CHAPTERS.flatMap(({ view }) => partsOf(view).flatMap(unfoldedFiguresOf));
const PROJECTOR = { viewport: { width: 1280, height: 720 } };
const PHONE = { viewport: { width: 780, height: 360 } };

const figure = (page: Page) => fragmentOf(page).get("figure");
const shown = (page: Page) => page.locator(".present figure canvas").first();
const covered = (page: Page) => page.locator(".present[data-covered]");
const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Presses a key, and waits for the figure that it leads to. */
async function press(page: Page, key: string, to: string | undefined): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => figure(page)).toBe(to);
  await shown(page).waitFor();
}

describe("a figure over the whole screen", () => {
  test("has its question, and keys that go on, back, to both ends and out, without a network", async () => {
    const { page, messages, requests } = await open(
      browser,
      `${singleFile}#present=on&lang=en&${FEW}`,
      PROJECTOR,
    );
    await expect.poll(() => figure(page)).toBe("weights");
    await shown(page).waitFor();
    expect(await page.locator(".present h1").innerText()).toMatch(/then give to one word\?$/);
    // Nothing but the question, the figure and its slider.
    expect(
      await page.locator("header, footer, .contents, .below").filter({ visible: true }).count(),
    ).toBe(0);
    const [first, second] = FIGURES;
    // The question comes first: a key uncovers what it is about, and the next one goes on.
    expect(await covered(page).count()).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => covered(page).count()).toBe(0);
    expect(figure(page)).toBe(first);
    await press(page, "ArrowRight", second);
    expect(await covered(page).count()).toBe(0);
    await press(page, "PageUp", first);
    const own = figuresOf("matrices");
    await press(page, "End", own.at(-1));
    await press(page, "PageDown", FIGURES[own.length]);
    await press(page, "ArrowLeft", own.at(-1));
    await press(page, "Home", first);
    await page.keyboard.press("PageUp");
    // A control keeps its own keys.
    await page.locator(".present #dim").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => fragmentOf(page).get("dim")).toBe("68");
    await press(page, "PageDown", second);
    await page.keyboard.press("Escape");
    await page.locator("section.controls").waitFor();
    await expect.poll(() => [figure(page), fragmentOf(page).get("present")]).toEqual([null, null]);
    await page.goBack();
    await shown(page).waitFor();
    expect(messages).toEqual([]);
    expect(requests.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
  });

  test("opens by the button of a figure, large on a projector, and returns to it", async () => {
    const { page, messages } = await open(browser, `${served.address}#lang=en`, PROJECTOR);
    await ready(page);
    await page.getByRole("button", { name: "Full screen: Unscaled attention weights" }).click();
    await shown(page).waitFor();
    // The reader has seen it before.
    expect(await covered(page).count()).toBe(0);
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    expect(await violations(page)).toEqual([]);
    const canvas = await shown(page).evaluate((it: HTMLCanvasElement) => ({
      // Painted as finely as it is shown.
      fine: it.width / it.clientWidth,
      large: it.getBoundingClientRect().width / it.clientWidth,
    }));
    expect(canvas.large).toBeGreaterThan(1.4);
    expect(canvas.fine).toBeCloseTo(canvas.large, 1);
    const { bottom } = await page
      .locator(".present .wall")
      .evaluate((it) => it.getBoundingClientRect());
    expect(bottom).toBeLessThanOrEqual(720);
    // Where the browser itself ends the full screen, as by Escape.
    await page.evaluate(() => document.exitFullscreen());
    await expect.poll(() => page.locator(".present").count()).toBe(0);
    await page.locator("#at-matrices").waitFor();
    expect(messages).toEqual([]);
  });

  test("leaves no full screen behind when the reader leaves before the browser has it", async () => {
    const { page, messages } = await open(browser, `${served.address}#lang=en`, PROJECTOR);
    await ready(page);
    await page.evaluate(() => {
      const root = document.documentElement;
      const shadow = document.querySelector("attention-scale")?.shadowRoot as ShadowRoot;
      const request = root.requestFullscreen.bind(root);
      // A browser takes a moment: here until the figure is left.
      root.requestFullscreen = () =>
        new Promise((resolve, reject) => {
          let isEnlarged = false;
          const watch = new MutationObserver(() => {
            const wasEnlarged = isEnlarged;
            isEnlarged = shadow.querySelector(".present") !== null;
            if (isEnlarged || !wasEnlarged) return;
            watch.disconnect();
            request().then(resolve, reject);
          });
          watch.observe(shadow, { childList: true, subtree: true });
        });
      Object.assign(globalThis, { screens: [] });
      document.addEventListener("fullscreenchange", () => {
        (globalThis as unknown as { screens: boolean[] }).screens.push(
          document.fullscreenElement !== null,
        );
      });
    });
    await page.getByRole("button", { name: "Full screen: Unscaled attention weights" }).click();
    await shown(page).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    const screens = () =>
      page.evaluate(() => (globalThis as unknown as { screens: boolean[] }).screens);
    await expect.poll(screens).toEqual([true, false]);
    expect(messages).toEqual([]);
  });

  test("is left where the browser has no full screen, as on an iPhone", async () => {
    const { page, messages } = await open(browser, `${served.address}#lang=en`, PHONE);
    await ready(page);
    await page.evaluate(() => {
      for (const name of ["fullscreenElement", "fullscreenEnabled", "exitFullscreen"]) {
        Reflect.deleteProperty(Document.prototype, name);
      }
      Reflect.deleteProperty(Element.prototype, "requestFullscreen");
    });
    await page.getByRole("button", { name: "Full screen: Unscaled attention weights" }).click();
    await shown(page).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.locator("#at-matrices").waitFor();
    expect(messages).toEqual([]);
  });

  test("is not wider than a phone on its side, which scrolls to the rest", async () => {
    const { page } = await open(browser, `${singleFile}#figure=flow-diagram&present=on`, PHONE);
    await shown(page).waitFor();
    expect(await sideways(page)).toBe(0);
    // Nothing is cut off at its sides.
    const beyond = await page.locator(".present .slide").evaluate((it) => {
      const slide = it.getBoundingClientRect();
      const wall = (it.parentElement as Element).getBoundingClientRect();
      return Math.max(wall.left - slide.left, slide.right - wall.right);
    });
    expect(beyond).toBeLessThan(1);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeGreaterThan(360);
    await page.evaluate(() => scrollTo(0, 300));
    await expect(page.getByRole("button", { name: "Next" }).isVisible()).resolves.toBe(true);
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator("#at-flow").waitFor();
  });

  test("of an element in a page of others leaves that page its keys, and returns to the figure alone", async () => {
    const { page } = await openHost(embed(`figure="unscaled" lang="en"`));
    await page.locator(".alone figure canvas").waitFor();
    await page.getByRole("button", { name: /^Full screen: / }).click();
    await shown(page).waitFor();
    await page.keyboard.press("PageDown");
    await page.locator(".present figure.scaled").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.locator(".alone figure.scaled").waitFor();
    await page.keyboard.press("PageDown");
    expect(await page.locator(".alone figure.scaled").count()).toBe(1);
  });

  testOfAll(
    "leads through all figures of the page",
    async () => {
      const { page, messages } = await open(browser, `${singleFile}#present=on&${FEW}`, PROJECTOR);
      await expect.poll(() => figure(page)).toBe(FIGURES[0]);
      for (const next of FIGURES.slice(1)) {
        const uncover = page.getByRole("button", { name: words.show });
        if ((await uncover.count()) > 0) await uncover.click();
        await press(page, "PageDown", next);
      }
      expect(await page.getByRole("button", { name: "Next" }).count()).toBe(0);
      await page.getByRole("button", { name: "End" }).click();
      await page.locator("#at-perplexity").waitFor();
      expect(messages).toEqual([]);
    },
    300_000,
  );
});
