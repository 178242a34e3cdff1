/**
 * The chapter of many heads: its sentence, one attention by hand, and attention between two
 * sentences.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { say } from "../../web/src/text/rich.js";
import { open, ready, setUp, singleFile, tableNamed, testOfAll } from "./browser.js";
import { embed } from "./host-pages.js";
import { done, fragmentOf, text } from "./reasons.js";

const { browser, start, openHost } = await setUp();

const HUNGRY = ["A", "dog", "ate", "the", "food", "because", "it", "was", "hungry"];
const UNSCALED = "Unscaled cross-attention weights";
const SCALED = "Scaled cross-attention weights";

/** The numbers of a table, and its headers. */
const numbersOf = (page: Page, name: string) =>
  tableNamed(page, name).evaluate((table) => ({
    rows: [...table.querySelectorAll("tbody th")].map((it) => it.textContent?.trim()),
    cols: [...table.querySelectorAll("thead th[scope=col]")].map((it) => it.textContent?.trim()),
    numbers: [...table.querySelectorAll("tbody tr")].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => Number(cell.dataset.value)),
    ),
  }));
const rounded = (numbers: readonly number[][]) =>
  numbers.map((row) => row.map((value) => value.toFixed(2).replace(/^0/, "")));
const second = (page: Page) => page.getByRole("textbox", { name: "Second sentence", exact: true });
const sentence = (page: Page) => page.getByRole("textbox", { name: "Sentence", exact: true });

describe("the chapter", () => {
  test("starts with a sentence of its own, and gives back that of the first chapter", async () => {
    const { page } = await open(browser, singleFile);
    await ready(page);
    const typed = () => sentence(page).inputValue();
    expect(await typed()).toBe("I am good");
    await page.locator(".contents a").nth(2).click();
    await expect.poll(typed).toBe(HUNGRY.join(" "));
    await expect.poll(() => [...fragmentOf(page).keys()]).toEqual(["view"]);
    await page.locator(".contents a").first().click();
    await expect.poll(typed).toBe("I am good");
    await sentence(page).fill("to be");
    await page.locator(".contents a").nth(2).click();
    await expect.poll(typed).toBe("to be");
  });

  testOfAll("is a view of the embed, with its sentence where the author gives none", async () => {
    const { page } = await openHost(embed(`view="heads"`));
    const chips = () => page.locator(".chips li").allTextContents();
    await expect.poll(chips).toEqual(HUNGRY);
    await tableNamed(page, SCALED).waitFor({ state: "attached" });
    const element = page.locator("attention-scale");
    await element.evaluate((it) => it.setAttribute("sentence", "not bad"));
    await expect.poll(chips).toEqual(["not", "bad"]);
    await element.evaluate((it) => it.removeAttribute("sentence"));
    await element.evaluate((it) => it.setAttribute("view", "page"));
    await expect.poll(chips).toEqual(["I", "am", "good"]);
  });
});

describe("one attention by hand", () => {
  test("writes the example's numbers out, and follows word, division and vectors", async () => {
    const { page, messages } = await start("#view=steps&open=steps-worked,steps-vectors");
    await done(page);
    const worked = () => page.locator(".worked").innerText();
    expect(await worked()).toContain("1·1 + 3·1 + 2·3 = 10");
    expect(await worked()).toContain("0.976·1 + 0.0179·1 + 0.00657·1 = 1");
    const { numbers } = await numbersOf(page, text.steps.table);
    expect(numbers.map((row) => row.slice(0, 3))).toEqual([
      [14, 10, 9],
      [10, 11, 6],
      [9, 6, 6],
    ]);
    // R's softmax(X %*% t(X)) %*% X
    for (const [row, expected] of [
      [1, 2.957691, 2.011295],
      [1, 1.540148, 2.722573],
      [1, 2.864164, 2],
    ].entries()) {
      for (const [col, value] of expected.entries()) {
        expect(numbers[row]?.[6 + col]).toBeCloseTo(value, 5);
      }
    }
    await page.getByRole("combobox", { name: text.steps.controls.row }).selectOption("2");
    await page.getByRole("radio", { name: text.legend.scaled }).check();
    await expect.poll(worked).toContain("10 ÷");
    const weights = (await numbersOf(page, text.steps.table)).numbers[1]?.slice(3, 6) ?? [];
    expect(rounded([weights])[0]).toEqual([".35", ".62", ".03"]);
    await page.getByRole("textbox", { name: "am, 1" }).fill("2");
    await expect.poll(worked).toContain("2·2 + 1·1 + 3·3 = 14");
    expect(messages).toEqual([]);
  });
});

