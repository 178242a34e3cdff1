/**
 * Every chapter with each set of fonts: how long it is, that nothing makes it scroll sideways, and
 * the font of its formulas.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHAPTERS, type Chapter } from "../../web/src/keys/part.js";
import { partsOf } from "../../web/src/state/chapters.js";
import { FONT_SETS } from "../../web/tools/fonts.mjs";
import { ALL, ready, setUp } from "./browser.js";
import { done, FEW, follow, unfolded } from "./reasons.js";

/** No longer than this is a chapter while its folds are closed, by the width of the window. */
const LONGEST = [
  [1440, 7000],
  [768, 12_000],
  [360, 12_000],
] as const;
const WIDTHS = [1440, 768, 360, 320];
/** High enough for all of a chapter: what is out of sight is not computed. */
const HIGH = 15_000;

const WORDS = "sentence=a+considerably+longer+internationalization";
/**
 * States of each chapter with its folds open, in which much stands side by side. Chapters and
 * states are in English and Chinese by turns, unless all is tested.
 */
const STATES: Readonly<Record<Chapter, readonly string[]>> = {
  page: [`view=page&${WORDS}&exponent=0.0075283526978`],
  // One part at a time: so many experiments at once take long.
  why: partsOf("why").map((part) => `view=${part}&${WORDS}`),
  heads: [`view=heads&${WORDS}`],
  transformer: [`view=transformer&box=embedding&${WORDS}`, "view=transformer&norm=pre&box=masked"],
  race: [
    "view=race&dim=16&batch=8&lanes=scaled,one,smaller&blockheads=4&box=masked&date=September+20,+2026",
    "view=race&dim=16&batch=8&task=recall&tokens=64",
  ],
  divisors: [`view=divisors&${WORDS}`],
  own: ["view=own", "view=own&ownhead=12&ownsort=entropy"],
  model: ["view=model&measured=own&undivided=head"],
  lessons: ["view=lessons", "view=lessons&solutions=on"],
};

const LANGUAGES = ["en", "zh"] as const;

const complete = (chapter: Chapter) => (chapter === "page" || chapter === "lessons" ? ready : done);

/**
 * The height of the page once it has not changed for some frames: pictures follow the width in
 * later ones.
 */
const heightOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const host = document.querySelector("attention-scale") as Element;
    let height = 0;
    let since = 0;
    while (since < 10) {
      await new Promise(requestAnimationFrame);
      const now = host.getBoundingClientRect().height;
      since = now === height ? since + 1 : 0;
      height = now;
    }
    return height;
  });

/** What reaches over the right edge, if the page scrolls sideways. */
const wide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const all = [...(root?.querySelectorAll("*") ?? [])].map((element) => {
      const { right } = element.getBoundingClientRect();
      return { right, name: `${element.localName}.${element.className} to ${right}` };
    });
    const out = all.filter(({ right }) => right > innerWidth).map(({ name }) => name);
    return [`${document.documentElement.scrollWidth} pixels`, ...out];
  });

/** The letters and signs of formulas that another font than that of the page draws, each once. */
async function otherFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  for (const domain of ["DOM", "CSS"] as const) await session.send(`${domain}.enable`);
  await session.send("DOM.getDocument", { depth: 0 });
  const { result } = await session.send("Runtime.evaluate", {
    expression: `(() => {
      const seen = new Map();
      const { shadowRoot } = document.querySelector("attention-scale");
      for (const each of shadowRoot.querySelectorAll("math :is(mi, mn, mo, mtext)")) {
        const name = each.localName + each.getAttribute("mathvariant") + each.textContent.replace(/\\d/g, "0");
        if (/[^\\s\\u2061]/.test(each.textContent) && each.getBoundingClientRect().width > 0) seen.set(name, each);
      }
      return globalThis.tokens = [...seen.values()];
    })()`,
  });
  const { result: own } = await session.send("Runtime.getProperties", {
    objectId: result.objectId ?? "",
    ownProperties: true,
  });
  const found: string[] = [];
  for (const { name, value } of own) {
    if (!/^\d+$/.test(name) || value?.objectId === undefined) continue;
    const { nodeId } = await session.send("DOM.requestNode", { objectId: value.objectId });
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    const others = fonts.filter(({ isCustomFont }) => !isCustomFont);
    if (others.length > 0) {
      const text = await page.evaluate(
        (at) => (globalThis as unknown as { tokens: Element[] }).tokens[at]?.outerHTML ?? "",
        Number(name),
      );
      found.push(`${text}: ${others.map(({ familyName }) => familyName)}`);
    }
  }
  await session.detach();
  return found;
}

// Tests the set with the widest letters, unless all is tested.
describe.each(ALL ? FONT_SETS : (["dejavu"] as const))("with the fonts of %s", async (fonts) => {
  const { start } = await setUp(fonts);

  const some = CHAPTERS.map(({ view }) => view).filter((_, i) => ALL || i % 3 === 0);
  test.each(some)("%s", async (view) => {
    const at = CHAPTERS.findIndex((chapter) => chapter.view === view);
    const { page } = await start("view=matrices&dim=4&seed=1");
    const show = (keys: string) => follow(page, `${FEW}&${keys}`, complete(view));
    await page.setViewportSize({ width: 1440, height: HIGH });
    for (const lang of LANGUAGES.filter((_, i) => ALL || i === at % 2)) {
      await page.setViewportSize({ width: 1440, height: HIGH });
      await show(`lang=${lang}&view=${view}`);
      for (const [width, most] of LONGEST) {
        await page.setViewportSize({ width, height: HIGH });
        expect(await heightOf(page), `${lang}, ${width} pixels wide`).toBeLessThan(most);
        expect(await wide(page), `${lang}, ${width} pixels wide`).toEqual([]);
      }
    }
    const states = STATES[view].flatMap((state, i) =>
      LANGUAGES.map((lang) => `lang=${lang}&${state}`).filter((_, j) => ALL || j === (at + i) % 2),
    );
    for (const state of states) {
      await show(`${unfolded()}&${state}`);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HIGH });
        const message = `${state}, ${width} pixels wide`;
        await expect.poll(() => wide(page), { message }).toEqual([]);
      }
    }
    expect(await otherFonts(page)).toEqual([]);
  });
});
