// @ts-check
/** Frames and typing while both lanes of dates train, each in its own worker. */
import { serve } from "../chromium.mjs";
import { median, QUICK, quantile } from "../rounds.mjs";
import { duration, printTable } from "../table.mjs";
import { during, frameTimes, typed } from "./visit.mjs";

/** @param {string} url @param {boolean} quick */
const trained = (url, quick) =>
  during(url, async (visited) => {
    const { page, watched } = visited;
    const status = page.locator(".race-status");
    const step = async () =>
      Number(/step ([\d\s]*\d)/.exec(await status.innerText())?.[1]?.replace(/\s/g, ""));
    await page.getByRole("button", { name: "Train", exact: true }).click();
    while (!((await step()) > 2)) await page.waitForTimeout(200);
    const from = await step();
    const { found: frames, longTasks } = await watched(() =>
      frameTimes(page, { frames: quick ? 300 : 1200 }),
    );
    const field = page.getByRole("textbox", { name: "Date", exact: true });
    await field.click();
    await field.selectText();
    const letters = "20 Nov 2026".repeat(quick ? 1 : 3).slice(-30);
    const { events, worst } = await typed(visited, letters, 100);
    return { steps: (await step()) - from, frames, longTasks, events, worst };
  });

/** @type {import("../run.mjs").Section} */
export async function training({ pace, report }) {
  const url = await serve("dist");
  const rows = [];
  const figures = [];
  for (const dim of [64, 128]) {
    const found = await trained(`${url}race.html#dim=${dim}`, pace === QUICK);
    const { steps, frames, longTasks, worst } = found;
    const soon = frames.filter((time) => time <= 20).length / frames.length;
    const percent = `${(100 * soon).toFixed(1)} %`;
    rows.push([
      `d = ${dim}, ${steps} steps meanwhile`,
      duration(median(frames)),
      duration(quantile(frames, 0.95)),
      percent,
      String(longTasks.length),
      worst === 0 ? "none noted" : duration(worst),
    ]);
    const goal = `d = ${dim}:`;
    report.reach(`dates training, ${goal} 95 % of frames within 20 ms`, percent, soon >= 0.95);
    report.reach(
      `typing while dates train, ${goal} under 50 ms input delay`,
      duration(worst),
      worst < 50,
    );
    figures.push({ dim, ...found });
  }
  printTable(
    "While both lanes of dates train",
    ["", "frame", "95 %", "within 20 ms", "tasks over 50 ms", "input delay at most"],
    rows,
  );
  report.figures.training = figures;
}
