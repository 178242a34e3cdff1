/**
 * The map of Σy² and the needle among many keys: their tables by the names that others rely on, and
 * their controls.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { COUNTS, DIMS } from "../../web/src/part-kit/axes.js";
import { map } from "../../web/src/parts/critical/experiments.js";
import { NEEDLE_RULES, needle, ofRule } from "../../web/src/parts/haystack/experiments.js";
import { en as critical } from "../../web/src/text/en/critical.js";
import { en as haystack } from "../../web/src/text/en/haystack.js";
import { asRead } from "../as-read.js";
import { engine } from "../loaded-engine.js";
import { found } from "../web/printed-blocks.js";
import { setUp } from "./browser.js";
import { done, fragmentOf } from "./reasons.js";

const { start } = await setUp();

/** The numbers of a table by the attributes of their row and their cell. */
const numbersOf = (page: Page, name: string, attribute: "d" | "rule") =>
  page
    .getByRole("table", { name, exact: true })
    .evaluate(
      (table, of) =>
        Object.fromEntries(
          [...table.querySelectorAll<HTMLTableRowElement>("tr[data-n]")].flatMap((row) =>
            [...row.querySelectorAll<HTMLElement>(`td[data-${of}]`)].map((cell) => [
              `${row.dataset.n} ${cell.dataset[of]}`,
              Number(cell.dataset.value),
            ]),
          ),
        ),
      attribute,
    );

describe("the map of Σy²", () => {
  test("has the engine's means in the table Participation, within ten seconds at its start", async () => {
    const { page, messages } = await start("#view=critical");
    const table = page.getByRole("table", { name: "Participation", exact: true });
    await table.waitFor({ timeout: 10_000 });
    const first = await numbersOf(page, "Participation", "d");
    for (const n of [3, 64, 512, 4096]) {
      for (const dim of [16, 64, 256, 1024]) expect(first[`${n} ${dim}`]).toBeGreaterThan(0);
    }
    await start("#view=critical&rowdraws=10");
    await done(page);
    const shown = await numbersOf(page, "Participation", "d");
    const mean = found(map.run(engine, { drawseed: 0, rowdraws: 10 }));
    for (const [cell, value] of Object.entries(shown)) {
      const [n = 0, dim = 0] = cell.split(" ").map(Number);
      expect(value).toBe(mean[DIMS.indexOf(dim) * COUNTS.length + COUNTS.indexOf(n)]);
    }
    expect(messages).toEqual([]);
  });

  test("tells what a cell holds under the arrow keys, and moves d and n to it", async () => {
    const { page } = await start("#view=critical&rowdraws=10");
    await done(page);
    const picture = page.getByRole("application", { name: asRead(critical.map.table) });
    await picture.focus();
    for (const key of ["ArrowRight", "ArrowUp"]) await page.keyboard.press(key);
    await expect
      .poll(() => page.locator(".caption.spoken").first().innerText())
      .toMatch(/128 and[\s\S]*= 128 /);
    await page.keyboard.press("Enter");
    await expect
      .poll(() => Object.fromEntries(fragmentOf(page)))
      .toMatchObject({ dim: "128", rulekeys: "128" });
  });
});

describe("the needle among many keys", () => {
  test("has the engine's mean weights by number of keys and rule", async () => {
    const { page, messages } = await start("#view=haystack&rowdraws=10");
    await done(page);
    const request = { drawseed: 0, rowdraws: 10, dim: 64, cosine: 0.5, sharpness: 2 };
    const result = found(needle.run(engine, request));
    const shown = await numbersOf(page, "Weight of the needle", "rule");
    for (const n of [16, 33, 256, 1024, 2981, 32768]) {
      for (const rule of NEEDLE_RULES) {
        const weights = ofRule(result, rule).mean;
        expect(shown[`${n} ${rule}`]).toBe(weights[result.counts.indexOf(n)]);
      }
    }
    expect(messages).toEqual([]);
  });

  test("keeps what its question asks about from sight until it is answered", async () => {
    const { page } = await start("#view=haystack&rowdraws=10&asked=on");
    const cells = page.locator("[data-asked]");
    await cells.first().waitFor({ state: "attached" });
    const opacities = () =>
      cells.evaluateAll((all) => [...new Set(all.map((cell) => getComputedStyle(cell).opacity))]);
    expect(await opacities()).toEqual(["0"]);
    await page.getByRole("button", { name: "Just show me" }).click();
    await expect.poll(opacities).toEqual(["1"]);
  });

  test("says which cosines there are, and leaves what was typed", async () => {
    const { page } = await start("#view=haystack&rowdraws=10");
    await done(page);
    const field = page.getByRole("spinbutton", { name: asRead(haystack.controls.cosine) });
    await field.fill("1.5");
    await page.getByText("It must be a number from 0.01 to 1.", { exact: true }).waitFor();
    expect(await field.inputValue()).toBe("1.5");
    expect(fragmentOf(page).has("cosine")).toBe(false);
  });

  test("does without limits that are not in the picture", async () => {
    const { page } = await start("#view=haystack&rowdraws=10&cosine=1&dim=1024");
    await done(page);
    expect(await page.locator(".caption.spoken").first().innerText()).toMatch(
      /outside the picture.*outside the picture/s,
    );
  });
});
