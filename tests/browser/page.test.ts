import recorded from "recorded-answers";
import { describe, expect, test } from "vitest";
import { START as START_STATE } from "../../web/src/state/state.js";
import { weight } from "../../web/src/text/numbers.js";
import { engine } from "../loaded-engine.js";
import { go, open, openApart, ready, serve, setUp, stop, table, tableNamed } from "./browser.js";
import { expectTables, START, seed, sentence } from "./expected.js";
import { fragmentOf } from "./reasons.js";

const { browser, served, start } = await setUp();

describe("the hosted page", () => {
  test("makes its point before any input, in words with live numbers", async () => {
    const { page } = await start();
    await expect(page.locator(".caption").innerText()).resolves.toMatch(
      /Without the division, I gives 96\u00A0% of its attention to am\. Divide the scores by\s+64\s+=\s8 and it is 57\u00A0%/,
    );
    await expect(page.locator(".caption msqrt").textContent()).resolves.toBe("64");
    const scaled = tableNamed(page, "Scaled attention weights");
    for (const names of ["tbody th", "thead th[scope=col]"]) {
      await expect(scaled.locator(names).allTextContents()).resolves.toEqual(START.words);
    }
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
      START_STATE.x.map((row) => [...row]),
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
  });

  test("folds the vectors' source and the projections, which a link that sets one opens, as does who gets to them", async () => {
    const { page } = await open(browser, served.address);
    await ready(page);
    const more = page.getByRole("button", { name: "More", exact: true });
    const folded = page.locator(".row.second");
    const heights = async () => (await folded.boundingBox())?.height;
    const box = await page.locator(".controls").boundingBox();
    expect([await heights(), await more.getAttribute("aria-expanded")]).toEqual([0, "false"]);
    await more.click();
    expect(await heights()).toBeGreaterThan(30);
    await more.click();
    expect(await page.locator(".controls").boundingBox()).toEqual(box);
    await page.getByRole("radio", { name: "Identity" }).focus();
    await expect.poll(heights).toBeGreaterThan(30);
    for (const fragment of ["seed=5", "projections=identity", "hide=sentence,dim"]) {
      const { page: opened } = await open(browser, `${served.address}#${fragment}`);
      await opened.locator('.more-toggle[aria-expanded="true"]').waitFor({ state: "attached" });
    }
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
    await expect(
      page.getByText("Not words, so left out: ， 😀 (a word has a letter or a digit)").isVisible(),
    ).resolves.toBe(true);
    await expect(page.getByText(/appear more than once/).isVisible()).resolves.toBe(true);
    const weights = await table(page, "Scaled attention weights");
    expect(weights[0]).toEqual(weights[2]);
  });

  test("forgives junk in the link with a visible note", async () => {
    const { page, messages } = await start("#dim=banana&colour=red&seed=99&%zz=1");
    await expectTables(page, { ...START, seed: 99 });
    const note = await page.getByRole("status").innerText();
    expect(note).toMatch(/dim=banana/);
    expect(note).toMatch(/colour=red/);
    expect(messages).toEqual([]);
  });

  test("goes back and forward through what the reader did, and Reset brings the start back", async () => {
    const words = "to be or not to be".split(" ");
    const { page } = await start(`#sentence=${words.join("+")}&dim=200&exponent=0.4&cell=1%2C2`);
    const state = { words, dim: 200, exponent: 0.4 };
    await expectTables(page, state);
    await page.locator("#dim-number").fill("128");
    await expect.poll(() => fragmentOf(page).get("dim")).toBe("128");
    await seed(page).fill("5");
    await expect.poll(() => fragmentOf(page).get("seed")).toBe("5");
    await page.goBack();
    await expectTables(page, { ...state, dim: 128 });
    // √128, and what is left of it after the division by 128^0.4; then the weight of the held cell.
    const [spread, held] = await page.locator(".silhouettes .live").allInnerTexts();
    expect(spread).toBe("11 → 1.6");
    const weightIn = async (name: string) => weight((await table(page, name))[1]?.[2] ?? 0);
    expect(held).toBe(
      `${await weightIn("Unscaled attention weights")} → ${await weightIn("Scaled attention weights")}`,
    );
    await page.goBack();
    await expectTables(page, state);
    await page.goForward();
    await expectTables(page, { ...state, dim: 128 });
    await page.getByRole("button", { name: "Resample" }).click();
    await expect.poll(() => page.url()).toContain("seed=");
    const drawn = Number(fragmentOf(page).get("seed"));
    await expectTables(page, { ...state, dim: 128, seed: drawn });
    await page.getByRole("button", { name: "Reset" }).click();
    await expectTables(page, START);
    await expect.poll(() => new URL(page.url()).hash).toBe("");
  });

  test.each(["no-preference", "reduce"] as const)(
    "a step of d: motion %s",
    async (reducedMotion) => {
      const { page } = await openApart(browser, served.address);
      await page.emulateMedia({ reducedMotion });
      await ready(page);
      const pictures = await page.evaluate(async () => {
        const root = document.querySelector("attention-scale")?.shadowRoot;
        const canvas = root?.querySelector<HTMLCanvasElement>("figure.scaled canvas");
        const field = root?.querySelector<HTMLInputElement>("#dim-number");
        if (!canvas || !field) throw new Error("no first screen");
        // A clock that a frame takes on by 20 ms, however late it comes; the first rendering is
        // long past.
        let now = performance.now() + 1000;
        performance.now = () => now;
        const seen = new Set([canvas.toDataURL()]);
        field.value = "16";
        field.dispatchEvent(new InputEvent("input"));
        for (let still = 0; still < 20 || seen.size < 2; still += 1) {
          await new Promise(requestAnimationFrame);
          now += 20;
          const { size } = seen;
          if (seen.add(canvas.toDataURL()).size > size) still = 0;
        }
        return seen.size;
      });
      // The picture before and that after; on the way at least one more.
      if (reducedMotion === "reduce") expect(pictures).toBe(2);
      else expect(pictures).toBeGreaterThan(2);
    },
  );

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
    const { page, requests } = await open(browser, served.address, { locale: "zh-CN" });
    await ready(page);
    await expect(page.getByRole("heading", { level: 1 }).innerText()).resolves.toContain("为什么");
    const languages = () =>
      new Set(requests.flatMap((url) => /words-(\w+)-/.exec(url)?.slice(1) ?? []));
    expect(languages()).toEqual(new Set(["zh"]));
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("zh");
    await page.getByRole("combobox", { name: "语言" }).selectOption("English");
    await page.getByRole("heading", { level: 1, name: "Why" }).waitFor();
    expect(languages()).toEqual(new Set(["zh", "en"]));
    await expect.poll(() => fragmentOf(page).get("lang")).toBe("en");
  });

  test("starts in Chinese with a Chinese sentence, which its address then has in every language", async () => {
    const { page } = await open(browser, served.address, { locale: "zh-CN" });
    await ready(page);
    const words = () => page.locator(".chips li").allTextContents();
    const CHINESE = ["我", "很", "好"];
    expect(await words()).toEqual(CHINESE);
    const { hash } = new URL(page.url());
    expect([...new URLSearchParams(hash.slice(1))]).toEqual([["sentence", CHINESE.join(" ")]]);
    await page.getByRole("group", { name: /^问题/ }).waitFor();
    const numbers = await table(page, "缩放后的注意力权重");
    const { page: english } = await start(hash.slice(1));
    expect(await table(english, "Scaled attention weights")).toEqual(numbers);

    // A link that leaves the sentence out has that of every link.
    for (const link of ["view=page", "lang=zh", "dim=64"]) {
      await go(page, link);
      await expect.poll(words).toEqual(START.words);
    }
    await page.getByRole("button", { name: "重置" }).click();
    await expect.poll(words).toEqual(CHINESE);
    await page.getByRole("textbox", { name: "句子" }).fill(START.words.join(" "));
    await expect.poll(() => new URL(page.url()).hash).toBe("#view=page");
    await page.reload();
    await ready(page);
    expect(await words()).toEqual(START.words);
  });

  test("shows both recorded answers of a trained model below the finding, typed to the eye alone", async () => {
    const { page, requests } = await openApart(browser, served.address, {
      viewport: { width: 360, height: 480 },
    });
    await ready(page);
    const section = page.getByRole("region", { name: "The same weights, one division removed" });
    const answers = section.locator(".answers span");
    await expect.poll(() => answers.allTextContents()).toEqual(recorded.en.answers);
    const seen = () =>
      answers.evaluateAll((all) =>
        all.every((answer) => getComputedStyle(answer).color !== "rgba(0, 0, 0, 0)"),
      );
    expect(await seen()).toBe(false);
    for (const media of [{ media: "print" }, { reducedMotion: "reduce" }] as const) {
      await page.emulateMedia(media);
      expect(await seen()).toBe(true);
      await page.emulateMedia({ media: null, reducedMotion: null });
    }
    expect(await seen()).toBe(false);
    await section.locator(".answers").scrollIntoViewIfNeeded();
    await expect.poll(seen).toBe(true);
    expect(requests.filter((url) => url.includes("/model/"))).toEqual([]);
    await section.getByRole("link", { name: "Ask it yourself" }).click();
    await page.waitForURL(/\/model\.html#view=model/);
  });

  test("is in Spanish for Spanish readers, and says where words are still English", async () => {
    const { page, requests } = await open(browser, served.address, { locale: "es-MX" });
    await ready(page);
    await expect(page.getByRole("heading", { level: 1 }).innerText()).resolves.toContain("Por qué");
    await page.getByRole("heading", { name: "Tres frases para recordar" }).waitFor();
    expect(requests.filter((url) => /words-(?!es)/.test(url))).toEqual([]);
    await page.goto(`${served.address}why.html`);
    await page.getByText("Este capítulo aún no está traducido").waitFor();
    const part = page.getByRole("region", { name: "The scores spread as √d" });
    await expect(part.getAttribute("lang")).resolves.toBe("en");
  });

  test("is in Japanese for Japanese readers, from a sentence of its own to the path", async () => {
    const { page, requests } = await open(browser, served.address, { locale: "ja-JP" });
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("ja");
    expect(await page.locator(".chips li").allTextContents()).toEqual(["私", "は", "元気", "です"]);
    await page.getByRole("heading", { name: "覚えておきたい三つのこと" }).waitFor();
    await page.getByRole("region", { name: "同じ重みから、割り算を一つ外す" }).waitFor();
    await go(page, "lang=ja&path=short");
    await page.getByRole("heading", { name: "まず予想する" }).waitFor();
    expect(requests.filter((url) => /words-(?!ja)/.test(url))).toEqual([]);
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
});

test("without WebAssembly the hosted page shows the still picture, the reason and what to do", async () => {
  const { page } = await openApart(browser, "about:blank");
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "WebAssembly"));
  const policy =
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
  const strict = await serve({ "Content-Security-Policy": policy });
  const { page: forbidden } = await open(browser, strict.address);
  await page.goto(served.address);
  for (const [shown, said] of [
    [page, /no WebAssembly[\s\S]*What to do/],
    [forbidden, /could not be started[\s\S]*wasm-unsafe-eval/],
  ] as const) {
    await expect(shown.getByRole("alert").innerText()).resolves.toMatch(said);
    await expect(shown.getByRole("img", { name: /still picture/ }).isVisible()).resolves.toBe(true);
  }
  stop(strict);
});
