/**
 * The chapter of training: the race with its buttons, curves, answers and slider, and bad input.
 */
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { TrainingState } from "../../web/src/engine/training-api.js";
import { say } from "../../web/src/text/rich.js";
import { engine } from "../loaded-engine.js";
import { ALL, frames, numbersOf, painted, ready, setUp, tableNamed, testOfAll } from "./browser.js";
import { text } from "./reasons.js";

const { start } = await setUp();
const { flow, training } = text;

const DIM = 16;
const BATCH = 8;
const SMALL = `view=race&dim=${DIM}&batch=${BATCH}`;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const curves = (page: Page) => tableNamed(page, training.curves);
const columnsOf = (page: Page) =>
  curves(page)
    .locator("thead th")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")).filter(Boolean));
const stepsOf = (page: Page) => curves(page).locator("tbody th").allTextContents();
const stepNow = async (page: Page) =>
  Number(/step (\d+)/.exec(await page.locator(".race-status").innerText())?.[1]);

/** The race of a link from its start: what an earlier test has trained is kept. */
async function begin(fragment: string) {
  const watched = await start(fragment);
  const { page } = watched;
  if ((await stepNow(page)) > 0) await button(page, "Restart").click();
  await expect.poll(() => stepNow(page)).toBe(0);
  return watched;
}

/** Trains until the table has some rows, and pauses. */
async function trainTo(page: Page, rows: number): Promise<void> {
  await button(page, "Train").click();
  await expect
    .poll(() => curves(page).locator("tbody tr").count(), { timeout: 40_000 })
    .toBeGreaterThanOrEqual(rows);
  await button(page, "Pause").click();
}

/** The losses of the steps of dates, in the engine here. */
function lossesOf(scale: number, steps: number): Float64Array {
  const state: TrainingState = engine.startDates({ dim: DIM, seed: 13 });
  const options = { dim: DIM, scale, optimiser: "adam", rate: 0.001 } as const;
  return engine.trainDates({ ...options, state, seed: 13, batch: BATCH, steps }).records.loss;
}

