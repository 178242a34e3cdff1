/**
 * The lessons: from the single file without a network, on paper, and their answers on a link of
 * their own.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LESSONS, linkOf, placeOf } from "../../web/src/lessons/lessons.js";
import { SLIDES, type SlideName } from "../../web/src/part-kit/slides.js";
import type { Language } from "../../web/src/state/state.js";
import { en as words } from "../../web/src/text/en/single-figure.js";
import { plainText } from "../../web/src/text/rich.js";
import { violations } from "./axe.js";
import { ALL, go, open, ready, setUp, singleFile } from "./browser.js";
import { fragmentOf } from "./reasons.js";

const { browser, served } = await setUp();

/** The pages of a PDF of A4 with the margins that browsers give. */
const sheets = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
const MARGIN = "10mm";
const A4 = {
  format: "A4",
  margin: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
} as const;

const ITEMS = Object.keys(SLIDES) as SlideName[];

/** The first slide of each lesson; the languages take turns, unless all is tested. */
const LESSON_SLIDES = (["en", "zh"] as const).flatMap((lang, turn) =>
  (["matrices", "steps", "race", "atlas"] as const)
    .filter((_, i) => ALL || i % 2 === turn)
    .map((item): [Language, SlideName] => [lang, item]),
);

/** Title, question, figures and controls of a slide are within the window. */
async function fits(page: Page, item: SlideName, lang: Language): Promise<void> {
  const { figures, below: named = [] } = SLIDES[item];
  // Chinese readers need no glosses.
  const below = named.filter((name) => name !== "glosses" || lang !== "zh");
  const pieces = page.locator(
    ".present :is(.called, h1, figure canvas, .below-figures > *, .asks button)",
  );
  await expect
    .poll(() => page.locator(".present figure").count(), { message: item })
    .toBeGreaterThanOrEqual(figures.length);
  await expect
    .poll(() => page.locator(".present .below-figures > *").count(), { message: item })
    .toBeGreaterThanOrEqual(below.length);
  const outside = () =>
    pieces.evaluateAll((all) =>
      all
        .map((piece) => ({
          name: piece.className || piece.tagName,
          box: piece.getBoundingClientRect(),
        }))
        .filter(
          ({ box }) =>
            box.top < 0 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight,
        )
        .map(({ name, box }) => `${name}: ${Math.round(box.top)} to ${Math.round(box.bottom)}`),
    );
  await expect.poll(outside, { message: item, timeout: 20_000 }).toEqual([]);
}

/** The first letters of a text, those of formulas as they are typed. */
const startOf = (text: string) => text.normalize("NFKC").replace(/\s/g, "").slice(0, 8);

describe("the lessons", () => {
  test.each(["en", "zh"] as const)(
    "are two or three sheets of A4, with and without the answers: %s",
    async (lang) => {
      const { page, messages } = await open(browser, `${singleFile}#view=lessons&lang=${lang}`);
      await ready(page);
      expect(await page.locator(".lesson li").count()).toBe(24);
      // Chinese takes less room.
      expect(sheets(await page.pdf(A4))).toBe(lang === "en" ? 3 : 2);
      const answer = LESSONS[lang].lessons[0].items.saturation.answer;
      expect(await page.getByText(answer.slice(0, 12)).count()).toBe(0);
      await page.getByRole("link", { name: LESSONS[lang].forTeachers, exact: true }).click();
      await page.getByText(answer.slice(0, 12)).waitFor();
      await expect.poll(() => fragmentOf(page).get("solutions")).toBe("on");
      expect(sheets(await page.pdf(A4))).toBeLessThanOrEqual(2);
      expect(messages).toEqual([]);
    },
  );

  test("have links into the page itself, in the language of the reader, and back", async () => {
    const { page, requests } = await open(browser, `${singleFile}#view=lessons&lang=zh`);
    await ready(page);
    const links = page.locator(".lesson h3 a");
    expect(await links.count()).toBe(ITEMS.length);
    await links.nth(7).click();
    await page.locator(".present section.reason canvas").first().waitFor();
    const fragment = fragmentOf(page);
    expect(["view", "dim", "lang"].map((key) => fragment.get(key))).toEqual(["many", "512", "zh"]);
    await page.goBack();
    await links.first().waitFor();
    expect(requests.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
  });

  test.each(LESSON_SLIDES)(
    "open at slides that fill a projector, and cover their figures until asked: %s, %s",
    async (lang, first) => {
      const projector = { viewport: { width: 1280, height: 720 } };
      const address = `${singleFile}#${linkOf(first)}&lang=${lang}`;
      const { page, messages, requests } = await open(browser, address, projector);
      const { items } = placeOf(first, lang);
      for (const [place, item] of items.entries()) {
        await expect
          .poll(() => fragmentOf(page).get("lesson"), { message: item.slide })
          .toBe(item.slide);
        await fits(page, item.slide, lang);
        expect(await page.locator(".present .called").innerText()).toMatch(/^[1-4][.][1-6] /);
        const asked = await page.locator(".present h1").innerText();
        expect(startOf(asked)).toBe(startOf(plainText(item.question)));
        await expect.poll(() => page.locator(".present[data-covered]").count()).toBe(1);
        const caption = page.locator(".present .caption").first();
        if ((await caption.count()) > 0) expect(await caption.isVisible()).toBe(false);
        await page.keyboard.press("PageDown");
        await expect.poll(() => page.locator(".present[data-covered]").count()).toBe(0);
        await fits(page, item.slide, lang);
        const { reveals, seen = false } = SLIDES[item.slide];
        if (reveals !== undefined) {
          // What was seen before changes at once, what was covered with the next key.
          if (!seen) await page.keyboard.press("PageDown");
          await expect.poll(() => fragmentOf(page).get("a")).toBe(String(reveals.a));
        }
        const count = await page.locator(".present .asks [aria-hidden]").innerText();
        expect(count).toBe(`${place + 1} / 6`);
        await page.keyboard.press("PageDown");
      }
      // The last one leads back, to the link that it was opened by.
      await expect.poll(() => page.locator(".lesson").count()).toBe(4);
      const focused = () =>
        page.evaluate(
          () =>
            (document.querySelector("attention-scale")?.shadowRoot?.activeElement as HTMLElement)
              ?.dataset?.slide,
        );
      await expect.poll(focused).toBe(items.at(-1)?.slide);
      expect(messages).toEqual([]);
      expect(requests.filter((url) => !/^(file|blob|data):/.test(url))).toEqual([]);
    },
    120_000,
  );

  test("have the control that a step asks for on the slide", async () => {
    const { page } = await open(browser, `${singleFile}#${linkOf("variance")}&lang=en`);
    const field = page.getByRole("spinbutton", { name: /^d of the samples/ });
    await field.fill("25");
    await expect.poll(() => fragmentOf(page).get("sampledim")).toBe("25");
    await page.getByRole("button", { name: words.show }).click();
    await page.locator(".present .caption", { hasText: "25" }).waitFor();
  });

  test.each(ALL ? ["lessons.html", "#view=lessons"] : ["lessons.html"])(
    "are a document of the hosted page, whose links lead to its chapters: %s",
    async (address) => {
      const { page, requests } = await open(browser, `${served.address}${address}`);
      await ready(page);
      await expect.poll(() => page.locator(".lesson").count()).toBe(4);
      const hrefs = await page
        .locator(".lesson h3 a")
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(hrefs.every((href) => href.startsWith(served.address))).toBe(true);
      expect(requests.some((url) => /-parts-/.test(url))).toBe(false);
      await go(page, "view=lessons&solutions=on");
      await page.getByText(LESSONS.en.answer).first().waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );
});
