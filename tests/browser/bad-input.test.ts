/**
 * Bad links, attributes and hosts: none does harm, and the reader is told which key was not
 * understood.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { ALL, dist, frames, open, ready, serve, setUp } from "./browser.js";
import { expectMatrices, expectTables, START, sentence } from "./expected.js";
import { embed } from "./host-pages.js";

const { browser, served, start, openHost } = await setUp();

/** Whether any text on screen is no number where a number should stand. */
const nonsense = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    return /\b(NaN|undefined|null|Infinity)\b/.exec(root?.textContent ?? "")?.[0] ?? null;
  });

describe("attributes that mean nothing", () => {
  test("are named with what is allowed, and the figure shows what it understood", async () => {
    const { page, messages } = await openHost(
      embed(
        'law="everything" dim="-3" seed="soon" exponent="2" theme="pink" projections="" lang="tlh" samples="1e99" colour="red" sentence="to be"',
      ),
    );
    await expectTables(page, { words: ["to", "be"], dim: 64 });
    const said = await page.locator(".notices li").allInnerTexts();
    expect(said.length).toBe(5);
    expect(said.join("\n")).toMatch(/dim=-3.*seed=soon/s);
    expect(said.every((line) => line.length > 30)).toBe(true);
    expect(await nonsense(page)).toBeNull();
    expect(messages).toEqual([]);
  });

  test("give the default that the page says it uses; a sentence without a word leaves what stood before", async () => {
    const { page, messages } = await openHost(embed('view="matrices" dim="32"'));
    await expectMatrices(page, { ...START, dim: 32 });
    const element = page.locator("attention-scale");
    await element.evaluate((it) => it.setAttribute("dim", "many"));
    await expectMatrices(page, START);
    await expect(page.locator(".notices li").innerText()).resolves.toContain("dim=many");
    await element.evaluate((it) => it.setAttribute("sentence", ""));
    await expectMatrices(page, START);
    await expect(sentence(page).inputValue()).resolves.toBe("");
    expect(await nonsense(page)).toBeNull();
    expect(messages).toEqual([]);
  });
});

describe("a link of 100 kB", () => {
  const long = "word+".repeat(20_000);

  const links = [
    ["one sentence", `sentence=${long}`],
    ["fifty thousand keys", "&a".repeat(50_000)],
    ["one key that nobody knows", `${"x".repeat(100_000)}=1`],
    ["nothing but percent signs", "%".repeat(100_000)],
    ["nested brackets for the worked example", `vectors=${"[".repeat(100_000)}`],
  ] as const;
  test.each(ALL ? links : links.slice(0, 2))(
    "%s: the page says what is allowed and goes on",
    async (_, fragment) => {
      const { page, messages } = await start(fragment);
      await expectTables(page, START);
      const told = page.locator(".notices li, [role=alert]");
      await expect.poll(() => told.count()).toBeGreaterThan(0);
      // The note is short, however long the link is.
      for (const text of await told.allInnerTexts()) expect(text.length).toBeLessThan(500);
      expect(await nonsense(page)).toBeNull();
      // And the reader can go on.
      await sentence(page).fill("to be");
      await expectTables(page, { words: ["to", "be"], dim: 64 });
      expect(messages).toEqual([]);
    },
  );
});