describe("a race of dates", () => {
  test("has the contract's names, and the losses of the engine in Node to the last digit", async () => {
    const { page, messages } = await begin(`#${SMALL}`);
    expect(await columnsOf(page)).toEqual([
      "Unscaled loss",
      "Scaled loss",
      "Unscaled exact",
      "Scaled exact",
    ]);
    await page.setViewportSize({ width: 360, height: 780 });
    // The numbers of the line change in every round, and nothing below it moves.
    await page.locator(".race-status").evaluate((line) => {
      const heights = new Set<number>();
      new ResizeObserver(() => {
        heights.add(line.getBoundingClientRect().height);
        line.setAttribute("data-heights", [...heights].join(" "));
      }).observe(line);
    });
    await trainTo(page, 2);
    expect(await page.locator(".race-status").getAttribute("data-heights")).toMatch(/^[\d.]+$/);
    await page.setViewportSize({ width: 1280, height: 900 });
    const steps = (await stepsOf(page)).map(Number);
    expect(steps).toEqual(steps.map((_, i) => 20 * (i + 1)));
    const rows = await numbersOf(curves(page));
    const last = steps.at(-1) ?? 0;
    const unscaled = lossesOf(1, last);
    const scaled = lossesOf(1 / Math.sqrt(DIM), last);
    for (const [i, step] of steps.entries()) {
      const [one, other, ...exact] = rows[i] ?? [];
      expect([one, other]).toEqual([unscaled[step - 1], scaled[step - 1]]);
      for (const share of exact) expect(share >= 0 && share <= 1).toBe(true);
    }
    expect(await page.locator(".note", { hasText: "finite differences" }).count()).toBe(1);
    for (const name of ["Scaled answer", "Unscaled answer"]) {
      expect(await page.getByRole("status", { name, exact: true }).innerText()).toHaveLength(10);
    }
    expect(messages).toEqual([]);
  });

  test("takes single steps, stops at once, leads back to the start by its slider, and gives the same losses again", async () => {
    const { page } = await begin(`#${SMALL}`);
    const answer = page.getByRole("status", { name: "Scaled answer", exact: true });
    const untrained = await answer.innerText();
    for (let step = 1; step <= 2; step += 1) {
      await button(page, "Step").click();
      await expect.poll(() => stepNow(page)).toBe(step);
    }
    await trainTo(page, 2);
    const step = await stepNow(page);
    const first = await numbersOf(curves(page));
    await frames(page, 30);
    expect(await stepNow(page)).toBe(step);
    const slider = page.getByRole("slider", { name: training.scrub });
    await slider.focus();
    await page.keyboard.press("Home");
    await expect.poll(() => stepNow(page)).toBe(0);
    await expect.poll(() => answer.innerText()).toBe(untrained);
    await page.keyboard.press("End");
    await expect.poll(() => stepNow(page)).toBeGreaterThanOrEqual(40);
    await button(page, "Restart").click();
    expect(await stepNow(page)).toBe(0);
    expect(await curves(page).locator("tbody tr").count()).toBe(0);
    await trainTo(page, 2);
    const again = await numbersOf(curves(page));
    expect(again.slice(0, 2)).toEqual(first.slice(0, 2));
  });

  test("leaves no worker when its element is removed, and trains again when it is back", async () => {
    const { page, messages } = await begin(`#${SMALL}`);
    await button(page, "Train").click();
    await expect.poll(() => stepNow(page)).toBeGreaterThan(0);
    const started: unknown[] = [];
    page.on("worker", (worker) => started.push(worker));
    await page.evaluate(async () => {
      const element = document.querySelector("attention-scale") as Element;
      Object.assign(globalThis, { element });
      element.remove();
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
    });
    await expect.poll(() => page.workers().length).toBe(0);
    expect(started).toEqual([]);
    await page.evaluate(() =>
      document.body.append((globalThis as unknown as { element: Element }).element),
    );
    await button(page, "Step").click();
    await expect.poll(() => stepNow(page)).toBe(1);
    expect(messages).toEqual([]);
  });

  test("answers the typed date, and keeps its answer where what is typed is none", async () => {
    const { page } = await start(`#${SMALL}`);
    const field = page.getByRole("textbox", { name: "Date", exact: true });
    const reads = () =>
      page
        .locator('table[aria-label="Scaled cross-attention"] thead th[aria-label]')
        .evaluateAll((all) => all.map((one) => one.ariaLabel).join(""));
    await field.fill("May 3, 1999");
    await expect.poll(reads).toBe("May 3, 1999");
    await field.fill("tomorrow");
    await page.getByRole("alert").waitFor();
    expect(await reads()).toBe("May 3, 1999");
    expect(await button(page, "Train").isEnabled()).toBe(true);
  });

  testOfAll(
    "four lanes train together, and the one started smaller follows the divided one",
    async () => {
      const { page } = await begin(
        `#${SMALL}&optimiser=sgd&rate=0.1&lanes=unscaled,scaled,one,smaller`,
      );
      await trainTo(page, 1);
      const [row = []] = await numbersOf(curves(page));
      expect(row).toHaveLength(8);
      const [unscaled = 0, scaled = 0, one = 0, smaller = 0] = row;
      expect(new Set([scaled, unscaled, one]).size).toBe(3);
      expect(Math.abs(smaller - scaled)).toBeLessThan(1e-4);
      expect(await page.getByText("the largest difference of their losses").count()).toBe(1);
    },
  );

  test("a lane that diverges is told, and stops alone", async () => {
    const { page, messages } = await begin(`#${SMALL}&optimiser=sgd&rate=2`);
    await trainTo(page, 3);
    const told = await page.locator(".race-status").innerText();
    expect(told).toContain("not divided: diverged after step 15");
    expect(told.match(/diverged/g)).toHaveLength(1);
    const rows = await curves(page)
      .locator("tbody tr")
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.dataset.value)),
      );
    for (const [unscaled, scaled] of rows) {
      expect(Number(scaled)).toBeGreaterThan(0);
      expect(unscaled).toBe("∞");
    }
    expect(messages).toEqual([]);
  });

  test("settings of another race leave this one, and bring it back", async () => {
    const { page } = await begin(`#${SMALL}&open=training-settings`);
    await button(page, "Step").click();
    await expect.poll(() => stepNow(page)).toBe(1);
    const rate = page.getByRole("spinbutton", { name: training.rate, exact: true });
    await rate.fill("0.002");
    await expect.poll(() => stepNow(page)).toBe(0);
    await rate.fill("0.001");
    await expect.poll(() => stepNow(page)).toBe(1);
  });
});

