import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { say } from "../../web/src/text/rich.js";
import { softmaxOf } from "../engine/goldens.js";
import { engine } from "../loaded-engine.js";
import { frames, numbersOf, open, ready, setUp, singleFile, table } from "./browser.js";
import {
  done,
  FEW,
  fragmentOf,
  off,
  progressOf,
  slider,
  study,
  text,
  unfolded,
} from "./reasons.js";

const { browser, start } = await setUp();

const column = (rows: readonly (readonly number[])[], index: number) =>
  rows.map((row) => row[index] ?? Number.NaN);
const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);

describe("variance", () => {
  const words = text.variance;
  /** So many that they can be stopped on the way. */
  const SAMPLES = 6000;
  const counts = async (page: Page, samples: number) =>
    column(
      await table(page, say(words.histogram.title, { count: (samples ** 2).toLocaleString("en") })),
      4,
    );

  test("stopped half way shows what is done, and continued comes to the same counts", async () => {
    const { page } = await start("#view=variance&open=variance-numbers&samples=100");
    await expect.poll(() => progressOf(page, "scores")).toBe("done");
    // Asked for and stopped within the page, as soon as it shows progress: a call from here, or a
    // frame, may come after the end.
    await study(page, "scores").evaluate(
      async (row: HTMLElement, { request, stop }) => {
        location.hash = request;
        const everything = {
          attributes: true,
          characterData: true,
          childList: true,
          subtree: true,
        };
        while (row.dataset.progress !== "running" || !row.querySelector("progress")?.value) {
          await new Promise<void>((resolve) => {
            const observer = new MutationObserver(() => {
              observer.disconnect();
              resolve();
            });
            observer.observe(row, everything);
          });
        }
        const button = row.querySelector("button");
        if (button === null || button.innerText !== stop) {
          throw new Error(`No ${stop}: ${row.textContent}`);
        }
        button.focus();
        button.click();
      },
      {
        request: `view=variance&open=variance-numbers&samples=${SAMPLES}&sampleseed=5`,
        stop: text.progress.stop,
      },
    );
    await expect.poll(() => progressOf(page, "scores")).toBe("stopped");
    // The step on its way when it was stopped is still heard of.
    const rowsDone = async () => {
      const [rows = "0"] = /[\d,]*\d/.exec(await study(page, "scores").innerText()) ?? [];
      return Number(rows.replaceAll(",", ""));
    };
    await expect
      .poll(async () => sum(await counts(page, SAMPLES)) / ((await rowsDone()) * SAMPLES))
      .toBeCloseTo(1, 6);
    const stopped = await rowsDone();
    expect(stopped).toBeGreaterThan(0);
    expect(stopped).toBeLessThan(SAMPLES);
    await frames(page, 18);
    expect(await rowsDone()).toBe(stopped);
    // The button that stopped it has the focus still, and now goes on.
    await page.keyboard.press("Enter");
    await done(page);
    const whole = await counts(page, SAMPLES);
    // The same without a stop: the engine of this process, all at once.
    const options = { seed: 5, samples: SAMPLES, dim: 100, std: 1, law: "normal" } as const;
    const { histogram } = engine.sampleScores({ ...options, bins: 240, range: [-6, 6] });
    expect(whole).toEqual([...histogram.counts]);
  });
});