describe("script in a sentence", () => {
  const SCRIPT = `<img src=x onerror="globalThis.hit=1"><script>globalThis.hit=1</script> "></attention-scale> javascript:hit`;

  test("is text everywhere: on the page, in the title, in the pictures and in the page that is taken away", async () => {
    const link = `${served.address}#${new URLSearchParams({ sentence: SCRIPT })}`;
    const { page, messages } = await open(browser, link);
    await ready(page);
    await expect(sentence(page).inputValue()).resolves.toBe(SCRIPT);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("combobox", { name: "In a blog post" }).waitFor();
    await page.getByRole("button", { name: "Download", exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("img").waitFor();
    const hit = () => page.evaluate(() => (globalThis as { hit?: number }).hit);
    expect(await hit()).toBeUndefined();
    expect(await page.locator("attention-scale img[src=x], attention-scale script").count()).toBe(
      0,
    );
    await dialog.locator('input[value="svg"]').check();
    const picture = await dialog.getByRole("link", { name: /Save/ }).getAttribute("href");
    const inPicture = await page.evaluate(async (url) => {
      const text = await (await fetch(url)).text();
      const svg = new DOMParser().parseFromString(text, "image/svg+xml");
      return [...svg.querySelectorAll("parsererror, script, img, foreignObject")].length;
    }, picture ?? "");
    expect(inPicture).toBe(0);
    await dialog.locator('input[value="html"]').check();
    const saved = await dialog.getByRole("link", { name: /Save/ }).getAttribute("href");
    const frozen = await page.evaluate(async (url) => (await fetch(url)).text(), saved ?? "");
    await page.setContent(frozen);
    // Of what was taken away both the element and the page in it say so.
    await page.locator('[data-ready="true"]').first().waitFor({ state: "attached" });
    expect(await hit()).toBeUndefined();
    await expect(sentence(page).inputValue()).resolves.toBe(SCRIPT);
    expect(messages).toEqual([]);
  });
});

test("two elements of the same id, and an id of our own in the host, are as if they had none", async () => {
  const { page, messages } = await openHost(
    `<meta charset="utf-8"><title>a host</title><script src="embed.js"></script>
     <p id="sentence">x</p><p id="at-variance">y</p>
     <div><attention-scale id="sentence" view="matrices" sentence="to be"></attention-scale></div>
     <div><attention-scale id="sentence" view="matrices" sentence="or not"></attention-scale></div>`,
  );
  for (const [index, words] of [
    ["to", "be"],
    ["or", "not"],
  ].entries()) {
    const one = page.locator(`div:has(> attention-scale) >> nth=${index}`);
    await one.scrollIntoViewIfNeeded();
    await expectMatrices(one, { words, dim: 64 });
  }
  await page.getByRole("textbox", { name: "Sentence" }).nth(1).fill("that is");
  for (const [index, words] of [
    ["to", "be"],
    ["that", "is"],
  ].entries()) {
    await expectMatrices(page.locator(`div:has(> attention-scale) >> nth=${index}`), {
      words,
      dim: 64,
    });
  }
  expect(messages).toEqual([]);
});

test("an element may be taken out before its engine has come, and in the middle of an experiment", async () => {
  const { page, messages } = await openHost(embed('view="gradient" draws="5000"'));
  await page.evaluate(() => document.querySelector("attention-scale")?.remove());
  await page.evaluate(() => {
    const element = document.createElement("attention-scale");
    element.setAttribute("view", "gradient");
    document.body.append(element);
  });
  await frames(page, 40);
  await page.evaluate(() => document.querySelector("attention-scale")?.remove());
  await frames(page, 30);
  expect(messages).toEqual([]);
});

describe("a host that changes what all scripts share", () => {
  const frozen = `for (const one of [Object, Array, Function, Promise, Map, Set, Error, String, Number, Uint8Array, Float64Array, EventTarget, Node, Element, HTMLElement])
    { Object.freeze(one.prototype); Object.freeze(one); }`;
  /** Changes what all scripts share, as libraries of long ago did. */
  const extended = `
    Array.prototype.last = function () { return this[this.length - 1]; };
    Array.prototype.toJSON = function () { return "[" + this.join(", ") + "]"; };
    Object.prototype.extend = function () { return this; };
    String.prototype.strip = function () { return this.trim(); };
    Array.prototype.flatMap = function (call) { return [].concat(...this.map(call)); };
    globalThis.define = Object.assign(() => {}, { amd: {} });
    globalThis.module = { exports: {} }; globalThis.process = { versions: {} };`;

  test.each([
    ["frozen", frozen],
    ["extended and polyfilled", extended],
  ])("%s: the figure is there all the same", async (_, script) => {
    const { page, messages } = await openHost(
      `<meta charset="utf-8"><title>a host</title><script>${script}</script>
       <script src="embed.js"></script><attention-scale view="matrices"></attention-scale>`,
    );
    await expectMatrices(page, START);
    expect(messages).toEqual([]);
  });
});

describe("messages from strangers", () => {
  const STRANGE = `[null, 7, "{", "[]", "null", '{"context":"iframe.resize","height":-5}',
    '{"context":"iframe.resize","height":"NaN"}', '{"context":"iframe.resize","height":1e9}',
    '{"context":"iframe.resize"}', { type: "APPLY", path: ["constructor"], argumentList: [] },
    { id: "1", type: "RELEASE" }, { __proto__: null, height: 3 }]`;

  test("to the page and to the element change nothing", async () => {
    const { page, messages } = await open(browser, `${served.address}#dim=32`);
    await expectTables(page, { ...START, dim: 32 });
    await page.evaluate(`for (const one of ${STRANGE}) postMessage(one, "*");`);
    await frames(page, 6);
    await sentence(page).fill("to be");
    await expectTables(page, { words: ["to", "be"], dim: 32 });
    expect(messages).toEqual([]);
  });

  test("to a host with frames give no frame another height, whoever sends them", async () => {
    const folder = await serve({}, undefined, dist, (path, response) => {
      if (path !== "stranger.html") return false;
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(`<script>for (const one of ${STRANGE}.concat('{"context":"iframe.resize","height":77}'))
        parent.postMessage(one, "*");</script>`);
      return true;
    });
    const { page, messages } = await openHost(
      `<title>a host</title><script src="frame.js"></script>
       <iframe class="attention-scale" height="500" src="about:blank"></iframe>
       <iframe height="300" src="${folder.address}stranger.html"></iframe>
       <iframe class="attention-scale" height="400" src="${folder.address}stranger.html"></iframe>`,
    );
    const heights = () =>
      page.locator("iframe").evaluateAll((all) => all.map((one) => one.getAttribute("height")));
    // The last one is a frame of the host's own choice, whose height it may say, within reason.
    await expect.poll(heights).toEqual(["500", "300", "77"]);
    expect(messages).toEqual([]);
    folder.server.close();
  });
});
