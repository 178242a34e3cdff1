/**
 * A frozen page keeps its state in the document: its address, its history and its links must tell
 * that state from the start.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { frozen } from "../../web/src/export/freeze.js";
import { readFragment } from "../../web/src/state/state.js";
import { ALL, go, open, ready, setUp, singleFile, testOfAll } from "./browser.js";
import { openMenu, take } from "./download-menu.js";
import { type Expected, expectTables, START, sentence } from "./expected.js";
import { embed, serveHost } from "./host-pages.js";

const { browser, served } = await setUp();

const folder = mkdtempSync(join(tmpdir(), "attention-scale-frozen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AS_TAKEN = { words: ["to", "be", "or", "not"], dim: 16, seed: 5 };

const fragment = "sentence=to+be+or+not&dim=16&seed=5";

/** Taken away with the menu of an embed in a page of somebody else. */
async function fromEmbed(): Promise<string> {
  const host = await serveHost(embed(`state="${fragment}"`));
  const page = await browser.newPage();
  await page.goto(`${host.address}host.html`);
  await ready(page);
  await openMenu(page);
  const { path } = await take(page, "Whole page");
  const source = readFileSync(path, "utf8");
  // The work of others is named in a file that is handed on: one line of many.
  expect(source).toContain("| BSD-3-Clause | Copyright (c) 2017 Google LLC.");
  await page.close();
  host.server.close();
  return source;
}

const { state: taken } = readFragment(fragment);
const sources: [string, string][] = [
  ["the single file", frozen(readFileSync(fileURLToPath(singleFile), "utf8"), taken)],
  ["an embed", await fromEmbed()],
];
const addresses = sources.map(([edition, source], index): [string, string] => {
  const file = join(folder, `frozen${index}.html`);
  writeFileSync(file, source);
  return [edition, pathToFileURL(file).href];
});

/**
 * The page shows this state, in the sentence's field and in the tables, and has nothing to report
 * about its link.
 */
async function expectState(page: Page, state: Expected): Promise<void> {
  await expect.poll(() => sentence(page).inputValue()).toBe(state.words.join(" "));
  await expectTables(page, state);
  expect(await page.locator(".notice").count()).toBe(0);
}

async function reset(page: Page): Promise<void> {
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await page.getByRole("button", { name: "Reset" }).click();
  await expectState(page, START);
  // The history follows when the reader rests.
  await expect.poll(steps).toBe(before + 1);
}

async function share(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  return page.locator("#share-link").inputValue();
}

/**
 * The single file is the embed's script in a document, so that the choice is what an embed has
 * frozen.
 */
describe.each(ALL ? addresses : addresses.slice(-1))("a page frozen from %s", (_, address) => {
  test("goes Back and Forward between the frozen state, another and the start, which a reload keeps", async () => {
    const { page, messages } = await open(browser, address);
    await expectState(page, AS_TAKEN);
    const another = { words: ["another"], dim: 64 };
    const walk = async (...steps: ["goBack" | "goForward" | "reload", Expected][]) => {
      for (const [step, state] of steps) {
        await page[step]();
        await expectState(page, state);
        if (state === AS_TAKEN) expect(page.url()).toBe(address);
      }
    };
    await reset(page);
    await walk(["reload", START], ["goBack", AS_TAKEN], ["goForward", START], ["goBack", AS_TAKEN]);
    await go(page, "sentence=another");
    await expectState(page, another);
    await reset(page);
    await walk(["goBack", another], ["goBack", AS_TAKEN], ["goForward", another]);
    await walk(["goForward", START], ["reload", START]);
    expect(messages).toEqual([]);
  });

  testOfAll(
    "shares links to its state and to the start, which show them there and on the hosted page",
    async () => {
      const { page } = await open(browser, address);
      const links: [string, Expected][] = [[await share(page), AS_TAKEN]];
      await reset(page);
      links.push([await share(page), START]);
      const { page: hosted } = await open(browser, "about:blank");
      for (const [link, state] of [...links, [`${address}#dim=8`, { ...START, dim: 8 }] as const]) {
        expect(link.startsWith(address)).toBe(true);
        await page.goto("about:blank");
        await page.goto(link);
        await expectState(page, state);
        await hosted.goto(served.address + new URL(link).hash);
        await expectState(hosted, state);
      }
    },
  );
});
