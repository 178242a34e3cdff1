// @ts-check
/**
 * Tokens a second, frames and long tasks while the trained model answers, with its rivals, and with
 * its heads in sight.
 */
import { serve } from "../chromium.mjs";
import { duration, printTable } from "../table.mjs";
import { during, frameTimes, longest } from "./visit.mjs";

/** Without the division and with it both answers run to the limit. */
const BOTH = "What is machine learning?";
/** The answer without the division ends after some 30 tokens, the other runs to the limit. */
const ONE = "请介绍一下中国的历史和文化。";

/** Tokens of an answer after which its pace is taken. */
const FROM = 8;

/**
 * Has the model answer, and takes notes of both answers at every frame.
 * @param {import("playwright-core").Page} page
 */
async function answered(page) {
  return page.evaluate(async () => {
    const element = /** @type {any} */ (document.querySelector("attention-scale"));
    const chat = element.laterContent.sections.objects.get("chat");
    const buttons = [...element.shadowRoot.querySelectorAll("button")];
    buttons.find(({ textContent }) => textContent.trim() === "Answer").click();
    const times = [];
    const counts = [];
    let last = performance.now();
    do {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      const { steps, recorded } = chat.conversation;
      const [first, second] = recorded
        ? [0, 0]
        : steps.map((/** @type {any} */ { length }) => length);
      counts.push({ at: now, first, second });
      times.push(now - last);
      last = now;
    } while (chat.answering);
    return { times, counts };
  });
}

/**
 * Tokens a second of the answer with the division: of the longest time in which both answers went
 * on, or it alone.
 * @param {readonly { at: number, first: number, second: number }[]} counts
 * @param {boolean} both
 */
function pace(counts, both) {
  const last = counts.at(-1);
  const going = counts.filter(({ first, second }) =>
    both ? second >= FROM && first < (last?.first ?? 0) : first === last?.first && second >= FROM,
  );
  const start = going[0];
  const end = going.at(-1);
  if (start === undefined || end === undefined) return Number.NaN;
  return ((end.second - start.second) / (end.at - start.at)) * 1000;
}

/** What stands at the top of the window. */
const SCENES = {
  answers: ".pair-of-figures.answers",
  heads: "section[aria-label='Inside: all 64 heads'] .setting",
};

/** How the model is asked. */
const CASES = Object.entries(SCENES).flatMap(([view, top]) => [
  { name: `two answers, ${view} in sight`, top, prompt: BOTH, both: true, least: 130 },
  { name: `one answer, ${view} in sight`, top, prompt: ONE, both: false, least: 200 },
]);

/** @param {string} url */
const measured = (url) =>
  during(url, async ({ page, watched }) => {
    await page.getByRole("button", { name: "Load the model", exact: true }).click();
    await page.locator('[data-model="ready"]').waitFor({ state: "attached", timeout: 60_000 });
    const found = [];
    for (const { top, ...asked } of CASES) {
      // Filling brings the field into sight.
      await page.getByRole("textbox", { name: "Prompt", exact: true }).fill(asked.prompt);
      await page
        .locator(top)
        .first()
        .evaluate((shown) => shown.scrollIntoView());
      await frameTimes(page, { frames: 60 });
      const { found: told, longTasks } = await watched(async () => {
        const told = await answered(page);
        await page.waitForTimeout(1000);
        return told;
      });
      found.push({ ...asked, ...told, longTasks, pace: pace(told.counts, asked.both) });
    }
    return found;
  });

/** @type {import("../run.mjs").Section} */
export async function answering({ report }) {
  const found = await measured(`${await serve("dist")}model.html#lang=en`);
  for (const { name, pace, least, longTasks } of found) {
    const tasks = longest(longTasks, "none");
    report.reach(`the trained model, ${name}: no task over 50 ms`, tasks, longTasks.length === 0);
    const paced = `${pace.toFixed(0)}`;
    report.reach(`the trained model, ${name}: ${least} tokens a second each`, paced, pace >= least);
  }
  printTable(
    "While the trained model answers, 1280 × 900",
    ["", "tokens a second each", "longest frame", "tasks over 50 ms", "longest"],
    found.map(({ name, pace, times, longTasks }) => [
      name,
      pace.toFixed(0),
      duration(Math.max(...times)),
      String(longTasks.length),
      longest(longTasks, "none"),
    ]),
  );
  report.figures.answering = found.map(({ counts, ...rest }) => rest);
}
