import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEFINITIONS } from "../../web/src/state/state.js";
import { onePage, ready, setUp } from "./browser.js";
import { done, FEW, follow } from "./reasons.js";

const { browser, served } = await setUp();

/** The narrowest column of a blog on the smallest phone; so high that all of it is in sight, and so computed and painted. */
const NARROW = { width: 320, height: 24_000 };

const openHere = onePage(browser, `${served.address}attention-scale.html`);

/** Clipped, overflowing or empty elements, in words. */
const faults = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector("attention-scale")?.shadowRoot;
    const all = [...(root?.querySelectorAll<HTMLElement>(".page, .page *") ?? [])];
    // Lines of code, and numbers in a table of their own, may be scrolled; what is only read out has no place.
    const shown = all.filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        element.closest(".visually-hidden, .chips, svg, pre > *, details.numbers .scroll > *") ===
          null,
    );
    const name = (element: Element) =>
      `${element.localName}.${element.className} “${element.textContent?.trim().slice(0, 30)}”`;
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page scrolls sideways: ${scrollWidth}`);
    for (const element of shown) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (left < -0.5 || right > innerWidth + 0.5))
        found.push(`sticks out: ${name(element)} ${left}–${right}`);
      const { overflowX } = getComputedStyle(element);
      const scrolls = element.matches(".scroll, pre, .display");
      if (overflowX !== "visible" && !scrolls && element.scrollWidth > element.clientWidth + 1)
        found.push(`is clipped: ${name(element)}`);
    }
    const canvases = shown.filter((element) => element instanceof HTMLCanvasElement);
    if (canvases.length === 0) found.push("no figure");
    for (const canvas of canvases) {
      const { width, height } = canvas.getBoundingClientRect();
      // A copy, for reading from the canvas itself would have Chromium advise on that.
      const copy = document.createElement("canvas");
      Object.assign(copy, { width: canvas.width, height: canvas.height });
      const context = copy.getContext("2d", { willReadFrequently: true });
      context?.drawImage(canvas, 0, 0);
      const pixels = context?.getImageData(0, 0, copy.width, copy.height).data;
      if (width < 30 || height < 30) found.push(`small: ${canvas.ariaLabel} ${width}×${height}`);
      if (!pixels?.some((value) => value !== 0)) found.push(`blank: ${canvas.ariaLabel}`);
    }
    return found;
  });

const { hide, lang, view: views } = DEFINITIONS;
const STATES = {
  "nothing but its figures": hide.words,
  "its text, without header, footer and controls": hide.words.filter((word) => word !== "text"),
};
const cases = views.words.flatMap((view) =>
  lang.words.map((language) => [view, language] as const),
);

test.each(cases)(
  "alone in 320 pixels the view %s (%s) has its figures whole, and nothing sticks out",
  async (view, language) => {
    const { page, messages } = await openHere();
    await page.setViewportSize(NARROW);
    const complete = view === "matrices" || view === "page" ? ready : done;
    for (const [what, hidden] of Object.entries(STATES)) {
      const fragment = `${FEW}&view=${view}&lang=${language}&hide=${hidden.join(",")}`;
      await follow(page, fragment, complete);
      const controls = "header, footer, .settings, .take, .controls:visible";
      expect([what, await page.locator("attention-scale").locator(controls).count()]).toEqual([
        ...[what, 0],
      ]);
      expect([what, await faults(page)]).toEqual([what, []]);
    }
    expect(messages).toEqual([]);
  },
);
