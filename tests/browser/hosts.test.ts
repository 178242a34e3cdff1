/** Hosts as they are: with strict policies, wrong headers, sandboxes, and no charset. */
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { findChromium } from "../../web/tools/requirements.mjs";
import {
  ALL,
  hostPages,
  launch,
  open,
  painted,
  ready,
  serve,
  setUp,
  stop,
  TYPES,
  testOfAll,
} from "./browser.js";
import { expectMatrices, expectTables, heavyWork, MANY_WORDS, START } from "./expected.js";
import { embed } from "./host-pages.js";
import { FEW, follow, progressOf } from "./reasons.js";

const { browser, served, openHost } = await setUp();

const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
/** An experiment that the machine has little time for. */
const PATIENCE = { timeout: 40_000 };

describe("a host with a strict Content-Security-Policy", () => {
  const headers = { "Content-Security-Policy": STRICT };

  test("shows the element without a word in the console, its worker and the font of its formulas included", async () => {
    const { page, messages } = await openHost(embed('view="page"'), headers);
    await expectTables(page, START);
    const fonts = () => page.evaluate(() => [...document.fonts].map(({ family }) => family).join());
    await expect
      .poll(() => page.evaluate(() => document.fonts.check("16px 'Attention Scale Math'")))
      .toBe(true);
    expect(await fonts()).toContain("Attention Scale Math");
    await heavyWork(page);
    expect(page.workers()).toHaveLength(1);
    // An experiment runs in a worker as well.
    await page.locator("attention-scale").evaluate((element) => {
      element.setAttribute("samples", "500");
      element.setAttribute("open", "variance-numbers");
      element.setAttribute("view", "variance");
    });
    await expect.poll(() => progressOf(page, "scores"), PATIENCE).toBe("done");
    expect(messages).toEqual([]);
  });

  test("lets its reader share, and take figures away", async () => {
    const { page, messages } = await openHost(embed('view="matrices"'), headers);
    await ready(page);
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("combobox", { name: "In a blog post" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "In a blog post" }).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Download", exact: true }).first().click();
    await page.getByRole("dialog").getByRole("img").waitFor();
    expect(messages).toEqual([]);
  });

  test("serves the hosted page under it as well, all its chapters", async () => {
    const own = await serve(headers);
    const { page, messages } = await open(browser, own.address);
    await expectTables(page, START);
    for (const { view } of CHAPTERS.filter((_, i) => ALL || i === 3)) {
      await follow(page, `view=${view}&${FEW}`, ready);
      for (const section of await page.locator("section.reason").all()) {
        await section.scrollIntoViewIfNeeded();
      }
    }
    for (const part of ALL ? ["variance", "depth"] : ["variance"]) {
      await follow(page, `view=${part}&${FEW}`);
    }
    expect(messages).toEqual([]);
    stop(own);
  });
});

describe("a host that forbids WebAssembly", () => {
  const headers = { "Content-Security-Policy": "default-src 'self'; script-src 'self'" };

  test.each(ALL ? ["page", "variance"] : ["page"])(
    "shows the picture its author gave or else ours, and the reason (view %s)",
    async (view) => {
      for (const own of ["<p>a picture of the author's</p>", ""]) {
        const { page, messages } = await openHost(embed(`view="${view}"`, own), headers);
        await expect(page.getByRole("alert").innerText()).resolves.toMatch(
          /could not be started[\s\S]*wasm-unsafe-eval/,
        );
        const ours = page.getByRole("img", { name: /still picture/ });
        if (own === "") await ours.waitFor();
        else {
          await page.getByText("a picture of the author's").waitFor();
          expect(await ours.count()).toBe(0);
        }
        expect(messages).toEqual([]);
      }
    },
  );
});

