/** The grid: filled on demand, stopped and continued, its numbers, and the race of a cell. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { say } from "../../web/src/text/rich.js";
import { engine } from "../loaded-engine.js";
import { open, ready, setUp, tableNamed, testOfAll } from "./browser.js";
import { fragmentOf, text } from "./reasons.js";

const { browser, served, start } = await setUp();
const { grid, training } = text;

const STEPS = 2;
/** Few: the draws of long sequences would take most of the time. */
const TOKENS = 4;
const KEYS = `gridsteps=${STEPS}&tokens=${TOKENS}`;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const progress = (page: Page) =>
  page
    .locator(".progress[data-study]")
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.progress));
const filled = (page: Page) =>
  expect.poll(() => progress(page), { timeout: 90_000 }).toEqual(["done", "done"]);

/** The loss of a cell on the sequences that are never trained, in the engine here. */
function lossOf(dim: number, rate: number, scale: number): number {
  const task = { dim, n: TOKENS, seed: 13, batch: 64 };
  const training = { ...task, optimiser: "sgd", rate, scale, steps: STEPS } as const;
  const { state } = engine.trainRecall({ ...training, state: engine.startRecall(task) });
  return engine.testRecall({ ...task, batch: 256, scale, parameters: state.parameters }).loss;
}

const LOSS = {
  unscaled: say(grid.table, { what: `${training.column.unscaled} ${training.columns.loss}` }),
  scaled: say(grid.table, { what: `${training.column.scaled} ${training.columns.loss}` }),
};

const cell = (page: Page, table: string, rate: string, column: number) =>
  tableNamed(page, table)
    .locator("tr", {
      has: page.locator("th", { hasText: RegExp(`^${rate.replace(".", "\\.")}$`) }),
    })
    .locator("td")
    .nth(column)
    .getAttribute("data-value");

describe("the grid", () => {
  testOfAll("trains nothing until it is asked to, and then has the engine's numbers", async () => {
    const { page, messages } = await start(`#view=grid&${KEYS}&open=grid-best`);
    await expect.poll(() => tableNamed(page, LOSS.scaled).locator("td").count()).toBe(0);
    await button(page, grid.fill).click();
    await filled(page);
    const { unscaled, scaled } = LOSS;
    for (const [column, dim, rate] of [
      [0, 4, "0.1"],
      [5, 128, "1"],
      [7, 512, "10"],
    ] as const) {
      expect(Number(await cell(page, unscaled, rate, column))).toBe(lossOf(dim, Number(rate), 1));
      const divided = lossOf(dim, Number(rate), 1 / Math.sqrt(dim));
      expect(Number(await cell(page, scaled, rate, column))).toBe(divided);
    }
    expect(
      await page.getByRole("table", { name: grid.best.caption }).locator("tbody tr").count(),
    ).toBe(8);
    expect(messages).toEqual([]);
  });

  testOfAll("opens the race of a cell by keyboard and by a click", async () => {
    const { page } = await start(`#view=race&${KEYS}`);
    if ((await button(page, grid.fill).count()) > 0) await button(page, grid.fill).click();
    await filled(page);
    const map = page.getByRole("application", {
      name: say(grid.alt, { map: grid.lossMap, lane: grid.lanes.scaled }),
    });
    await map.focus();
    // The keys start at the rate 1 and d = 4. The note tells what the cell in the light holds; its
    // d is a formula.
    for (const [key, at] of [
      ["ArrowRight", say(grid.cell, { dim: "8", rate: "1" })],
      ["ArrowRight", say(grid.cell, { dim: "16", rate: "1" })],
      ["ArrowUp", say(grid.cell, { dim: "16", rate: "3.2" })],
    ] as const) {
      await page.keyboard.press(key);
      await expect
        .poll(() => page.locator(".note[aria-live]").innerText())
        .toContain(at.slice(1).trim());
    }
    await page.keyboard.press("Enter");
    await expect
      .poll(() => Object.fromEntries(fragmentOf(page)))
      .toMatchObject({ task: "recall", optimiser: "sgd", rate: "3.2", dim: "16" });
    await expect.poll(() => page.locator(".race-status").isVisible()).toBe(true);
    const onTop = (name: string) =>
      expect
        .poll(async () => {
          const heading = page.getByRole("heading", { name });
          return Math.abs((await heading.boundingBox())?.y ?? 999);
        })
        .toBeLessThan(200);
    await onTop(text.training.heading);
    await page.goBack();
    await onTop(grid.heading);
    expect(fragmentOf(page).has("rate")).toBe(false);
    // The first cell of the row on top.
    await map.click({ position: { x: 60, y: 30 } });
    await expect
      .poll(() => Object.fromEntries(fragmentOf(page)))
      .toMatchObject({ rate: "100", dim: "4" });
  });

  test("is returned to from the race of a cell, with its questions, and leaves scrolling to the browser", async () => {
    const { page } = await open(browser, `${served.address}race.html#lang=en`);
    await ready(page);
    const map = page.getByRole("application", {
      name: say(grid.alt, { map: grid.lossMap, lane: grid.lanes.scaled }),
    });
    const questions = page.locator('[data-question][data-answered="false"]');
    await map.scrollIntoViewIfNeeded();
    expect(await questions.count()).toBe(2);
    await map.click({ position: { x: 60, y: 30 } });
    await expect.poll(() => fragmentOf(page).get("rate")).toBe("100");
    const scrolling = () => page.evaluate(() => history.scrollRestoration);
    expect(await scrolling()).toBe("auto");
    await page.goBack();
    await expect.poll(() => fragmentOf(page).has("rate")).toBe(false);
    await expect
      .poll(async () => {
        const box = await page.getByRole("heading", { name: grid.heading }).boundingBox();
        return Math.abs(box?.y ?? 999);
      })
      .toBeLessThan(200);
    expect(await questions.count()).toBe(2);
    expect(await scrolling()).toBe("auto");
  });

  test("trains nothing until it is asked to, and is stopped and continued lane by lane", async () => {
    const { page } = await start("#view=grid&gridsteps=1000");
    await expect.poll(() => tableNamed(page, LOSS.scaled).locator("td").count()).toBe(0);
    if ((await button(page, grid.fill).count()) > 0) await button(page, grid.fill).click();
    const { stop, goOn } = text.progress;
    await expect.poll(() => progress(page)).toEqual(["running", "running"]);
    await button(page, stop).first().click();
    await expect.poll(() => progress(page)).toEqual(["stopped", "running"]);
    await button(page, goOn).first().click();
    await expect.poll(() => progress(page)).toEqual(["running", "running"]);
  });
});
