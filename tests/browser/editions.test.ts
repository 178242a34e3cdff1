import { describe, expect, test } from "vitest";
import { measureFiles } from "../../web/tools/first-view.mjs";
import { ALL, open, ready, setUp, singleFile } from "./browser.js";
import { dimension, expectTables, HEAVY, START, seed, sentence } from "./expected.js";
import { follow } from "./reasons.js";

const { browser, served } = await setUp();

/** Every edition must do all of this. */
const editions: [string, () => string][] = [
  ["the hosted page over http", () => served.address],
  ["the single file by double click", () => singleFile],
  ["the single file over http", () => `${served.address}attention-scale.html`],
];

describe.each(ALL ? editions : editions.slice(0, 2))("%s", (_, address) => {
  test("shows the engine's numbers, follows sentence, dimension and seed, by a worker where they are heavy, and stays silent", async () => {
    const { page, messages, requests } = await open(browser, address());
    await expectTables(page, START);
    await sentence(page).fill("the cat sat on the mat");
    const words = ["the", "cat", "sat", "on", "the", "mat"];
    await expectTables(page, { words, dim: 64 });
    await dimension(page).focus();
    await page.keyboard.press("PageUp");
    await expectTables(page, { words, dim: 128 });
    await seed(page).fill("7");
    await expectTables(page, { words, dim: 128, seed: 7 });
    await follow(page, `sentence=${HEAVY.words.join("+")}&dim=${HEAVY.dim}`, ready);
    await expectTables(page, HEAVY);
    expect(page.workers()).toHaveLength(1);
    const program = page.locator("pre", { hasText: "words = [" });
    // Neither there nor fetched until it is asked for.
    expect(await program.count()).toBe(0);
    expect(requests.filter((url) => url.includes("program"))).toEqual([]);
    await page.getByText("The program in NumPy", { exact: true }).click();
    await program.waitFor();
    expect(await program.locator(".keyword").first().innerText()).toMatch(/^(from|import)$/);
    expect(messages).toEqual([]);
    const elsewhere = requests.filter(
      (url) => !url.startsWith(served.address) && !/^(file|blob|data):/.test(url),
    );
    expect(elsewhere).toEqual([]);
  });
});

test("a first visit fetches at most 151 kB until it rests, besides what is stored for later", async () => {
  const { page, requests } = await open(browser, served.address);
  // The last to come.
  await page.getByText("The program in NumPy", { exact: true }).waitFor({ state: "attached" });
  await page.waitForLoadState("networkidle");
  const files = requests.map((url) => url.slice(served.address.length) || "index.html");
  const measured = measureFiles([...new Set(files)]);
  expect(measured.at(-1)?.gzip, JSON.stringify(measured)).toBeLessThanOrEqual(151 * 1024);
});
