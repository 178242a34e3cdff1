/**
 * The chapters: on the hosted site a document each, in the single file and the embed a view; and
 * the bar that follows.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { partsOf } from "../../web/src/state/chapters.js";
import { documentOf } from "../../web/src/text/documents.js";
import { en } from "../../web/src/text/en/page.js";
import { zh } from "../../web/src/text/zh/page.js";
import {
  ALL,
  boxOf,
  dist,
  frames,
  go,
  open,
  openApart,
  ready,
  rested,
  setUp,
  singleFile,
  tableNamed,
  testOfAll,
} from "./browser.js";
import { embed } from "./host-pages.js";
import { FEW, fragmentOf } from "./reasons.js";

const { browser, served, openHost } = await setUp();

/** The parts of the chapter that the tests open most. */
const WHY = partsOf("why");

const file = (page: Page) => new URL(page.url()).pathname.split("/").at(-1);
const current = (page: Page) => page.locator(".contents [aria-current]").innerText();
const parts = (page: Page) => page.locator("section.reason");
const matrices = (page: Page) => tableNamed(page, "Scaled attention weights");
const topOf = async (page: Page, selector: string) => (await boxOf(page, selector)).top;

describe("a chapter of the hosted site", () => {
  /** The heading of each, and what it alone fetches of its own. */
  const DOCUMENT = {
    why: "",
    heads: "Many heads",
    transformer: "The Transformer",
    race: "Training",
    divisors: "Which divisor",
    model: "A trained model",
  };

  const names = ["race", "why", "heads", "transformer", "divisors", "model"] as const;

  test.each([...names, "lessons"] as const)(
    "has its own title, description and picture: %s",
    (name) => {
      const html = readFileSync(join(dist, `${name}.html`), "utf8").replace(/\s+/g, " ");
      const { title, description } = documentOf(en, name);
      expect(html).toContain(`<title>${title}</title>`);
      expect(html).toContain(`name="description" content="${description}"`);
      expect(html).toContain(`property="og:title" content="${title}"`);
      const image = /og:image" content="\.\/([\w-]+\.png)"/.exec(html)?.[1] ?? "";
      expect(readFileSync(join(dist, image)).length).toBeGreaterThan(1000);
    },
  );

  test.each(ALL ? names : names.slice(0, 1))(
    "is a document with its own scripts alone, settings and d: %s",
    async (name) => {
      const { page, messages, requests } = await open(browser, `${served.address}${name}.html`);
      await ready(page);
      await expect.poll(() => page.title()).toBe(documentOf(en, name).title);
      expect(await page.locator("h1").innerText()).toContain(DOCUMENT[name]);
      const scripts = () =>
        requests.flatMap((url) => /\/(\w+)-parts-[^/]*\.js$/.exec(url)?.[1] ?? []);
      await expect.poll(scripts).toEqual([name]);
      const layers = () => requests.some((url) => url.includes("attention_scale_layers"));
      if (name === "transformer") await expect.poll(layers).toBe(true);
      if (name === "why" || name === "heads") expect(layers()).toBe(false);
      expect(await page.locator("#sentence").count()).toBe(
        name === "race" || name === "model" ? 0 : 1,
      );
      const dim = page.locator("#dim-number");
      if (name === "model") expect(await dim.count()).toBe(0);
      else expect(await dim.inputValue()).toBe(name === "race" ? "128" : "64");
      expect(messages).toEqual([]);
    },
  );

  test("opens where its document's address names no view, and another where it does", async () => {
    const { page } = await open(browser, `${served.address}why.html#dim=32&${FEW}`);
    await ready(page);
    expect(await current(page)).toBe("2 Why the root");
    await expect.poll(() => parts(page).count()).toBe(WHY.length);
    expect(await matrices(page).count()).toBe(0);
    await page.goto(`${served.address}why.html#view=page&dim=32`);
    await matrices(page).waitFor({ state: "attached" });
    expect(await current(page)).toBe("1 Attention");
    // What the reader changes keeps the chapter in the address.
    await page.locator("#dim-number").fill("16");
    await expect.poll(() => fragmentOf(page).get("dim")).toBe("16");
    await page.reload();
    await matrices(page).waitFor({ state: "attached" });
  });

  test("leads on and back with the state, by the contents and at its end", async () => {
    const { page, messages } = await open(browser, `${served.address}#dim=32&${FEW}`);
    await ready(page);
    expect(await current(page)).toBe("1 Attention");
    await page.locator(".chapter-ends .next a").click();
    await page.waitForURL(/why\.html#/);
    await ready(page);
    expect(fragmentOf(page).get("dim")).toBe("32");
    await expect.poll(() => parts(page).count()).toBe(WHY.length);
    await page.locator(".contents a").first().click();
    await matrices(page).waitFor({ state: "attached" });
    expect([file(page), fragmentOf(page).get("dim")]).toEqual(["", "32"]);
    await page.goBack();
    await expect.poll(() => parts(page).count()).toBe(WHY.length);
    expect(messages).toEqual([]);
  });

  test("has the section of an old link, and is named in the link that Share gives", async () => {
    const { page } = await open(browser, `${served.address}#view=page&at=variance&${FEW}`);
    await ready(page);
    await page.locator("#at-variance").waitFor();
    expect(await current(page)).toBe("2 Why the root");
    await expect.poll(() => topOf(page, "#at-variance")).toBeLessThan(300);
    await page.evaluate(() => scrollTo(0, 0));
    const link = async () => {
      await page.getByRole("button", { name: "Share" }).click();
      return new URL(await page.locator("#share-link").inputValue());
    };
    const view = ({ hash }: URL) => new URLSearchParams(hash.slice(1)).get("view");
    const why = await link();
    expect([why.pathname.split("/").at(-1), view(why)]).toEqual(["why.html", "why"]);
    await page.goto(served.address);
    await ready(page);
    expect((await link()).hash).toBe("#view=page");
  });
});

/** Whether a heading stands 64 px below the top, up to a rounding of both. */
const isAtTheTop = (top: number): boolean => Math.abs(top - 64) <= 1;

describe("a link to a section", () => {
  test.each([
    [360, "jacobian"],
    [360, "gradient"],
    [1440, "gradient"],
  ])(
    "lands at its heading, at a width of %i: %s, while what is above it grows",
    async (width, at) => {
      const { page } = await openApart(browser, `${served.address}#view=why&at=${at}&${FEW}`, {
        viewport: { width, height: 800 },
      });
      const heading = `#at-${at}`;
      await page.locator(heading).waitFor();
      await expect.poll(() => topOf(page, heading)).toSatisfy(isAtTheTop);
      const grow = (height: string) =>
        page.locator("#at-variance").evaluate((element, height) => {
          (element as HTMLElement).style.paddingBottom = height;
        }, height);
      await grow("470px");
      await frames(page, 3);
      await expect.poll(() => topOf(page, heading)).toSatisfy(isAtTheTop);
      await grow("0px");
      await frames(page, 3);
      await expect.poll(() => topOf(page, heading)).toSatisfy(isAtTheTop);
      // The reader goes on.
      await page.mouse.wheel(0, 300);
      await expect.poll(() => topOf(page, heading)).toBeLessThan(0);
      await grow("100px");
      await frames(page, 3);
      expect(await topOf(page, heading)).toBeLessThan(0);
    },
  );
});

describe("a chapter of one document", () => {
  test("is shown from its start by the contents of the single file, and gone back from", async () => {
    const { page, messages } = await open(browser, `${singleFile}#dim=32&${FEW}`);
    await ready(page);
    await page.locator(".chapter-ends .next a").click();
    await expect.poll(() => parts(page).count()).toBe(WHY.length);
    await expect.poll(() => fragmentOf(page).get("view")).toBe("why");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect.poll(() => page.title()).toBe(documentOf(en, "why").title);
    await page.goBack();
    await matrices(page).waitFor({ state: "attached" });
    expect(messages).toEqual([]);
  });

  test("is a view of the embed, which hide=contents leaves alone", async () => {
    const { page } = await openHost(embed(`view="why" samples="300" draws="20"`));
    await expect.poll(() => parts(page).count()).toBe(WHY.length);
    await page.locator(".contents a").first().click();
    await matrices(page).waitFor({ state: "attached" });
    expect(page.url()).toMatch(/host-\d+\.html$/);
    const element = page.locator("attention-scale");
    await element.evaluate((it) => it.setAttribute("hide", "contents"));
    await page.locator(".contents").waitFor({ state: "detached" });
    expect(await page.locator(".chapter-ends").count()).toBe(0);
    await element.evaluate((it) => it.setAttribute("at", "jacobian"));
    await page.locator("#at-jacobian").waitFor();
  });
});

describe("a part alone", () => {
  test.each([
    ["bugs", "en", "6", en.chapters.divisors.name, en.chapters.whole],
    ["depth", "zh", "4", zh.chapters.transformer.name, zh.chapters.whole],
  ] as const)("of the own page has the chapters and a way back: %s, %s", async (...given) => {
    const [view, lang, place, name, whole] = given;
    const { page } = await open(browser, `${singleFile}#view=${view}&lang=${lang}&${FEW}`);
    await parts(page).first().waitFor();
    expect(await current(page)).toBe(`${place} ${name}`);
    await page.locator(".chapter-ends .next a").waitFor();
    const link = page.locator(".contents p a");
    expect(await link.innerText()).toBe(`← ${whole} ${name}`);
    await link.click();
    await expect.poll(() => parts(page).count()).toBeGreaterThan(1);
    await page.locator(`#at-${view}`).waitFor();
    expect(await link.count()).toBe(0);
    await page.goBack();
    await link.waitFor();
  });

  test("of an embed has none of these", async () => {
    const { page } = await openHost(embed(`view="bugs"`));
    await parts(page).first().waitFor();
    expect(await page.locator(".contents, .chapter-ends").count()).toBe(0);
  });
});

describe("the bar", () => {
  const bar = (page: Page) => page.locator("section.bar");

  test("follows when the controls leave the page, at any width, but for hide=bar and on paper", async () => {
    const { page } = await open(browser, `${served.address}#view=heads&sentence=I+am+good`);
    await ready(page);
    await parts(page).first().waitFor();
    expect(await bar(page).count()).toBe(0);
    await page.evaluate(() => scrollTo(0, 700));
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 700 });
      await bar(page).waitFor();
      const chips = bar(page).locator(".chips");
      expect(await chips.locator("li").allInnerTexts()).toEqual(["I", "am", "good"]);
      // Three words of three are in sight.
      const hidden = await chips.evaluate((list) => list.scrollWidth - list.clientWidth);
      expect(hidden).toBeLessThanOrEqual(1);
      const { y, height, width: wide } = (await bar(page).boundingBox()) ?? {};
      expect(y).toBe(0);
      expect(height).toBeLessThan(64);
      expect(wide).toBeLessThanOrEqual(width);
    }
    await bar(page).locator("#bar-dim").press("ArrowRight");
    await expect.poll(() => fragmentOf(page).get("dim")).toBe("68");
    await bar(page).getByRole("button", { name: "Resample" }).click();
    await expect.poll(() => fragmentOf(page).has("seed")).toBe(true);
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => bar(page).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await go(page, "view=heads&hide=bar");
    await bar(page).waitFor({ state: "detached" });
  });

  /** The sliders of the bar where a part is in sight, also while what is above it still grows. */
  const slidersAt = async (page: Page, part: string) => {
    await page.locator(`#at-${part}`).evaluate((heading) => heading.scrollIntoView());
    await frames(page, 3);
    return bar(page)
      .locator("input[type=range]")
      .evaluateAll((all) => all.map(({ id }) => id));
  };
  const words = (page: Page) => bar(page).locator(".chips li").allInnerTexts();

  test("lends its slider, its words and Resample to the part in sight", async () => {
    const { page } = await open(browser, `${served.address}#view=why&${FEW}`);
    await ready(page);
    for (const [part, slider, seed] of [
      ["saturation", "a", null],
      ["gradient", "dim", "drawseed"],
      ["variance", "sampledim", "sampleseed"],
    ] as const) {
      await expect.poll(() => slidersAt(page, part)).toEqual([`bar-${slider}`]);
      expect(await words(page)).toEqual([]);
      const before = fragmentOf(page).get(slider);
      await bar(page).locator(`#bar-${slider}`).press("ArrowRight");
      await expect.poll(() => fragmentOf(page).get(slider)).not.toBe(before);
      const resample = bar(page).getByRole("button", { name: "Resample" });
      expect(await resample.count()).toBe(seed === null ? 0 : 1);
      if (seed !== null) {
        await resample.click();
        await expect.poll(() => fragmentOf(page).has(seed)).toBe(true);
      }
    }
  });

  test("says the sentence and the d of the figure in sight, where these are not the page’s", async () => {
    const { page } = await open(browser, `${served.address}#view=heads`);
    await ready(page);
    const dog = "A dog ate the food because it was hungry".split(" ");
    for (const [part, expected, slider] of [
      ["steps", ["I", "am", "good"], []],
      ["cross", ["I", "am", "good"], []],
      ["tensor", dog, ["bar-dim"]],
    ] as const) {
      await expect.poll(() => slidersAt(page, part)).toEqual(slider);
      await expect.poll(() => words(page), { message: part }).toEqual(expected);
      if (slider.length === 0) expect(await bar(page).innerText()).toMatch(/[d𝑑]\s*=\s*3/u);
    }
    // Words of one's own have the page's d.
    await page.locator("#cross-second").fill("to be");
    await expect.poll(() => slidersAt(page, "cross")).toEqual(["bar-dim"]);
  });

  test("holds the exponent in the chapter of the trained model", async () => {
    const { page } = await open(browser, `${served.address}#view=model`);
    await ready(page);
    await parts(page).first().waitFor();
    await expect.poll(() => slidersAt(page, "perplexity")).toEqual(["bar-exponent"]);
    await bar(page).locator("#bar-exponent").press("ArrowRight");
    await expect.poll(() => fragmentOf(page).get("exponent")).toBe("0.51");
  });

  test("unfolds to all controls where the reader is, and folds at their place", async () => {
    const { page } = await open(browser, `${served.address}#view=why&${FEW}`);
    await ready(page);
    await parts(page).first().waitFor();
    await page.evaluate(() => scrollTo(0, 1600));
    // Figures that come give the page its height.
    await page.locator('[data-study="spread"][data-progress="done"]').waitFor();
    const top = await rested(page, () => topOf(page, "#at-variance"));
    const unfold = bar(page).locator("button.unfold");
    await unfold.click();
    await bar(page).locator("#sentence").waitFor();
    await expect.poll(() => topOf(page, "#at-variance")).toBe(top);
    await bar(page).locator("#sentence").fill("to be or not");
    await expect.poll(() => fragmentOf(page).get("sentence")).toBe("to be or not");
    expect(await unfold.getAttribute("aria-expanded")).toBe("true");
    await unfold.click();
    await expect.poll(() => bar(page).locator("#sentence").count()).toBe(0);
    await unfold.click();
    await page.evaluate(() => scrollTo(0, 0));
    await bar(page).waitFor({ state: "detached" });
    expect(await page.locator("section.controls #sentence").inputValue()).toBe("to be or not");
  });

  testOfAll(
    "gives the controls back to their place where it goes while it holds them",
    async () => {
      const { page } = await open(browser, `${singleFile}#view=why&${FEW}`);
      await ready(page);
      await parts(page).first().waitFor();
      for (const next of [`view=page&${FEW}`, `view=why&hide=bar&${FEW}`]) {
        await page.evaluate(() => scrollTo(0, 1600));
        await bar(page).locator("button.unfold").click();
        await go(page, next);
        await bar(page).waitFor({ state: "detached" });
        expect(await page.locator("#sentence").count()).toBe(1);
        await go(page, `view=why&${FEW}`);
        await parts(page).first().waitFor();
      }
    },
  );

  testOfAll("covers nothing that a link or the keyboard leads to", async () => {
    const { page } = await open(browser, `${served.address}#view=why&at=jacobian&${FEW}`);
    await ready(page);
    await bar(page).waitFor();
    await expect.poll(() => topOf(page, "#at-jacobian")).toBeLessThan(300);
    const { height = 0 } = (await bar(page).boundingBox()) ?? {};
    expect(await topOf(page, "#at-jacobian")).toBeGreaterThanOrEqual(height);
    // Backwards, to what is above the screen.
    await page.locator("#at-jacobian a").focus();
    for (let times = 0; times < 12; times += 1) {
      await page.keyboard.press("Shift+Tab");
      const covered = await page.evaluate(() => {
        const root = document.querySelector("attention-scale")?.shadowRoot;
        const focused = root?.activeElement;
        const box = root?.querySelector(".bar");
        if (!focused || !box || box.contains(focused)) return false;
        const { top, bottom } = focused.getBoundingClientRect();
        return top < box.getBoundingClientRect().bottom && bottom > 0;
      });
      expect(covered).toBe(false);
    }
  });
});

test.each(["en", "zh"])("the first view of a projector holds the finding, in %s", async (lang) => {
  const { page } = await openApart(browser, `${served.address}#lang=${lang}`, {
    viewport: { width: 1280, height: 720 },
  });
  await ready(page);
  const bottomOf = async (selector: string) => (await boxOf(page, selector)).bottom;
  await expect.poll(() => bottomOf(".finding")).toBeLessThanOrEqual(720);
  // The numbers of d and of the exponent stand on one line.
  expect(await bottomOf("#exponent-number")).toBeCloseTo(await bottomOf("#dim-number"), 0);
});