const boxesOf = (page: Page) => page.locator('[data-fold="training-boxes"]');

describe("the boxes of the trained models", () => {
  const cells = (page: Page, name: string) =>
    tableNamed(page, name).evaluate((table) =>
      [...table.querySelectorAll<HTMLElement>("td")].map((cell) => Number(cell.dataset.value)),
    );
  const heading = (page: Page) => boxesOf(page).locator("section.own h3").first().innerText();
  test("are closed and not computed at first, and open to the matrices of both lanes", async () => {
    const { page, messages } = await begin(`#${SMALL}&blocks=2&blockheads=2`);
    await trainTo(page, 2);
    const fold = boxesOf(page);
    expect(await fold.locator("canvas").count()).toBe(0);
    await fold.locator("summary").first().click();
    // The diagram alone: no box is open.
    await expect.poll(() => fold.locator("canvas").count()).toBe(1);
    await ready(page);
    await fold.locator("canvas").first().scrollIntoViewIfNeeded();
    await expect.poll(() => painted(fold.locator("canvas").first())).toBe(true);
    await button(page, `Decoder: ${flow.boxes.cross}`).click();
    await expect
      .poll(() => heading(page))
      .toBe(say(flow.opened, { name: flow.boxes.cross, layer: 1 }));
    await page.locator("#training-layer-number").fill("2");
    await expect
      .poll(() => heading(page))
      .toBe(say(flow.opened, { name: flow.boxes.cross, layer: 2 }));
    const where = say(flow.weights, {
      where: say(flow.where, { box: flow.boxes.cross, layer: 2, head: 1 }),
    });
    const tables = ["Scaled", "Unscaled"].map((lane) => `${lane} ${where}`);
    const [scaled, unscaled] = await Promise.all(tables.map((name) => cells(page, name)));
    expect(scaled).toHaveLength(10 * "20 Nov 2026".length);
    expect(unscaled).not.toEqual(scaled);
    for (const [name, lane] of [
      ["Scaled answer", tables[0]],
      ["Unscaled answer", tables[1]],
    ] as const) {
      const answer = await page.getByRole("status", { name, exact: true }).innerText();
      const rows = await tableNamed(page, lane ?? "")
        .locator("tbody th")
        .allTextContents();
      expect(rows).toEqual([training.boxes.start, ...answer.slice(0, 9)]);
    }
    await button(page, `Decoder: ${flow.boxes.target}`).press("Enter");
    await expect.poll(() => heading(page)).toBe(flow.boxes.target);
    await expect.poll(() => fold.locator("canvas").count()).toBe(8);
    expect(messages).toEqual([]);
  });

  testOfAll("follow the slider, the date and a lane of its own", async () => {
    const { page, messages } = await begin(
      `#${SMALL}&open=training-settings,training-boxes&box=output`,
    );
    const lanes = ["divided by √dₖ", "not divided"].map((lane) => `${flow.boxes.output}, ${lane}`);
    const both = () => Promise.all(lanes.map((name) => cells(page, name)));
    const untrained = await both();
    await trainTo(page, 2);
    // The last step may still be drawn after the pause.
    let trained = untrained;
    const rested = async () => {
      const before = trained;
      trained = await both();
      return before !== untrained && isDeepStrictEqual(trained, before);
    };
    await expect.poll(rested, { interval: 500 }).toBe(true);
    expect(trained).not.toEqual(untrained);
    const slider = page.getByRole("slider", { name: training.scrub });
    await slider.focus();
    await page.keyboard.press("Home");
    await expect.poll(both).toEqual(untrained);
    await page.keyboard.press("End");
    await expect.poll(both).toEqual(trained);
    await button(page, `Encoder: ${flow.boxes.memory}`).click();
    const words = () =>
      tableNamed(page, `${flow.boxes.memory}, not divided`).locator("tbody th").allTextContents();
    await page.getByRole("textbox", { name: "Date", exact: true }).fill("May 3, 1999");
    await expect.poll(words).toEqual([..."May␣3,␣1999"]);
    await page.getByRole("checkbox", { name: training.lane.unscaled, exact: true }).uncheck();
    await expect.poll(() => boxesOf(page).locator("canvas").count()).toBe(2);
    expect(messages).toEqual([]);
  });
});