describe("saturation", () => {
  const bars = (page: Page) => numbersOf(page.locator(".reason table").first());

  test("takes typed logits, which it writes anew when they are left", async () => {
    const { page } = await start("#view=saturation&source=typed");
    await done(page);
    const field = page.getByRole("textbox", { name: text.logits.typed });
    await field.fill("1; −2, 3.5");
    await expect.poll(() => fragmentOf(page).get("logits")).toBe("1,-2,3.5");
    const shown = await bars(page);
    expect(column(shown, 0)).toEqual([1, -2, 3.5]);
    expect(column(shown, 1)).toEqual([...engine.softmax([1, -2, 3.5])]);
    await field.blur();
    await expect(field.inputValue()).resolves.toBe("1, -2, 3.5");
  });

  test("plays the scale from small to large, and rests at Pause", async () => {
    const { page } = await start("#view=saturation");
    await done(page);
    const factor = () =>
      slider(page, text.logits.factor).getAttribute("aria-valuetext").then(Number);
    await page.getByRole("button", { name: text.logits.play }).click();
    await expect.poll(factor).toBeLessThan(1);
    const first = await factor();
    await expect.poll(factor).toBeGreaterThan(1.2 * first);
    await page.getByRole("button", { name: text.logits.pause }).click();
    await page.getByRole("button", { name: text.logits.play }).waitFor();
    const at = await factor();
    await frames(page, 18);
    expect(await factor()).toBe(at);
    // Playing is one step of the history, not sixty a second.
    expect(fragmentOf(page).get("factor")).toBe(String(at));
    // A frame of a busy machine may take so long that the state settles between two.
    const left = () => !fragmentOf(page).has("factor");
    for (let steps = 0; steps < 4 && !left(); steps += 1) await page.goBack();
    await expect.poll(left).toBe(true);
    await expect.poll(factor).toBe(1);
  });

  test("stops playing where the reader takes hold of the scale, or follows a link", async () => {
    const { page } = await start("#view=saturation");
    await done(page);
    const factor = slider(page, text.logits.factor);
    const playing = page.getByRole("button", { name: text.logits.pause });
    for (const [take, at] of [
      [() => factor.fill("8"), "8"],
      [() => page.evaluate(() => location.replace("#view=saturation&factor=3")), "3"],
      [() => page.getByRole("button", { name: "Reset" }).click(), "1"],
    ] as const) {
      await page.getByRole("button", { name: text.logits.play }).click();
      await playing.waitFor();
      await expect.poll(() => factor.getAttribute("aria-valuetext")).toMatch(/^0\./);
      await take();
      await playing.waitFor({ state: "detached" });
      await frames(page, 6);
      await expect(factor.getAttribute("aria-valuetext")).resolves.toBe(at);
    }
  });

  test("stops playing in another chapter, where no button would end it", async () => {
    const { page } = await open(browser, `${singleFile}#view=why&lang=en&${FEW}`);
    await ready(page);
    const factor = () =>
      page.evaluate(() => {
        const element = document.querySelector("attention-scale");
        return (element as unknown as { state: { factor: number } }).state.factor;
      });
    await page.getByRole("button", { name: text.logits.play }).first().click();
    await expect.poll(factor).toBeLessThan(1);
    await page.locator(".contents a").last().click();
    await page.locator(".reason").first().waitFor({ state: "detached" });
    const at = await factor();
    expect(at).toBeLessThan(64);
    await frames(page, 18);
    expect(await factor()).toBe(at);
  });
});

describe("the Jacobian", () => {
  const words = text.jacobian;
  const jacobian = (weights: readonly number[]) =>
    weights.map((y, i) => weights.map((other, j) => (i === j ? y : 0) - y * other));

  test("passes an upstream gradient on, as the finite difference says", async () => {
    const { page } = await start(`#view=jacobian&a=0.5&${unfolded("jacobian")}`);
    await done(page);
    await page.getByRole("textbox", { name: words.upstream.field }).fill("2, -1, 0.5");
    await expect.poll(() => fragmentOf(page).get("upstream")).toBe("2,-1,0.5");
    const shown = await table(page, words.upstream.table);
    const g = [2, -1, 0.5, 0];
    const y = softmaxOf([0.5, 0.5, 1, 2]);
    const passed = jacobian(y).map((row) => sum(row.map((entry, j) => entry * (g[j] ?? 0))));
    expect(column(shown, 0)).toEqual(g);
    expect(off([column(shown, 1)], [y])).toBeLessThan(1e-15);
    expect(off([column(shown, 2)], [passed])).toBeLessThan(1e-15);
    expect(off([column(shown, 3)], [passed])).toBeLessThan(1e-9);
  });
});
