/** Pages of others on paper, before a figure far below has been near the screen. */
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { open, setUp, stop } from "./browser.js";
import { expectMatrices, START } from "./expected.js";
import { serveHost } from "./host-pages.js";

const { browser, openHost } = await setUp();

const bareBelow = (script: string) =>
  `<html lang="en"><meta charset="utf-8"><script src="${script}" defer></script><div style="height: 9000px"></div>
   <attention-scale view="matrices"></attention-scale>`;
const print = (page: Page, event: "beforeprint" | "afterprint") =>
  page.evaluate((name) => void dispatchEvent(new Event(name)), event);

test.each([
  ["loader.js", "Not loaded yet"],
  ["embed.js", "This figure was not computed yet"],
])(
  "a figure without content that was never near says so, until it has been (%s)",
  async (script, said) => {
    const { page, messages } = await openHost(bareBelow(script));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await print(page, "beforeprint");
    await page.getByText(said).waitFor({ state: "attached" });
    await print(page, "afterprint");
    await page.getByText(said).waitFor({ state: "detached" });
    await page.evaluate(() => scrollTo(0, 9000));
    await expectMatrices(page, START);
    await print(page, "beforeprint");
    expect(await page.getByText(said).count()).toBe(0);
    expect(messages).toEqual([]);
  },
);

test.each(["loader.js", "embed.js"])(
  "a figure is there from the start where reveal.js lays out its slides for paper (%s)",
  async (script) => {
    const own = await serveHost(bareBelow(script));
    onTestFinished(() => stop(own));
    const { page, messages } = await open(browser, `${own.address}host.html?print-pdf`);
    await expectMatrices(page, START);
    expect(messages).toEqual([]);
  },
);