test("a host that names no charset shows the same words", async () => {
  const { page, messages } = await openHost(
    `<script src="embed.js"></script><attention-scale lang="zh" vectors="example" hide=""></attention-scale>`,
  );
  await ready(page);
  expect(await page.evaluate(() => document.characterSet)).toBe("windows-1252");
  await expect(page.getByRole("heading", { level: 1 }).innerText()).resolves.toContain("为什么");
  expect(messages).toEqual([]);
});

test.each(ALL ? ["embed.js", "loader.js"] : ["loader.js"])(
  "a host that has given every object a property shows the race (%s)",
  async (file) => {
    const { page, messages } = await openHost(
      `<meta charset="utf-8"><script>Object.prototype.everywhere = "a host's";</script>
       <script src="${file}" defer></script><attention-scale view="training" task="recall" dim="8"></attention-scale>`,
    );
    await page.getByRole("button", { name: "Train" }).waitFor();
    await ready(page);
    expect(messages).toEqual([]);
  },
);

/**
 * What Prototype.js 1.7.3 leaves of a page's arrays: `Array.from` is its `$A`, which knows no
 * function, `entries` is gone, and its methods are enumerable. MooTools and older releases of both
 * do the like.
 */
const PROTOTYPE = `<script>
  Array.from = function (iterable) {
    if (!iterable) return [];
    if ("toArray" in Object(iterable)) return iterable.toArray();
    var length = iterable.length || 0, results = new Array(length);
    while (length--) results[length] = iterable[length];
    return results;
  };
  delete Array.prototype.entries;
  Array.prototype.toArray = Array.prototype.clone = function () { return Array.prototype.slice.call(this, 0); };
  Array.prototype.include = function (it) { return this.indexOf(it) >= 0; };
</script>`;

const changed = CHAPTERS.flatMap(({ view }) =>
  ["embed.js", "loader.js"].map((file) => [view, file] as const),
);
test.each(
  changed.filter(([view, file], i) => ALL || i === 0 || (view === "why" && file === "loader.js")),
)("a host with Prototype.js shows the chapter %s (%s)", async (view, file) => {
  const { page, messages } = await openHost(
    `<meta charset="utf-8">${PROTOTYPE}<script src="${file}" defer></script><attention-scale view="${view}"></attention-scale>`,
  );
  await ready(page);
  for (const section of await page.locator("section.reason").all()) {
    await section.scrollIntoViewIfNeeded();
  }
  await expect.poll(() => painted(page.locator("canvas:visible"))).toBe(true);
  expect(messages).toEqual([]);
});

test.each([
  ["the script", "Object.keys = null", "This figure cannot run in this page."],
  [
    "an element's constructor",
    "window.matchMedia = () => { throw new Error('no media'); }",
    "This figure cannot run in this page.",
  ],
  ["its first rendering", "Document.prototype.importNode = null", "The page cannot compute here."],
])(
  "a host that has taken away what %s needs is told so, beside the picture",
  async (_, change, said) => {
    const { page } = await openHost(
      `<meta charset="utf-8"><html lang="en"><script>${change};</script><attention-scale><p>a still</p></attention-scale>
     <script src="embed.js"></script>`,
    );
    await page.getByText(said).waitFor();
    await page.getByText("a still").waitFor();
  },
);

test("a DOM without what the element needs, as tests of apps have, keeps its content, and the console says why", async () => {
  const { page, messages } = await openHost(
    `<meta charset="utf-8"><script>
       delete window.matchMedia;
       delete HTMLElement.prototype.attachInternals;
     </script><script src="embed.js"></script><attention-scale><p>a still</p></attention-scale>`,
  );
  await page.getByText("a still").waitFor();
  expect(messages).toEqual([
    expect.stringMatching(/^warning: .*no matchMedia, attachInternals here/),
  ]);
});

describe("a browser whose processor has no SSE4.1", () => {
  test("says so, and not that the browser is old", async () => {
    const old = await launch(["--js-flags=--no-enable-sse4-1"]);
    onTestFinished(() => old.close());
    const { page } = await open(old, served.address);
    const told = await page.getByRole("alert").innerText();
    expect(told).toMatch(/128-bit SIMD[\s\S]*processor has SSE4\.1/);
    expect(told).not.toContain("wasm-unsafe-eval");
  });
});

