/**
 * The chapter of the divisors: the table of the rules, and the pieces of code whose mistake is to
 * be found.
 */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { bugOf } from "../../web/src/parts/bugs/experiments.js";
import { RULES, rulesOf } from "../../web/src/parts/choices/experiments.js";
import { en as bugs } from "../../web/src/text/en/bugs.js";
import { en as answers } from "../../web/src/text/en/bugs-answer.js";
import { en as questions } from "../../web/src/text/en/questions.js";
import { engine } from "../loaded-engine.js";
import { numbersOf, setUp, tableNamed } from "./browser.js";
import { fragmentOf } from "./reasons.js";

const { start } = await setUp();

/** The state that the tests of a sentence share. */
const SENTENCE = { words: ["I", "am", "good"], dim: 64, seed: 13, exponent: 0.5, x: null };

describe("the table of the rules", () => {
  const numbers = (page: Page) =>
    tableNamed(page, "Rules")
      .locator("tbody tr")
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.getAttribute("data-rule"),
          ...["entropy", "largest"].map((name) =>
            Number(row.querySelector(`[data-name=${name}]`)?.getAttribute("data-value")),
          ),
        ]),
      );

  test("has the numbers of the engine for every rule, and follows the size of W", async () => {
    const { page } = await start("view=choices&ruledraws=8");
    const expected = (size: number) => {
      const attention = { ...SENTENCE, projections: "random" as const };
      const ruled = rulesOf(engine, {
        attention,
        ruleheads: 1,
        wsize: size,
        gain: 1,
        cap: 50,
        neutral: 16,
      });
      return RULES.map((rule) => [rule, ruled[rule].means.entropy, ruled[rule].means.peak]);
    };
    await tableNamed(page, "Rules").waitFor();
    expect(await numbers(page)).toEqual(expected(1));
    await page.getByRole("slider", { name: "Size of W" }).press("End");
    await expect.poll(() => fragmentOf(page).get("wsize")).toBe("30");
    await expect.poll(() => numbers(page)).toEqual(expected(30));
  });

  test("says what is allowed, and keeps what was typed", async () => {
    const { page } = await start("view=choices&ruledraws=8&open=choices-large");
    const cap = page.getByRole("spinbutton", { name: "Soft-cap: c" });
    await cap.fill("0");
    await page.getByText("It must be a number from 0.1 to 1000.").waitFor();
    expect(await cap.inputValue()).toBe("0");
  });
});

describe("a piece of code", () => {
  const question = (page: Page, number: number) =>
    page.getByRole("group", { name: `Question: piece ${number}`, exact: true });
  const line = (page: Page, code: string) => page.getByRole("radio", { name: code, exact: true });
  const numbers = (page: Page) => tableNamed(page, answers.table.caption);

  test("opens by its link, tells a right line from the wrong one, and shows what that does", async () => {
    const { page } = await start("view=bugs&bug=masked");
    const group = question(page, 5);
    expect(await group.getAttribute("data-answered")).toBe("false");
    expect(await numbers(page).count()).toBe(0);
    await line(page, "scores = scores / math.sqrt(d)").check();
    await group.getByText(bugs.quiz.missed).waitFor();
    // Arrow keys lead from line to line, and Enter answers.
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await group.getByText(bugs.quiz.missed).isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    await group.getByText(bugs.quiz.found).waitFor();
    await group.getByRole("radio", { name: bugs.effects.leak }).check();
    await expect.poll(() => group.getAttribute("data-answered")).toBe("true");
    // The script of the answers comes with the first of them.
    await group.getByText(bugs.quiz.right, { exact: true }).waitFor();
    expect(await group.getByText(bugs.quiz.right, { exact: true }).count()).toBe(1);
    const attention = { ...SENTENCE, projections: "random" as const };
    const { wrong } = bugOf(engine, { attention, bug: "masked" });
    const table = tableNamed(page, answers.tables.wrong);
    await table.waitFor({ state: "attached" });
    expect((await numbersOf(table)).flat()).toEqual([...wrong.weights.data]);
  });

  test("asks anew where the reader goes on to another, and gives its answer on demand", async () => {
    const { page } = await start("view=bugs");
    const show = page.getByRole("button", { name: questions.show });
    await show.click();
    await numbers(page).waitFor();
    // The button has gone; who uses the keyboard goes on from the question.
    expect(await question(page, 1).evaluate((group) => group.matches(":focus"))).toBe(true);
    await page.getByRole("radio", { name: "6", exact: true }).check();
    await expect.poll(() => fragmentOf(page).get("bug")).toBe("length");
    expect(await question(page, 6).getAttribute("data-answered")).toBe("false");
    await numbers(page).waitFor({ state: "detached" });
    await show.waitFor();
  });

  test("is one figure of a post, without the question", async () => {
    const { page } = await start("figure=bugs-weights&bug=after");
    await tableNamed(page, answers.tables.wrong).waitFor({ state: "attached" });
    expect(await page.locator(".quiz").count()).toBe(0);
  });
});
