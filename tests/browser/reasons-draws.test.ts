import { describe, expect, test } from "vitest";
import { engine } from "../loaded-engine.js";
import { frames, ready, setUp, table, tableNamed } from "./browser.js";
import { done, FEW, fragmentOf, off, radio, text, unfolded } from "./reasons.js";

const { start } = await setUp();

describe("the gradient", () => {
  const words = text.gradient;

  test("of the sentence changes with the loss, and pulls to the word that is chosen", async () => {
    const { page } = await start(`#view=gradient&open=gradient-sentence&${FEW}`);
    await done(page);
    const names = ["∂L/∂(QKᵀ)", "∂L/∂Q", "∂L/∂K"];
    const tables = () =>
      Promise.all(names.map((name) => table(page, `${name}, ${text.legend.unscaled}`)));
    const squares = await tables();
    const now = (before: unknown) => expect.poll(tables).not.toEqual(before);
    await radio(page, words.controls.loss, words.controls.losses.sum).check();
    await now(squares);
    const summed = await tables();
    await radio(page, words.controls.loss, words.controls.losses.target).check();
    await now(summed);
    const target = await tables();
    await page.getByRole("combobox", { name: words.controls.target }).selectOption("3");
    await now(target);
    const x = engine.wordVectors(["I", "am", "good"], { seed: 13, dim: 64 });
    const [q, k, v] = (["queries", "keys", "values"] as const).map((projection) =>
      engine.project(x, { seed: 13, projection }),
    ) as [typeof x, typeof x, typeof x];
    const { output } = engine.attention(q, k, v, { scale: 1 });
    const { dOutput } = engine.outputLoss(output, v, { loss: "target", target: 2 });
    const { scores } = engine.attentionGradient(q, k, v, dOutput, { scale: 1 });
    const want = [0, 1, 2].map((row) => [...scores.data.subarray(3 * row, 3 * row + 3)]);
    await expect.poll(async () => off((await tables())[0] ?? [], want)).toBeLessThan(1e-9);
  });
});

describe("the exponent", () => {
  const words = text.exponent;

  test("and the dimension are set by a click in the map", async () => {
    const { page } = await start("#view=exponent&draws=60");
    await done(page);
    const map = page.locator("canvas[data-pick]");
    const click = async (across: number, down: number) => {
      const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
      const before = fragmentOf(page).toString();
      await map.click({ position: { x: across * width, y: down * height } });
      await expect.poll(() => fragmentOf(page).toString()).not.toBe(before);
      await ready(page);
      const found = fragmentOf(page);
      return {
        dim: Number(found.get("dim") ?? 64),
        exponent: Number(found.get("exponent") ?? 0.5),
      };
    };
    const left = await click(0.3, 0.7);
    const right = await click(0.7, 0.2);
    expect(left.dim).toBeLessThan(right.dim);
    expect(left.exponent).toBeLessThan(0.5);
    expect(right.exponent).toBeGreaterThan(0.5);
    for (const { exponent, dim } of [left, right]) {
      expect(Math.abs(20 * exponent - Math.round(20 * exponent))).toBeLessThan(1e-9);
      expect(Number.isInteger(dim)).toBe(true);
    }
    await expect(
      page.getByRole("slider", { name: "Exponent" }).getAttribute("aria-valuetext"),
    ).resolves.toBe(String(right.exponent));
    // Beside the plot a click means nothing.
    const before = page.url();
    await map.click({ position: { x: 3, y: 3 } });
    // Longer than the page waits until it writes the address.
    await frames(page, 12);
    expect(page.url()).toBe(before);
  });

  test("half precision overflows where the root divides the scores, and not where it divides the queries", async () => {
    const { page } = await start(
      `#view=exponent&draws=60&size=96&precision=half&place=scores&${unfolded("exponent")}`,
    );
    await done(page);
    const { places } = words;
    const logits = tableNamed(page, places.logits);
    const infinite = async () =>
      (await logits.locator("td").allTextContents()).filter((entry) => entry.includes("∞")).length;
    await expect.poll(infinite).toBeGreaterThan(0);
    const overflowed = await tableNamed(page, places.summary)
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => Number(row.querySelector("td")?.dataset.value)));
    expect(overflowed[0]).toBe(await infinite());
    await radio(page, places.controls.place, places.controls.places.queries).check();
    await expect.poll(infinite).toBe(0);
    expect(overflowed[1]).toBe(0);
    await expect.poll(() => fragmentOf(page).get("place")).toBe("queries");
  });
});