test("an embed from another host finds its worker too", async () => {
  const { page, messages } = await openHost(
    `<meta charset="utf-8"><script src="${served.address}embed.js"></script><attention-scale></attention-scale>`,
  );
  await expectTables(page, START);
  await heavyWork(page);
  expect(page.workers()).toHaveLength(1);
  expect(messages).toEqual([]);
});

describe("a frame that allows scripts and nothing else", () => {
  const frame = (fragment: string) =>
    `<title>a host</title><script>
       addEventListener("message", (event) => {
         document.querySelector("iframe").height = JSON.parse(event.data).height;
       });
     </script>
     <iframe sandbox="allow-scripts" width="800" src="attention-scale.html#${fragment}"></iframe>`;

  test("shows the engine's numbers and tells its height, on a server without CORS headers", async () => {
    const { page, messages } = await openHost(frame("view=matrices&dim=1000&sentence=a+b+c+d"));
    const inside = page.frames()[1];
    if (inside === undefined) throw new Error("no frame");
    expect(await inside.evaluate(() => globalThis.origin)).toBe("null");
    const shown = page.frameLocator("iframe");
    await expectMatrices(shown, { words: ["a", "b", "c", "d"], dim: 1000 });
    expect(page.workers()).toHaveLength(1);
    await expect
      .poll(() => inside.evaluate(() => document.documentElement.scrollHeight - innerHeight))
      .toBe(0);
    // Its reader changes something, which also writes the address.
    await inside.getByRole("textbox", { name: "Sentence" }).fill("to be");
    await expectMatrices(shown, { words: ["to", "be"], dim: 1000 });
    // An experiment runs to its end.
    await inside.evaluate(() => {
      location.hash = "view=variance&open=variance-numbers&samples=500";
    });
    await expect.poll(() => progressOf(inside as unknown as Page, "scores"), PATIENCE).toBe("done");
    expect(messages).toEqual([]);
  });

  testOfAll(
    "hands its results out all the same: numbers to copy, and a picture as text where copying is refused",
    async () => {
      // The shell without windows does not scroll to what a frame of another process holds.
      const windowed = await launch([], "noto", findChromium());
      onTestFinished(() => windowed.close());
      const openWindow = hostPages(windowed);
      const { page } = await openWindow(frame(`view=matrices&sentence=${MANY_WORDS.join("+")}`));
      const shown = page.frameLocator("iframe");
      await ready(shown);
      await shown.getByRole("button", { name: "Download", exact: true }).first().click();
      const dialog = shown.getByRole("dialog");
      expect(await dialog.getByRole("link").count()).toBe(0);
      await dialog.getByText("web/docs/cpp.md").waitFor();
      await dialog.locator('input[value="csv"]').check();
      const numbers = () => dialog.getByRole("textbox").first().inputValue();
      // All of it, down to the last word's row.
      await expect.poll(async () => (await numbers()).split("\n").length).toBeGreaterThan(2 * 64);
      await expect.poll(numbers).toMatch(/w63/);
      await dialog.locator('input[value="svg"]').check();
      await dialog.getByRole("img").waitFor();
      await dialog.getByRole("button", { name: /Copy/ }).click();
      await expect.poll(numbers).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
    },
  );
});

describe("a server that calls the engine's binary", () => {
  const kinds = ["text/plain", "application/octet-stream", "application/wasm; charset=utf-8"];
  test.each(ALL ? kinds : kinds.slice(0, 1))(
    "%s, and forbids to guess, only costs speed",
    async (wasm) => {
      const own = await serve({ "X-Content-Type-Options": "nosniff" }, { ...TYPES, ".wasm": wasm });
      const { page, messages } = await open(browser, own.address);
      await expectTables(page, START);
      expect(messages).toEqual([]);
      stop(own);
    },
  );
});
