/** The ten questions about published models: by keyboard and pointer, their score, and their links. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { loadModels } from "../../web/src/parts/atlas/models.js";
import { ten } from "../../web/src/parts/quiz/experiments.js";
import { DRAWN, guessed, isYes, POOL } from "../../web/src/parts/quiz/pool.js";
import { START } from "../../web/src/state/state.js";
import { en as quiz } from "../../web/src/text/en/quiz.js";
import { engine } from "../loaded-engine.js";
import { found } from "../web/printed-blocks.js";
import { setUp } from "./browser.js";
import { fragmentOf } from "./reasons.js";

const { start } = await setUp();

const models = await loadModels();
const questions = found(ten.run(engine, START)).map((place) => {
  const [id, asked] = POOL[place] ?? ["", "root"];
  const model = models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`The atlas has no ${id}.`);
  return { model, right: isYes(model, asked), guess: guessed(asked) };
});

const question = (page: Page, number: number) =>
  page.getByRole("group", { name: `Question ${number} of ${DRAWN}`, exact: true });
const answer = (page: Page, yes: boolean) =>
  page.getByRole("radio", { name: yes ? quiz.yes : quiz.no, exact: true });

describe("the questions about published models", () => {
  test("are answered one by one, and scored against the formula", async () => {
    const { page, messages } = await start("view=quiz");
    for (const [i, { model, right }] of questions.entries()) {
      const group = question(page, i + 1);
      await group.getByText(model.name, { exact: true }).waitFor();
      expect(await group.getAttribute("data-answered")).toBe("false");
      // The third one is answered wrongly.
      const given = i === 2 ? !right : right;
      await answer(page, given).check();
      await expect.poll(() => group.getAttribute("data-answered")).toBe("true");
      const verdict = i === 2 ? "Wrong: " : "Right: ";
      await group.getByText(verdict).waitFor();
      const card = await group.getByRole("link").getAttribute("href");
      expect(new URLSearchParams(card?.split("#")[1]).get("model")).toBe(model.id);
      // Who scrolls away and comes back finds the answer as it was.
      if (i === 2) {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await page.evaluate(() => scrollTo(0, 0));
        expect(await answer(page, given).isChecked()).toBe(true);
        await answer(page, !given).click();
        await group.getByText(verdict).waitFor();
      }
      const last = i === DRAWN - 1;
      const next = group.getByRole("button", { name: last ? quiz.toScore : quiz.next });
      await next.focus();
      await page.keyboard.press("Enter");
      // The button has gone; who uses the keyboard goes on from the next question.
      if (!last) {
        const asked = question(page, i + 2);
        await expect.poll(() => asked.evaluate((group) => group.matches(":focus"))).toBe(true);
      }
    }
    const guesser = questions.filter(({ right, guess }) => right === guess).length;
    const score = page.getByRole("status").filter({ hasText: "You: 9 of 10" });
    await score.waitFor();
    expect(await score.innerText()).toContain(`: ${guesser} of 10`);
    expect(
      await page.getByRole("table", { name: quiz.table.caption }).locator("tbody tr").count(),
    ).toBe(DRAWN);
    expect(messages).toEqual([]);
  });

  test("are others on demand, and may be shown without an answer", async () => {
    const { page } = await start("view=quiz&quizseed=5");
    await page.getByRole("button", { name: "Just show me" }).click();
    await question(page, 1).getByRole("button", { name: quiz.next }).waitFor();
    await page.getByRole("button", { name: quiz.draw }).click();
    await expect.poll(() => fragmentOf(page).get("quizseed")).not.toBe("5");
    await expect.poll(() => question(page, 1).getAttribute("data-answered")).toBe("false");
  });
});
