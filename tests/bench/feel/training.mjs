// @ts-check
/** Frames and typing while both lanes of dates train, each in its own worker. */
import { launch, serve } from "../chromium.mjs";
import { median, QUICK, quantile } from "../rounds.mjs";
import { duration, printTable } from "../table.mjs";
import { frameTimes, typed, visit } from "./visit.mjs";

/** @param {import("../rounds.mjs").Pace} pace @param {import("../report.mjs").Report} report */
export async function training(pace, report) {
  const site = await serve("dist");
  const rows = [];
  const figures = [];
  for (const dim of [64, 128]) {
    const { browser, close } = await launch();
    const visited = await visit(browser, `${site.url}race.html#dim=${dim}`);
    const { page, notes, close: leave } = visited;
    const status = page.locator(".race-status");
    const step = async () =>
      Number(/step ([\d\s]*\d)/.exec(await status.innerText())?.[1]?.replace(/\s/g, ""));
    await page.getByRole("button", { name: "Train", exact: true }).click();
    while (!((await step()) > 2)) await page.waitForTimeout(200);
    const from = { step: await step(), tasks: (await notes()).longTasks.length };
    const frames = await frameTimes(page, pace === QUICK ? 300 : 1200);
    const longTasks = (await notes()).longTasks.slice(from.tasks);
    const field = page.getByRole("textbox", { name: "Date", exact: true });
    await field.click();
    await field.selectText();
    const letters = "20 Nov 2026".repeat(pace === QUICK ? 1 : 3).slice(-30);
    const events = await typed(visited, letters, 100);
    const steps = (await step()) - from.step;
    await leave();
    await close();
    const worst = Math.max(0, ...events.map(({ delay }) => delay));
    const soon = frames.filter((time) => time <= 20).length / frames.length;
    rows.push([
      `d = ${dim}, ${steps} steps meanwhile`,
      duration(median(frames)),
      duration(quantile(frames, 0.95)),
      `${(100 * soon).toFixed(1)} %`,
      String(longTasks.length),
      worst === 0 ? "none noted" : duration(worst),
    ]);
    report.reaches.push(
      {
        goal: `dates training, d = ${dim}: 95 % of frames within 20 ms`,
        found: `${(100 * soon).toFixed(1)} %`,
        met: soon >= 0.95,
      },
      {
        goal: `typing while dates train, d = ${dim}: under 50 ms input delay`,
        found: duration(worst),
        met: worst < 50,
      },
    );
    figures.push({ dim, steps, frames, longTasks, events });
  }
  await site.close();
  printTable(
    "While both lanes of dates train",
    ["", "frame", "95 %", "within 20 ms", "tasks over 50 ms", "input delay at most"],
    rows,
  );
  report.figures.training = figures;
}
