/** What attention_scale.py hands to notebooks, in a page as theirs: frames within one document. */
import type { FrameLocator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { pythonModule } from "../python-module.js";
import { setUp } from "./browser.js";
import { headsTable, own } from "./given.js";

const { openHost } = await setUp();

/** The views of two cells, of three heads multiplied by 1/√4, and of two by 1/4. */
const [first, second] = pythonModule(`
import types, numpy as np
shell = types.SimpleNamespace(parent_header={})
sys.modules["IPython"] = types.SimpleNamespace(get_ipython=lambda: shell)
random = np.random.RandomState(13)
def view(heads, factor):
    q, k = random.normal(size=(2, heads, 6, 4))
    weights = np.exp(factor * q @ k.swapaxes(1, 2))
    return show(q, k, weights=weights / weights.sum(axis=2, keepdims=True), tokens=list("我am ok"))
views = []
for cell, each in (("a", view(3, 1 / 2)), ("b", view(2, 1 / 4))):
    shell.parent_header = {"metadata": {"cellId": cell}}
    views.append(each._repr_html_())
print(json.dumps(views))`) as [string, string];

/** A notebook in the dark: JupyterLab says so, and paints it. */
const notebook = (...views: readonly string[]) =>
  `<meta charset="utf-8"><title>a notebook</title>
   <body style="margin: 0; background: #111; color: #eee">
   ${views.map((view) => `<div class="output">${view}</div>`).join("\n")}</body>`;

const frame = (page: Page, index: number): FrameLocator => page.frameLocator("iframe").nth(index);

test("two views show their own heads, in one notebook that holds the page once; who moves something stays in the frame", async () => {
  expect(second.length).toBeLessThan(first.length / 100);
  const { page, messages, requests } = await openHost(notebook(first, second));
  await own(frame(page, 0)).waitFor();
  await own(frame(page, 1)).waitFor();
  await expect.poll(() => headsTable(frame(page, 0))).toEqual([0.5, 0.5, 0.5]);
  await expect.poll(() => headsTable(frame(page, 1))).toEqual([0.25, 0.25]);
  // As high as what they show, and in the light of the notebook.
  for (const index of [0, 1]) {
    const outer = page.locator("iframe").nth(index);
    const { clientHeight, scrollHeight } = await frame(page, index)
      .locator("html")
      .evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }));
    expect(clientHeight).toBeGreaterThan(900);
    expect(scrollHeight).toBeLessThanOrEqual(clientHeight + 20);
    await expect(outer.getAttribute("title")).resolves.toMatch(/^Attention without the division/);
    await expect
      .poll(() => frame(page, index).locator(".page").getAttribute("data-tone"))
      .toBe("dark");
  }
  // Nothing is asked of a server but what the notebook itself has.
  expect(requests.filter((url) => !/\/(host-\d+\.html|icon\.svg)$/.test(url))).toEqual(
    requests.filter((url) => /^(blob|data|about):/.test(url)),
  );
  // A reader who moves something stays in the frame.
  await frame(page, 0).getByRole("slider", { name: "Exponent" }).press("ArrowLeft");
  await frame(page, 0).locator('tr[data-head="2"] button').click();
  await expect
    .poll(() =>
      frame(page, 0)
        .locator("html")
        .evaluate(() => location.href),
    )
    .toMatch(/^about:srcdoc#.*ownhead=2/);
  expect(messages).toEqual([]);
});

test("a view says where the page is that it needs, and takes it once it is there", async () => {
  const { page, messages } = await openHost(notebook(second));
  const sentence = frame(page, 0).getByText("run that cell again");
  await sentence.waitFor({ state: "visible" });
  await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), first);
  await expect.poll(() => headsTable(frame(page, 0))).toEqual([0.25, 0.25]);
  expect(messages).toEqual([]);
});

test("a view in a shadow root, as marimo's cells are, is as high as what it shows", async () => {
  const { page, messages } = await openHost(
    `<meta charset="utf-8"><title>a notebook</title>
     <div><template shadowrootmode="open">${first}</template></div>`,
  );
  await own(frame(page, 0)).waitFor();
  const height = () => page.locator("iframe").evaluate(({ clientHeight }) => clientHeight);
  const wanted = () =>
    frame(page, 0)
      .locator("attention-scale")
      .evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
  await expect.poll(height).toBeGreaterThan(1000);
  await expect.poll(async () => (await height()) - (await wanted())).toBe(0);
  expect(messages).toEqual([]);
});
