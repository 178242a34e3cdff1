import { describe, expect, test } from "vitest";
import { DEFINITIONS, type Fold, LATER_PARTS } from "../../web/src/state/state.js";
import { ALL, ready, setUp } from "./browser.js";
import { done, FEW, follow, fragmentOf } from "./reasons.js";

const { start } = await setUp();

describe("a fold", () => {
  test("is opened by a link, and by the reader, whose link then opens it", async () => {
    const { page, messages } = await start(`#view=exponent&${FEW}&open=exponent-precision`);
    await done(page);
    const fold = (name: Fold) => page.locator(`details[data-fold="${name}"]`);
    const figures = (name: Fold) => fold(name).locator("canvas").count();
    expect([await figures("exponent-precision"), await figures("exponent-growth")]).toEqual([2, 0]);
    expect(await page.locator('[data-study="growth"]').count()).toBe(0);
    await fold("exponent-growth").locator("summary").first().focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => figures("exponent-growth")).toBe(2);
    await expect
      .poll(() => fragmentOf(page).get("open"))
      .toBe("exponent-precision,exponent-growth");
    await fold("exponent-precision").locator("summary").first().click();
    await expect.poll(() => fragmentOf(page).get("open")).toBe("exponent-growth");
    expect(await figures("exponent-precision")).toBe(0);
    await page.goBack();
    await expect.poll(() => figures("exponent-precision")).toBe(2);
    expect(messages).toEqual([]);
  });

  test("that holds a part is opened by a link to the part, or to a fold within it, and stays closed", async () => {
    const { page, messages } = await start(`#view=divisors&at=bugs&${FEW}`);
    await ready(page);
    const fold = (name: Fold) => page.locator(`details[data-fold="${name}"]`);
    const isOpen = (name: Fold) => fold(name).evaluate((details) => details.matches("[open]"));
    await fold("bugs-pieces").locator(".quiz").waitFor();
    expect([await isOpen("bugs-pieces"), await isOpen("quiz-questions")]).toEqual([true, false]);
    expect(await fold("bugs-pieces").locator(".quiz, .try").count()).toBe(2);
    // A change ends what the link says of the place to scroll to.
    await fold("bugs-pieces").locator('input[value="masked"]').check();
    await expect.poll(() => fragmentOf(page).get("at")).toBeNull();
    expect(await isOpen("bugs-pieces")).toBe(true);
    await fold("bugs-pieces").locator("summary").first().click();
    await expect.poll(() => isOpen("bugs-pieces")).toBe(false);
    await follow(page, `#view=divisors&open=libraries-rows&${FEW}`, ready);
    await fold("libraries-rows").waitFor({ state: "attached" });
    expect([await isOpen("libraries-table"), await isOpen("libraries-rows")]).toEqual([true, true]);
    await fold("libraries-table").locator("summary").first().click();
    await expect.poll(() => fragmentOf(page).get("open")).toBeNull();
    expect(await isOpen("libraries-table")).toBe(false);
    expect(messages).toEqual([]);
  });

  test("is opened by a link that sets what it holds, and stays open until the reader closes it", async () => {
    const { page, messages } = await start(`#view=divisors&bug=masked&${FEW}`);
    await ready(page);
    const isOpen = (name: Fold) =>
      page.locator(`details[data-fold="${name}"]`).evaluate((it) => it.matches("[open]"));
    const pieces = page.locator('details[data-fold="bugs-pieces"]');
    await pieces.locator(".quiz").waitFor();
    expect([await isOpen("bugs-pieces"), await isOpen("quiz-questions")]).toEqual([true, false]);
    // The link stays as it was given.
    expect(fragmentOf(page).get("open")).toBeNull();
    await pieces.locator('input[value="width"]').check();
    await expect.poll(() => fragmentOf(page).get("bug")).toBeNull();
    expect(await isOpen("bugs-pieces")).toBe(true);
    await page.locator('details[data-fold="choices-sources"] > summary').click();
    await expect.poll(() => fragmentOf(page).get("open")).toBe("bugs-pieces,choices-sources");
    await pieces.locator("summary").first().click();
    await expect.poll(() => isOpen("bugs-pieces")).toBe(false);
    await expect.poll(() => fragmentOf(page).get("open")).toBe("choices-sources");
    await follow(page, `#view=divisors&followed=cached&${FEW}`, ready);
    await expect.poll(() => isOpen("libraries-table")).toBe(true);
    expect(await isOpen("choices-sources")).toBe(false);
    expect(messages).toEqual([]);
  });

  /** What stands in the chapter alone: texts, tables, controls, and all that parts hold. */
  const IN_CHAPTERS = [
    "bell-why",
    "atlas-table",
    "libraries-table",
    "bugs-pieces",
    "quiz-questions",
    "rotary-scores",
    "groups-heads",
    "perplexity-measure",
  ];
  test("holds second figures alone: each part shows one without it, and every name opens one", async () => {
    const { page } = await start();
    // The answers of the trained model are no picture.
    const shown = page.locator(".reason :is(canvas, output)");
    for (const view of LATER_PARTS.filter((_, i) => ALL || i % 5 === 0)) {
      await follow(page, `#view=${view}&${FEW}`);
      // The pictures of these show the answers to their questions.
      if (!["bugs", "quiz"].includes(view)) expect(await shown.count(), view).toBeGreaterThan(0);
      const names = await page
        .locator("details.fold")
        .evaluateAll((folds) => folds.map((fold) => (fold as HTMLElement).dataset.fold));
      expect(names).toEqual(
        DEFINITIONS.open.words.filter(
          (name: string) => name.startsWith(`${view}-`) && !IN_CHAPTERS.includes(name),
        ),
      );
    }
  });
});
