/**
 * The Share box: what a post shows, its piece, and the still picture of the state on screen, which
 * the reader saves.
 */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { onePage, setUp, testOfAll } from "./browser.js";
import { done } from "./reasons.js";

const { browser, served } = await setUp();
const start = onePage(browser, `${served.address}attention-scale.html`);

async function share(fragment: string) {
  const watched = await start(fragment);
  const { page } = watched;
  await page.locator('[data-ready="true"]').waitFor({ state: "attached" });
  if (fragment.includes("variance")) await done(page);
  await page.locator("button.share").click();
  await page.locator("#share-figure").waitFor();
  return watched;
}

const pieceIn = (page: Page) => page.locator(".pieces textarea").inputValue();
const chosen = (page: Page) => page.locator("#share-figure").inputValue();

/** Clicks, and reads the file that is saved. */
async function saved(page: Page, button: string) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), svg: readFileSync(await download.path(), "utf8") };
}

test("at the start it gives the weights, whose picture is in the zip", async () => {
  const { page, messages } = await share("#lang=en");
  expect(await chosen(page)).toBe("weights");
  const piece = await pieceIn(page);
  expect(piece).toContain('<attention-scale figure="weights" lang="en">');
  expect(piece).toContain('src="/attention-scale/still-en.svg"');
  expect(await page.getByRole("button", { name: /Save the still/ }).count()).toBe(0);
  expect(messages).toEqual([]);
});

testOfAll("a part gives its main figure", async () => {
  const { page } = await share("#view=variance&lang=zh&samples=300");
  await expect.poll(() => chosen(page)).toBe("variance-spread");
  expect(await pieceIn(page)).toMatch(
    /figure="variance-spread" lang="zh" samples="300">[\s\S]*still-variance-spread-\w+\.svg/,
  );
});

test("in another state it saves both pictures that the piece refers to, with their sizes", async () => {
  const { page, messages } = await share("#lang=en&sentence=to+be+or+not&dim=256");
  await page.locator("#share-figure").selectOption("scaled");
  const piece = await pieceIn(page);
  expect(piece).toContain('<attention-scale sentence="to be or not" dim="256" figure="scaled"');
  const wide = await saved(page, "Save the still picture");
  const narrow = await saved(page, "Save the one for phones");
  for (const [{ name, svg }, size] of [
    [wide, / src="\/attention-scale\/([^"]*)" alt="([^"]*)" (width="\d+" height="\d+")/],
    [narrow, / srcset="\/attention-scale\/([^"]*)" ()(width="\d+" height="\d+")/],
  ] as const) {
    const [, file, alt = "", sizes] = size.exec(piece) ?? [];
    expect(name).toBe(file);
    expect(svg).toContain(`<svg xmlns="http://www.w3.org/2000/svg" ${sizes}`);
    expect(svg).toContain(alt.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)));
    expect(svg).toContain("sentence = to be or not, dim = 256, seed = 13");
  }
  // The rest of the page is a choice too, and so is what is pasted (all kinds:
  // tests/web/pieces.test.ts).
  await page.locator("#share-figure").selectOption("");
  expect(await pieceIn(page)).toContain(
    '<attention-scale sentence="to be or not" dim="256" view="matrices"',
  );
  await page.getByRole("combobox", { name: "In a blog post" }).selectOption("hugo");
  await expect.poll(() => pieceIn(page)).toContain("{{<");
  expect(messages).toEqual([]);
});
