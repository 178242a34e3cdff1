/** Tensors that the page around, or Python, hands over to the page. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { inProject } from "../../web/tools/run.mjs";
import { dist, open, setUp } from "./browser.js";
import { givenHeads, headsTable, own } from "./given.js";

const { browser, openHost } = await setUp();

/** The single file, with tensors in its document. */
function pageWith(name: string, tensors: unknown, attributes = ""): string {
  const page = readFileSync(join(dist, "attention-scale.html"), "utf8");
  const json = JSON.stringify(tensors);
  const script = `<script type="application/json" id="attention-scale-tensors"${attributes}>${json}</script>`;
  const file = inProject(`build/given-${name}.html`);
  writeFileSync(file, page.replace("</head>", `${script}</head>`));
  return pathToFileURL(file).href;
}

const setTensors = (element: Locator, tensors: unknown) =>
  element.evaluate((it, given) => void Object.assign(it, { tensors: given }), tensors);

const fragment = (page: Page) => page.evaluate("location.hash");

test("the single file opens at them, and says that they come from Python", async () => {
  const address = pageWith("python", givenHeads(3, 0.125), ' data-from="python"');
  const { page, messages } = await open(browser, address);
  await own(page).waitFor();
  await expect.poll(() => headsTable(page)).toEqual([0.125, 0.125, 0.125]);
  await expect(page.getByText("From Python.").count()).resolves.toBe(1);
  expect(messages).toEqual([]);

  // What the reader changes is in the address, the numbers are not.
  await page.evaluate("document.querySelector('attention-scale').set({ exponent: 0.25 })");
  await expect.poll(() => fragment(page)).toContain("exponent=0.25");
  expect(String(await fragment(page)).length).toBeLessThan(200);
});

test("another view in the address is shown as without them", async () => {
  const { page } = await open(browser, `${pageWith("other", givenHeads(1, 1))}#view=variance`);
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  await expect(own(page).count()).resolves.toBe(0);
});

test("an element takes them before its script has come, and others later", async () => {
  const { page, messages } = await openHost(
    `<meta charset="utf-8"><title>a host</title>
     <attention-scale view="own"></attention-scale>
     <script>document.querySelector("attention-scale").tensors = ${JSON.stringify(givenHeads(2, 0.5))}</script>
     <script src="embed.js"></script>`,
  );
  const element = page.locator("attention-scale");
  await own(page).waitFor();
  await expect.poll(() => headsTable(page)).toEqual([0.5, 0.5]);
  await expect(page.getByText("Given by the page around.").count()).resolves.toBe(1);
  await setTensors(element, givenHeads(3, 0.25));
  await expect.poll(() => headsTable(page)).toEqual([0.25, 0.25, 0.25]);
  expect(messages).toEqual([]);
});

test("what is wrong with them is said, and what was there stays", async () => {
  const { page } = await openHost(
    `<meta charset="utf-8"><title>a host</title><script src="embed.js"></script>
     <attention-scale view="own"></attention-scale>`,
  );
  const element = page.locator("attention-scale");
  const wrong = [{ name: "q", dtype: "float32", shape: [2, 3], data: "AAAA" }];
  await setTensors(element, wrong);
  const alert = page.getByRole("alert");
  await expect
    .poll(() => alert.allInnerTexts())
    .toEqual(["“q”, 2×3 of float32, takes 24 bytes, and its data have 3."]);
  await expect.poll(async () => (await headsTable(page)).length).toBe(12);
  await setTensors(element, givenHeads(1, 0.125));
  await expect.poll(() => headsTable(page)).toEqual([0.125]);
  await expect(alert.count()).resolves.toBe(0);
});