describe("two sentences", () => {
  test("start with the example's pair", async () => {
    for (const fragment of [
      "view=heads",
      "view=heads&vectors=example",
      "view=cross&sentence=I+am+good",
    ]) {
      const { page } = await start(`#${fragment}`);
      const { rows, cols, numbers } = await numbersOf(page, UNSCALED);
      expect([fragment, rows, cols]).toEqual([fragment, ["I", "am", "good"], ["我", "很", "好"]]);
      expect(rounded(numbers)).toEqual([
        [".10", ".66", ".24"],
        [".49", ".49", ".02"],
        [".16", ".42", ".42"],
      ]);
      for (const row of (await numbersOf(page, SCALED)).numbers) {
        expect(row.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
      }
    }
  });

  test("take any words: rows those of the first sentence, columns those of the second", async () => {
    const { page } = await start("#view=heads");
    await done(page);
    await second(page).fill("le chien a mangé");
    await expect
      .poll(async () => (await numbersOf(page, SCALED)).cols)
      .toEqual(["le", "chien", "a", "mangé"]);
    expect((await numbersOf(page, SCALED)).rows).toEqual(HUNGRY);
    await sentence(page).fill("the dog ate");
    await expect
      .poll(async () => (await numbersOf(page, UNSCALED)).rows)
      .toEqual(["the", "dog", "ate"]);
    await expect.poll(() => fragmentOf(page).get("second")).toBe("le chien a mangé");
    const before = (await numbersOf(page, SCALED)).numbers;
    await page.goBack();
    await page.goForward();
    await expect.poll(async () => (await numbersOf(page, SCALED)).numbers).toEqual(before);
  });

  test("show a cell's arithmetic, which a click or Enter holds in the link", async () => {
    const { page } = await start("#view=cross&open=cross-scores");
    await done(page);
    const arithmetic = page.locator(".reason .arithmetic");
    expect(await arithmetic.locator(".pair").innerText()).toBe("I → 很");
    const matrix = page.getByRole("application", { name: UNSCALED });
    await matrix.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => arithmetic.locator(".pair").innerText()).toBe("am → 很");
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("pair")).toBe("1,1");
    await page.keyboard.press("Escape");
    await expect.poll(() => fragmentOf(page).get("pair")).toBeNull();
  });
});

describe("many heads", () => {
  const heads = (page: Page) => page.getByRole("application", { name: /attention matrices/ });
  const told = (page: Page) => page.locator(".reason .caption").innerText();

  test("follow the number of heads, and the pointer, and hold what is chosen in the link", async () => {
    const { page, messages } = await start("#view=many&open=many-lines");
    await done(page);
    await page.getByRole("slider", { name: "Heads", exact: true }).focus();
    await page.keyboard.press("End");
    await expect
      .poll(async () => (await numbersOf(page, text.many.thumbs.table)).rows.length)
      .toBe(16);
    expect(await told(page)).toMatch(/^In head 1, it gives \d+\s% of its attention to \w+\./);
    await heads(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => told(page)).toMatch(/^In head 2,/);
    expect(fragmentOf(page).has("head")).toBe(false);
    // The tables are those of the head that is held.
    const named = (side: "unscaled" | "scaled", head: number) =>
      say(text.named[side], { what: say(text.many.lines.weights, { head }) });
    const table = (head: number) => tableNamed(page, named("scaled", head)).count();
    expect([await table(1), await table(2)]).toEqual([1, 0]);
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("head")).toBe("2");
    await expect.poll(() => table(2)).toBe(1);
    await heads(page).blur();
    expect(await told(page)).toMatch(/^In head 2,/);
    await page
      .getByRole("application", { name: named("scaled", 2) })
      .first()
      .focus();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => told(page)).toMatch(/^In head 2, because gives/);
    await page.keyboard.press("Enter");
    await expect.poll(() => fragmentOf(page).get("query")).toBe("6");
    for (const side of ["unscaled", "scaled"] as const) {
      for (const row of (await numbersOf(page, named(side, 2))).numbers) {
        expect(row.reduce((sum, value) => sum + value)).toBeCloseTo(1, 12);
      }
    }
    expect(messages).toEqual([]);
  });
});

describe("any width", () => {
  const { controls, measured } = text.widths;

  test("measures what the wrong root does, and nothing where both are the same", async () => {
    const { page, messages } = await start("#view=widths&open=widths-shapes");
    await done(page);
    const caption = () => page.locator(".reason .caption").innerText();
    expect(await caption()).toMatch(/divided by 8.00 and not by 4.00/);
    const { numbers } = await numbersOf(page, measured.entropy);
    for (const [none = 0, model = 0, keys = 0] of numbers) {
      expect(none).toBeLessThan(keys);
      expect(keys).toBeLessThan(model);
    }
    await page.getByRole("spinbutton", { name: `${controls.dk} (1–1024)` }).fill("64");
    await expect.poll(caption).toContain("makes no difference");
    const same = await numbersOf(page, measured.gradient);
    for (const [, model, keys] of same.numbers) expect(model).toBe(keys);
    expect(messages).toEqual([]);
  });
});

describe("as frameworks hold it", () => {
  const { controls, weights, variance, equal } = text.tensor;

  test("pads the shorter sentence, and gives padding weights of 0", async () => {
    const { page, messages } = await start("#view=tensor&open=tensor-weights");
    await done(page);
    const table = await numbersOf(page, weights.table);
    expect(table.rows.slice(9, 13)).toEqual([
      "sentence 2: 我",
      "sentence 2: 很",
      "sentence 2: 好",
      "sentence 2: padding",
    ]);
    for (const [i, row] of table.numbers.entries()) {
      const sum = row.reduce((all, one) => all + one);
      expect(sum).toBeCloseTo(i < 12 ? 1 : 0, 12);
      if (i >= 9) expect(row.slice(3)).toEqual(Array(6).fill(0));
    }
    const told = await numbersOf(page, variance.title);
    expect(told.rows.length).toBe(9);
    const other = page.getByRole("textbox", { name: controls.second });
    await other.fill(HUNGRY.toReversed().join(" "));
    await expect.poll(() => page.getByText(equal).count()).toBe(1);
    expect(messages).toEqual([]);
  });
});
