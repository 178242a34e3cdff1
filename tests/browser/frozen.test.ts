/** A frozen page keeps its state in the document: its address, its history and its links must tell that state from the start. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { frozen } from "../../web/src/export/freeze.js";
import { readFragment } from "../../web/src/state/state.js";
import { ALL, open, ready, setUp, singleFile } from "./browser.js";
import { expectTables, sentence } from "./expected.js";
import { embed, serveHost } from "./host-pages.js";

const { browser, served } = await setUp();

const folder = mkdtempSync(join(tmpdir(), "attention-scale-frozen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const AT_START = { words: ["I", "am", "good"], dim: 64 };
const AS_TAKEN = { words: ["to", "be", "or", "not"], dim: 16, seed: 5 };

const fragment = "sentence=to+be+or+not&dim=16&seed=5";

/** Taken away with the menu of an embed in a page of somebody else. */
async function fromEmbed(): Promise<string> {
  const host = await serveHost(embed(`state="${fragment}"`));
  const page = await browser.newPage();
  await page.goto(`${host.address}host.html`);
  await ready(page);
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await page.getByRole("radio", { name: "Whole page", exact: true }).check();
  const link = page.getByRole("link", { name: "Save" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  const source = readFileSync(await download.path(), "utf8");
  await page.close();
  host.server.close();
  return source;
}

const { state: taken } = readFragment(fragment);
const sources: [string, string][] = [
  ["the single file", frozen(readFileSync(fileURLToPath(singleFile), "utf8"), taken)],
  ["an embed", await fromEmbed()],
];
/** The single file is the embed's script in a document, so that the choice is what an embed has frozen. */
const addresses = sources.map(([edition, source], index): [string, string] => {
  const file = join(folder, `frozen${index}.html`);
  writeFileSync(file, source);
  return [edition, pathToFileURL(file).href];
});

/** The page shows this state, in the sentence's field and in the tables, and has nothing to report about its link. */
async function expectState(page: Page, state: typeof AS_TAKEN | typeof AT_START): Promise<void> {
  await expect.poll(() => sentence(page).inputValue()).toBe(state.words.join(" "));
  await expectTables(page, state);
  expect(await page.locator(".notice").count()).toBe(0);
}

async function openFrozen(address: string): Promise<{ page: Page; messages: string[] }> {
  const { page, messages } = await open(browser, address);
  await expectState(page, AS_TAKEN);
  return { page, messages };
}

async function reset(page: Page): Promise<void> {
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await page.getByRole("button", { name: "Reset" }).click();
  await expectState(page, AT_START);
  // The history follows when the reader rests.
  await expect.poll(steps).toBe(before + 1);
}

async function share(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share" }).click();
  return page.locator("#share-link").inputValue();
}

describe.each(ALL ? addresses : addresses.slice(-1))("a page frozen from %s", (_, address) => {
  test("shows the start after Reset, and still after a reload", async () => {
    const { page, messages } = await openFrozen(address);
    await reset(page);
    await page.reload();
    await ready(page);
    await expectState(page, AT_START);
    expect(messages).toEqual([]);
  });

  test("goes Back from the start to the frozen state, and Forward to the start again", async () => {
    const { page } = await openFrozen(address);
    await reset(page);
    for (let round = 0; round < 2; round += 1) {
      await page.goBack();
      expect(page.url()).toBe(address);
      await expectState(page, AS_TAKEN);
      await page.goForward();
      await expectState(page, AT_START);
    }
  });

  test("goes Back and Forward between the frozen state, another and the start", async () => {
    const { page } = await openFrozen(address);
    await page.evaluate(() => {
      location.hash = "sentence=another";
    });
    const another = { words: ["another"], dim: 64 };
    await expectState(page, another);
    await reset(page);
    await page.goBack();
    await expectState(page, another);
    await page.goBack();
    await expectState(page, AS_TAKEN);
    await page.goForward();
    await expectState(page, another);
    await page.goForward();
    await expectState(page, AT_START);
    await page.reload();
    await expectState(page, AT_START);
  });

  const shared = [
    ["the start", reset, AT_START],
    ["the frozen state", async () => undefined, AS_TAKEN],
  ] as const;
  test.each(shared)(
    "shares a link to %s, which shows it there and on the hosted page",
    async (__, go, state) => {
      const { page } = await openFrozen(address);
      await go(page);
      const link = await share(page);
      expect(link.startsWith(address)).toBe(true);
      const { page: there } = await open(browser, link);
      await expectState(there, state);
      const { page: hosted } = await open(browser, served.address + new URL(link).hash);
      await expectState(hosted, state);
    },
  );

  test("opens in the frozen state without a fragment, and in a link's state with one", async () => {
    const { page } = await open(browser, `${address}#dim=8`);
    await expectState(page, { words: ["I", "am", "good"], dim: 8 });
    await page.goto(address);
    await expectState(page, AS_TAKEN);
  });
});