test("a recorded run waits at its start for an answer, and is played to where the lanes differ", async () => {
  const { page, messages } = await start("#view=race&lang=en");
  const answer = (lane: "Scaled" | "Unscaled") =>
    page.getByRole("status", { name: `${lane} answer`, exact: true }).innerText();
  const step = () => page.locator(".scrub output").innerText();
  await expect.poll(step).toMatch(/\b0$/);
  await page.getByRole("button", { name: training.recorded.play }).click();
  await page.getByRole("button", { name: training.recorded.stop }).waitFor();
  await expect.poll(step, { timeout: 60_000 }).toMatch(/950$/);
  await page.getByRole("button", { name: training.recorded.play }).waitFor();
  expect([await answer("Unscaled"), await answer("Scaled")]).toEqual(["2026-11-30", "2026-11-20"]);
  expect(await curves(page).locator("tbody tr").count()).toBeGreaterThanOrEqual(20);
  expect(messages).toEqual([]);
});

test("a recorded run is shown until the reader trains", async () => {
  const { page, messages } = await start("#view=race&asked=off");
  const rows = () => curves(page).locator("tbody tr").count();
  await expect.poll(rows).toBeGreaterThanOrEqual(20);
  const status = page.locator(".race-status");
  expect(await status.innerText()).toContain(say(training.recorded.label, { seed: 13 }));
  expect(await page.getByRole("status", { name: "Scaled answer", exact: true }).innerText()).toBe(
    "2026-11-20",
  );
  expect(await page.getByRole("status", { name: "Unscaled answer", exact: true }).innerText()).toBe(
    "2026-11-30",
  );
  await button(page, "Train").click();
  await expect.poll(rows).toBeLessThan(3);
  expect(await status.innerText()).not.toContain(say(training.recorded.label, { seed: 13 }));
  await button(page, "Pause").click();
  expect(messages).toEqual([]);
});

describe("a race of recall", () => {
  test("has the weights of a sequence, and its alignment once it pauses", async () => {
    const { page, messages } = await begin(
      `#view=race&task=recall&dim=8&tokens=4&batch=8&rate=0.01&open=training-boxes`,
    );
    expect(await boxesOf(page).count()).toBe(0);
    expect(await columnsOf(page)).toContain("Scaled weight on the right key");
    await trainTo(page, 3);
    const weights = await numbersOf(tableNamed(page, "Scaled recall weights"));
    expect(weights).toHaveLength(4);
    for (const row of weights) expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    await page.getByRole("table", { name: training.alignment.caption }).waitFor();
    expect(messages).toEqual([]);
  });
});

const refused = [
  ["dim=64&lanes=", training.problems.lanes],
  ["dim=300", "16 to 256"],
  ["task=recall&dim=1000", "4 to 512"],
] as const;
test.each(ALL ? refused : refused.slice(0, 1))(
  "%s is refused with a sentence",
  async (rest, sentence) => {
    const { page } = await start(`#view=race&${rest}`);
    await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
    expect(await button(page, "Train").count()).toBe(0);
  },
);
