/** dist/widget.js in a host of the anywidget contract: https://anywidget.dev/en/afm/. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setUp, type Watched } from "./browser.js";
import { givenHeads, headsTable, own } from "./given.js";

const { openHost } = await setUp();

/**
 * A host as Jupyter is: `set` tells of what is another value, as Backbone's models do, and a change
 * goes on to Python by `save_changes`.
 */
const HOST = `<!doctype html><meta charset="utf-8"><title>a host</title>
<div id="first"></div><div id="second"></div>
<script type="module">
  import widget from "./widget.js";
  class Model {
    constructor(values) { this.values = values; this.unsaved = {}; this.saved = []; this.heard = new Map(); }
    get(name) { return this.values[name]; }
    set(name, value) {
      if (this.values[name] === value) return;
      this.values[name] = value;
      this.unsaved[name] = value;
      for (const each of [...(this.heard.get("change:" + name) ?? [])]) each();
    }
    save_changes() { this.saved.push(this.unsaved); this.unsaved = {}; }
    on(event, callback) { this.heard.set(event, [...(this.heard.get(event) ?? []), callback]); }
    off(event, callback) { this.heard.set(event, (this.heard.get(event) ?? []).filter((one) => one !== callback)); }
    get listeners() { return [...this.heard.values()].flat().length; }
  }
  window.begin = (values) => { window.model = new Model(values); };
  window.cleanups = {};
  window.show = async (id) => {
    window.cleanups[id] = await widget.render({ model: window.model, el: document.getElementById(id) });
  };
  window.loaded = true;
</script>`;

async function host(values: Readonly<Record<string, unknown>>): Promise<Watched> {
  const watched = await openHost(HOST);
  await watched.page.waitForFunction("window.loaded === true");
  await watched.page.evaluate((given) => globalThis.begin(given), values);
  return watched;
}

declare global {
  var begin: (values: object) => void;
  var show: (id: string) => Promise<void>;
  var cleanups: Record<string, () => void>;
  var model: {
    get(name: string): unknown;
    set(name: string, value: unknown): void;
    readonly saved: readonly object[];
    readonly listeners: number;
  };
}

const showIn = (page: Page, id: string) => page.evaluate((shown) => globalThis.show(shown), id);
const fromPython = (page: Page, name: string, value: unknown) =>
  page.evaluate(([trait, given]) => globalThis.model.set(trait as string, given), [name, value]);
const known = (page: Page, name: string) =>
  page.evaluate((trait) => globalThis.model.get(trait), name);
const saved = (page: Page) => page.evaluate(() => globalThis.model.saved);
const within = (page: Page, id: string) => page.locator(`#${id} attention-scale`);
const stateOf = (page: Page, id: string, key: string) =>
  within(page, id).evaluate(
    (element, name) => (element as HTMLElement & { state: Record<string, unknown> }).state[name],
    key,
  );

test("tensors of the model are shown, also as bytes, and exchanged", async () => {
  const { page, messages } = await host({ tensors: givenHeads(2, 0.5), view: null });
  await showIn(page, "first");
  await own(within(page, "first")).waitFor();
  await expect.poll(() => headsTable(page)).toEqual([0.5, 0.5]);
  // Jupyter hands bytes over as a DataView.
  await page.evaluate(
    (tensors) => {
      const bytesOf = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const given = tensors.map((tensor) => {
        const { data } = tensor as { data: string };
        return Object.assign({}, tensor, { data: new DataView(bytesOf(data).buffer) });
      });
      globalThis.model.set("tensors", given);
    },
    givenHeads(3, 0.25),
  );
  await expect.poll(() => headsTable(page)).toEqual([0.25, 0.25, 0.25]);
  expect(messages).toEqual([]);
});

test("what the reader moves reaches the model, and nothing else does", async () => {
  const { page } = await host({ tensors: givenHeads(2, 0.5) });
  await showIn(page, "first");
  await expect.poll(() => headsTable(page)).toHaveLength(2);
  await page.locator('tr[data-head="2"] button').click();
  await expect.poll(() => saved(page)).toEqual([{ head: 2 }]);
  await page.getByRole("slider", { name: "Exponent" }).press("ArrowLeft");
  await expect.poll(() => known(page, "exponent")).toBeLessThan(0.5);
  await expect.poll(() => saved(page)).toHaveLength(2);
  expect(Object.keys((await saved(page))[1] ?? {})).toEqual(["exponent"]);
});

test("in the first chapter, too: d and the sentence, where the model has one", async () => {
  const { page } = await host({ sentence: "I am good", dim: 16, language: "en" });
  await showIn(page, "first");
  await expect.poll(() => stateOf(page, "first", "dim")).toBe(16);
  await page.getByRole("slider", { name: "Dimension d" }).press("ArrowRight");
  await expect.poll(() => known(page, "dim")).toBeGreaterThan(16);
  await page.getByRole("textbox", { name: "Sentence" }).fill("You are good");
  await expect.poll(() => known(page, "sentence")).toBe("You are good");
  await expect(known(page, "seed")).resolves.toBeUndefined();
});

test("what Python sets moves every view of the model, and so does what is moved in one", async () => {
  const { page } = await host({ tensors: givenHeads(3, 0.5), exponent: 0.5 });
  await showIn(page, "first");
  await showIn(page, "second");
  await expect.poll(() => own(within(page, "second")).count()).toBe(1);
  for (const [name, key, value] of [
    ["exponent", "exponent", 0.25],
    ["head", "ownhead", 3],
    ["exponent", "exponent", 0.5],
    ["language", "lang", "zh"],
  ] as const) {
    await fromPython(page, name, value);
    for (const id of ["first", "second"]) {
      await expect.poll(() => stateOf(page, id, key), { message: name }).toBe(value);
    }
  }
  await within(page, "first").locator('tr[data-head="1"] button').click();
  await expect.poll(() => stateOf(page, "second", "ownhead")).toBe(1);
  // Python sets what was set before: the reader has moved it since.
  await fromPython(page, "head", 3);
  await expect.poll(() => stateOf(page, "first", "ownhead")).toBe(3);
});

test("a view that is cleaned up leaves nothing behind, and the other goes on", async () => {
  const { page, messages } = await host({ tensors: givenHeads(1, 0.5) });
  await showIn(page, "first");
  const one = await page.evaluate(() => globalThis.model.listeners);
  await showIn(page, "second");
  await page.evaluate(() => globalThis.cleanups.first?.());
  await expect(within(page, "first").count()).resolves.toBe(0);
  await expect(page.evaluate(() => globalThis.model.listeners)).resolves.toBe(one);
  await fromPython(page, "exponent", 0.125);
  await expect.poll(() => stateOf(page, "second", "exponent")).toBe(0.125);
  await page.evaluate(() => globalThis.cleanups.second?.());
  await expect(page.evaluate(() => globalThis.model.listeners)).resolves.toBe(0);
  await expect(page.locator("#second").innerHTML()).resolves.toBe("");
  expect(messages).toEqual([]);
});
