import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { START } from "../../web/src/state/state.js";
import { onePage, open, ready, serve, setUp, table, tableNamed } from "./browser.js";
import { engine, expectTables, seed, sentence } from "./expected.js";

const { browser, served } = await setUp();

describe("the hosted page", () => {
  const start = onePage(browser, served.address);

  test("makes its point before any input, in words with live numbers", async () => {
    const { page } = await start();
    await expect(page.locator(".caption").innerText()).resolves.toMatch(
      /Without the division, I gives 96\u00A0% of its attention to am\. Divide the scores by\s+64\s+=\s8 and it is 57\u00A0%/,
    );
    await expect(page.locator(".caption msqrt").textContent()).resolves.toBe("64");
  });

  test("names rows and columns of its tables by the words", async () => {
    const { page } = await start("#sentence=we+are+here");
    const scaled = tableNamed(page, "Scaled attention weights");
    await expect(scaled.locator("tbody th").allTextContents()).resolves.toEqual([
      "we",
      "are",
      "here",
    ]);
    await expect(scaled.locator("thead th[scope=col]").allTextContents()).resolves.toEqual([
      "we",
      "are",
      "here",
    ]);
  });

  test("shows the worked example of R, and follows an edited number", async () => {
    const { page } = await start();
    await page
      .getByRole("group", { name: "Word vectors" })
      .getByRole("radio", { name: "Worked example" })
      .check();
    const close = (shown: number[][], want: number[][]) =>
      expect(shown.flat().map((value) => value.toFixed(6))).toEqual(
        want.flat().map((value) => value.toFixed(6)),
      );
    close(
      await table(page, "Word vectors X"),
      START.x.map((row) => [...row]),
    );
    close(await table(page, "Unscaled output Z"), [
      [1, 2.957691, 2.011295],
      [1, 1.540148, 2.722573],
      [1, 2.864164, 2.0],
    ]);
    await page.getByRole("textbox", { name: "am, 2" }).fill("-2.5");
    const x = [
      [1, 3, 2],
      [1, -2.5, 3],
      [1, 2, 1],
    ];
    await expect.poll(() => new URL(page.url()).hash).toContain("-2.5");
    const { weights } = engine.attention(x, x, x, { scale: 1 });
    const shown = await table(page, "Unscaled attention weights");
    expect(shown.flat()).toEqual([...weights.data]);
    await page.getByRole("textbox", { name: "am, 2" }).fill("two");
    await expect(page.getByRole("alert").innerText()).resolves.toMatch(/number from −1000 to 1000/);
    await expect(page.getByRole("textbox", { name: "am, 2" }).inputValue()).resolves.toBe("two");
    expect((await table(page, "Unscaled attention weights")).flat()).toEqual([...weights.data]);
  });

  test("says what the diagonal does without projections", async () => {
    const { page } = await start();
    await page
      .getByRole("group", { name: "Projections" })
      .getByRole("radio", { name: "Identity" })
      .check();
    await expect(page.getByText(/the largest score of its row/).isVisible()).resolves.toBe(true);
    const weights = await table(page, "Scaled attention weights");
    for (const [i, row] of weights.entries()) expect(Math.max(...row)).toBe(row[i]);
  });

  test("divides by the exponent it is told", async () => {
    const { page } = await start("#exponent=0.25");
    await expectTables(page, { words: ["I", "am", "good"], dim: 64, exponent: 0.25 });
    await page.getByRole("slider", { name: "Exponent" }).focus();
    await page.keyboard.press("ArrowRight");
    await expectTables(page, { words: ["I", "am", "good"], dim: 64, exponent: 0.26 });
  });

  test("reads Chinese as words, and explains repeated words and what drops out", async () => {
    const { page } = await start();
    await sentence(page).fill("我很好，我很好 😀");
    await ready(page);
    await expect(page.locator(".chips li").allTextContents()).resolves.toEqual([
      "我",
      "很好",
      "我",
      "很好",
    ]);
    await expect(page.getByText("Not words, so left out: ， 😀").isVisible()).resolves.toBe(true);
    await expect(page.getByText(/appear more than once/).isVisible()).resolves.toBe(true);
    const weights = await table(page, "Scaled attention weights");
    expect(weights[0]).toEqual(weights[2]);
  });

  test("shows the newest answer everywhere once a moving hand rests, as if opened there", async () => {
    const words = Array.from({ length: 64 }, (_, index) => `w${index}`);
    const fragment = (dim: number) => `#sentence=${words.join("+")}&dim=${dim}`;
    /** The three pictures of pairs, pixel by pixel. */
    const pictures = (page: Page) =>
      page
        .locator(".matrices figure canvas")
        .evaluateAll((all) => all.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
    const { page, messages } = await start(fragment(8));
    const before = await pictures(page);
    await page.locator("attention-scale").evaluate(async (element) => {
      // Here and in the worker by turns; at last so that some pictures have not had their turn when the hand rests.
      for (const dim of [16, 700, 40, 90, 300, 900, 24, 48, 70]) {
        (element as HTMLElement & { set(change: { dim: number }): void }).set({ dim });
        await new Promise(requestAnimationFrame);
      }
    });
    await expectTables(page, { words, dim: 70 });
    const after = await pictures(page);
    expect(after).toHaveLength(3);
    for (const [index, picture] of after.entries()) expect(picture).not.toBe(before[index]);
    const { page: fresh } = await open(browser, served.address + fragment(70));
    await ready(fresh);
    expect(await pictures(fresh)).toEqual(after);
    const links = await page
      .locator("nav.silhouettes a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    expect(links).toHaveLength(5);
    for (const link of links) expect(new URLSearchParams(link.slice(1)).get("dim")).toBe("70");
    expect(messages).toEqual([]);
  });

  const badSentences: [string, string, RegExp][] = [
    ["nothing", "", /at least one word; up to 64/],
    ["emoji alone", "😀 !?", /letter or a digit/],
    ["65 words", Array.from({ length: 65 }, (_, i) => `w${i}`).join(" "), /65 words; up to 64/],
    ["a 10,000-letter word", "a".repeat(10_000), /10000 characters; up to 100 are allowed/],
  ];
  test.each(badSentences)(
    "keeps the last good picture and the text for %s",
    async (_, text, sentence_) => {
      const { page, messages } = await start();
      const before = await table(page, "Unscaled attention weights");
      await sentence(page).fill(text);
      await expect(page.getByRole("alert").innerText()).resolves.toMatch(sentence_);
      await expect(sentence(page).inputValue()).resolves.toBe(text);
      expect(await table(page, "Unscaled attention weights")).toEqual(before);
      await sentence(page).fill("good again");
      await expectTables(page, { words: ["good", "again"], dim: 64 });
      expect(messages).toEqual([]);
    },
  );

  test.each(["0", "-5", "1e9", "abc", "", "1.5"])(
    "says what a dimension may be for %j",
    async (text) => {
      const { page } = await start();
      const box = page.getByRole("spinbutton", { name: /^d, as a number/ });
      await box.fill(text);
      await expect(page.getByRole("alert").innerText()).resolves.toMatch(
        /whole number from 1 to 1024/,
      );
      await expect(box.inputValue()).resolves.toBe(text);
      await expectTables(page, { words: ["I", "am", "good"], dim: 64 });
      await box.fill("32");
      await expectTables(page, { words: ["I", "am", "good"], dim: 32 });
    },
  );

  test("says what a seed may be for 2³²", async () => {
    const { page } = await start();
    await seed(page).fill("4294967296");
    await expect(page.getByRole("alert").innerText()).resolves.toMatch(/from 0 to 4294967295/);
    await seed(page).fill("4294967295");
    await expectTables(page, { words: ["I", "am", "good"], dim: 64, seed: 4294967295 });
  });

  test("takes right-to-left text", async () => {
    const { page } = await start();
    await sentence(page).fill("אני בסדר היום");
    await expectTables(page, { words: ["אני", "בסדר", "היום"], dim: 64 });
  });

  test("forgives junk in the link with a visible note", async () => {
    const { page, messages } = await start("#dim=banana&colour=red&seed=99&%zz=1");
    await expectTables(page, { words: ["I", "am", "good"], dim: 64, seed: 99 });
    const note = await page.getByRole("status").innerText();
    expect(note).toMatch(/dim=banana/);
    expect(note).toMatch(/colour=red/);
    expect(messages).toEqual([]);
  });

  test("goes back and forward through what the reader did", async () => {
    const { page } = await start();
    const box = page.getByRole("spinbutton", { name: /^d, as a number/ });
    await box.fill("128");
    await expect.poll(() => new URL(page.url()).hash).toBe("#dim=128");
    await seed(page).fill("5");
    await expect.poll(() => new URL(page.url()).hash).toBe("#dim=128&seed=5");
    await page.goBack();
    await expectTables(page, { words: ["I", "am", "good"], dim: 128 });
    await page.goBack();
    await expectTables(page, { words: ["I", "am", "good"], dim: 64 });
    await page.goForward();
    await expectTables(page, { words: ["I", "am", "good"], dim: 128 });
  });

  test("a link recreates the state, and Reset brings the start back", async () => {
    const { page } = await start(
      "#sentence=to+be+or+not+to+be&dim=200&seed=3&exponent=0.4&cell=1%2C2",
    );
    const words = "to be or not to be".split(" ");
    await expectTables(page, { words, dim: 200, seed: 3, exponent: 0.4 });
    await page.getByRole("button", { name: "Reset" }).click();
    await expectTables(page, { words: ["I", "am", "good"], dim: 64 });
    await expect.poll(() => new URL(page.url()).hash).toBe("");
  });

  test("Resample draws another seed and holds everything else", async () => {
    const { page } = await start("#sentence=one+two&dim=32");
    await page.getByRole("button", { name: "Resample" }).click();
    await expect.poll(() => page.url()).toContain("seed=");
    const drawn = Number(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("seed"));
    await expectTables(page, { words: ["one", "two"], dim: 32, seed: drawn });
  });

  test("opens the arithmetic of a cell by pointer and by keyboard, and holds it", async () => {
    const { page } = await start();
    const map = page.getByRole("application", { name: /^Scaled attention weights/ });
    await map.focus();
    await page.keyboard.press("ArrowDown");
    const arithmetic = page.locator(".arithmetic");
    const said = async () =>
      (await arithmetic.locator(".pair").innerText()).replace(/[\u2066-\u2069]/g, "");
    await expect(said()).resolves.toBe("am → am");
    // Every step is written with its numbers: −x ÷ √64 = −y, not "√64 = 8"; the root is a formula.
    await expect(
      arithmetic.locator("tbody tr").first().locator("td").nth(1).innerText(),
    ).resolves.toMatch(/^−?[\d.]+ ÷\s+64\s+= −?[\d.]+$/);
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).hash).toBe("#cell=1%2C1");
    const weights = await table(page, "Scaled attention weights");
    const result = await arithmetic.locator(".result td").allTextContents();
    expect(Number(result[1])).toBeCloseTo(weights[1]?.[1] ?? Number.NaN, 3);
    await map.focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).hash).toBe("");
    const box = await map.boundingBox();
    if (box === null) throw new Error("the picture has no place");
    await page.mouse.move(box.x + 70, box.y + 60);
    await expect.poll(said).toBe("I → I");
  });

  test("lets go of a cell whose word is gone while the pointer rests on it", async () => {
    const { page, messages } = await start("#sentence=one+two+three+four+five");
    const map = page.getByRole("application", { name: /^Scaled attention weights/ });
    // The hand types on; the pointer has been left lying on the last word's cell.
    await sentence(page).focus();
    const box = await map.boundingBox();
    if (box === null) throw new Error("the picture has no place");
    await page.mouse.move(box.x + box.width * 0.55, box.y + box.height - 12);
    await expect.poll(() => page.locator(".arithmetic .pair").innerText()).toContain("five →");
    await page.keyboard.press("End");
    for (const _ of " two three four five") await page.keyboard.press("Backspace");
    await expectTables(page, { words: ["one"], dim: 64 });
    expect(messages).toEqual([]);
    await page.mouse.move(0, 0);
  });

  test("is in Chinese for Chinese readers, and switches", async () => {
    const { page } = await open(browser, served.address, { locale: "zh-CN" });
    await ready(page);
    await expect(page.getByRole("heading", { level: 1 }).innerText()).resolves.toContain("为什么");
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("zh");
    await page.getByRole("button", { name: "This page in English" }).click();
    await expect(page.getByRole("heading", { level: 1 }).innerText()).resolves.toContain("Why");
    await expect.poll(() => new URL(page.url()).hash).toBe("#lang=en");
  });

  test("shows one part alone, with what is told hidden", async () => {
    const { page } = await start("#view=matrices&hide=header,footer,seed,share");
    await expect(page.getByRole("heading", { level: 1 }).count()).resolves.toBe(0);
    await expect(page.getByRole("contentinfo").count()).resolves.toBe(0);
    await expect(seed(page).count()).resolves.toBe(0);
    await expect(page.getByRole("button", { name: "Share" }).count()).resolves.toBe(0);
    await expect(page.locator("#at-why").count()).resolves.toBe(0);
    await expect(sentence(page).count()).resolves.toBe(1);
  });

  test("follows links to its sections", async () => {
    const { page } = await start();
    await page.getByRole("link", { name: "How it was chosen" }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe("#at=numbers");
    await expect
      .poll(() =>
        page.locator("#at-numbers").evaluate((e) => Math.abs(e.getBoundingClientRect().top)),
      )
      .toBeLessThan(400);
  });

  const sizes = [320, 360, 768, 1440].flatMap((width) =>
    (["light", "dark"] as const).flatMap((colorScheme) =>
      (["en", "zh"] as const).map((lang) => ({ width, colorScheme, lang })),
    ),
  );
  test.each(sizes)(
    "fits $width pixels, $colorScheme, $lang: nothing scrolls sideways, no NaN, undefined or Infinity",
    async ({ width, colorScheme, lang }) => {
      const { page, messages } = await start(
        `#lang=${lang}&sentence=a+considerably+longer+sentence+with+internationalization`,
      );
      const before = page.viewportSize();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        width,
      );
      const text = await page.locator("attention-scale").innerText();
      expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
      expect(messages).toEqual([]);
      await page.emulateMedia({ colorScheme: null });
      if (before !== null) await page.setViewportSize(before);
    },
  );

  test("a server that gives the binary a wrong MIME type only costs speed", async () => {
    const wrong = await serve(
      {},
      { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" },
    );
    const { page, messages } = await open(browser, wrong.address);
    await expectTables(page, { words: ["I", "am", "good"], dim: 64 });
    expect(messages).toEqual([]);
    wrong.server.close();
  });

  test("without WebAssembly shows the still picture, the reason and what to do", async () => {
    const context = await browser.newContext({ locale: "en-US" });
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
    const page = await context.newPage();
    await page.goto(served.address);
    await expect(page.getByRole("alert").innerText()).resolves.toMatch(
      /no WebAssembly[\s\S]*What to do/,
    );
    await expect(page.getByRole("img", { name: /still picture/ }).isVisible()).resolves.toBe(true);
  });

  test("where a policy forbids WebAssembly it says so beside the still picture", async () => {
    const policy =
      "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
    const strict = await serve({ "Content-Security-Policy": policy });
    const { page } = await open(browser, strict.address);
    await expect(page.getByRole("alert").innerText()).resolves.toMatch(
      /could not be started[\s\S]*wasm-unsafe-eval/,
    );
    await expect(page.getByRole("img", { name: /still picture/ }).isVisible()).resolves.toBe(true);
    strict.server.close();
  });

  test("tells a frame's host its height", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.setContent("<!doctype html><title>a host</title>");
    const height = await page.evaluate(
      (source) =>
        new Promise<number>((resolve) => {
          addEventListener("message", (event) => {
            const said = JSON.parse(event.data);
            if (said.context === "iframe.resize" && said.height > 500) resolve(said.height);
          });
          const frame = document.createElement("iframe");
          frame.src = source;
          frame.width = "800";
          document.body.append(frame);
        }),
      served.address,
    );
    expect(height).toBeGreaterThan(500);
  });
});
