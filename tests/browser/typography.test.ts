/**
 * Mathematics that is set, and the fonts that draw the signs which Latin and Chinese fonts share,
 * and the characters which Chinese and Japanese ones do.
 */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { LATER_PARTS } from "../../web/src/state/state.js";
import { ALL, onePage, ready, setUp } from "./browser.js";
import { done, FEW, follow } from "./reasons.js";

const { browser, served } = await setUp();
const openAt = onePage(browser, served.address);

/** Elements in each font of the page, bold ones too. */
const PLACES = ["h1", ".subtitle", ".caption", ".note", "summary", ".controls label", "button"];
/** Signs that Latin and Chinese fonts share, and those of Chinese alone. */
const SHARED = "‘’“”—…";
const CHINESE = "，。：（）";

/** The families of the fonts that draw a text at the end of an element. */
async function familiesOf(page: Page, selector: string, text: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  await session.send("DOM.getDocument", { depth: 0 });
  // Chromium tells the fonts only of what it has laid out: nothing that is hidden or far from the
  // screen.
  const place = page.locator(selector).filter({ visible: true }).first();
  await place.evaluate((element, text) => {
    const probe = document.createElement("span");
    probe.id = "probe";
    probe.textContent = text;
    element.append(probe);
    probe.scrollIntoView();
    return new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)));
  }, text);
  const { result } = await session.send("Runtime.evaluate", {
    expression: 'document.querySelector("attention-scale").shadowRoot.getElementById("probe")',
  });
  if (result.objectId === undefined) throw new Error(`There is no ${selector} on the page.`);
  const { nodeId } = await session.send("DOM.requestNode", { objectId: result.objectId });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await page.evaluate(() =>
    document.querySelector("attention-scale")?.shadowRoot?.getElementById("probe")?.remove(),
  );
  await session.detach();
  expect(fonts, `${selector}: ${text}`).not.toEqual([]);
  return fonts.map(({ familyName }) => familyName);
}

/** The families that a text takes in all places, by place. */
async function families(page: Page, text: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const place of PLACES) found[place] = await familiesOf(page, place, text);
  return found;
}

const all = (found: Record<string, string[]>) => [...new Set(Object.values(found).flat())].sort();

test("a page takes its letters and its punctuation from fonts of its language", async () => {
  const { page } = await openAt("view=matrices&lang=zh");
  const han = all(await families(page, "注意力"));
  const english = await openAt("view=matrices&lang=en").then(() =>
    families(page, `word’s ${SHARED}`),
  );
  await openAt("view=matrices&lang=zh");
  const chinese = await families(page, SHARED + CHINESE);
  const state = `fonts of Chinese characters here: ${han.join(", ")}`;
  // Without a Chinese font there would be nothing to confuse.
  expect(han.join(), `${state}; install fonts-noto-cjk`).toMatch(/CJK|SC\b|Hei|Song/);
  expect(
    all(english).filter((family) => han.includes(family)),
    `${state}; English: ${JSON.stringify(english)}`,
  ).toEqual([]);
  expect(
    all(chinese).filter((family) => !han.includes(family)),
    `${state}; Chinese punctuation: ${JSON.stringify(chinese)}`,
  ).toEqual([]);
});

test("a Japanese page takes its characters from Japanese fonts, and its English parts from Latin ones", async () => {
  const { page } = await openAt("view=matrices&lang=ja");
  const japanese = await families(page, "直す。「注意」学習");
  expect(
    all(japanese).filter((family) => !/\bJP\b|Hiragino|Yu |IPA|Meiryo/.test(family)),
    `${JSON.stringify(japanese)}; install fonts-noto-cjk`,
  ).toEqual([]);
  await openAt("view=variance&lang=ja&samples=300");
  const shared = await familiesOf(page, "section:lang(en) .note", `word’s ${SHARED}`);
  expect(shared.filter((family) => all(japanese).includes(family))).toEqual([]);
});

/**
 * Visible texts with a sign that is not set: a root without a bar, a power with a caret, a raised
 * digit of a text font.
 */
const unset = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot as ShadowRoot;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      const plain = "math, style, pre, option, .visually-hidden, .scroll td";
      if (/[√^]|[⁰¹²³⁴-⁹⁻ᵀᵅₖ]/.test(text) && !node.parentElement?.closest(plain)) {
        found.push(text.trim());
      }
    }
    return found;
  });

test("mathematics is set everywhere on the page, in both languages", async () => {
  const { page } = await openAt("view=page&exponent=0.3");
  expect(await page.locator("msup").count()).toBeGreaterThan(3);
  const views = ["page", ...LATER_PARTS].filter((_, i) => ALL || i % 5 === 0);
  for (const [i, view] of views.entries()) {
    // The languages take turns, unless all is tested: texts of both languages have the same
    // formulas (tests/web/texts.test.ts).
    for (const lang of ["en", "zh"].filter((_, j) => ALL || view === "page" || j === i % 2)) {
      await follow(
        page,
        `view=${view}&lang=${lang}&exponent=0.3&${FEW}`,
        view === "page" ? ready : done,
      );
      expect(await unset(page), `${view}, ${lang}`).toEqual([]);
    }
  }
});

test("a root ends where its bar ends", async () => {
  const { page } = await openAt("view=matrices&lang=en");
  const gaps = await page.locator(".caption math").evaluateAll((formulas) =>
    formulas.map((formula) => {
      const inner = formula.querySelector("mn") as Element;
      const size = Number.parseFloat(getComputedStyle(formula).fontSize);
      return (formula.getBoundingClientRect().right - inner.getBoundingClientRect().right) / size;
    }),
  );
  expect(gaps).toHaveLength(1);
  expect(Math.abs(gaps[0] ?? 1)).toBeLessThan(0.06);
});

test.each(ALL ? ["en", "zh"] : ["en"])(
  "tables and buttons stand in one line under neighbours (%s)",
  async (lang) => {
    const { page } = await openAt(`view=jacobian&lang=${lang}`);
    await done(page);
    const rows = await page.locator(".pair-of-figures").evaluateAll((pairs) =>
      pairs.map((pair) => {
        const tops = (selector: string) =>
          [...pair.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().top);
        return { summaries: tops("summary"), buttons: tops(".take"), below: tops(".below") };
      }),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.buttons).toHaveLength(2);
      for (const tops of Object.values(row)) {
        expect(Math.max(...tops) - Math.min(...tops), JSON.stringify(row)).toBeLessThan(2.5);
      }
    }
    // A folded table says what it holds.
    for (const summary of await page.locator(".pair-of-figures summary").allInnerTexts()) {
      expect(summary).toMatch(/ \d+ × \d+$|，\d+ × \d+$/);
    }
  },
);

test("a letter stays in one line with its value, and a short formula in one line", async () => {
  const { page } = await openAt("#view=why&asked=on&open=bell-why");
  await ready(page);
  await page.locator(".reason").nth(3).waitFor();
  const formulas = await page
    .locator("section.part .kept")
    .evaluateAll((all) => all.map((each) => each.textContent?.replace(/\s+/g, " ")));
  expect(formulas).toContain("y(1 − y)");
  expect(formulas.some((formula) => /^[adn] = \d+[;,.:]?$/.test(formula ?? ""))).toBe(true);
});
