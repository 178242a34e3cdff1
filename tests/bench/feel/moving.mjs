// @ts-check
/** Under the hand: dragging the dimension, drawing anew, and what ten thousand moves leave behind. */
import { launch, serve } from "../chromium.mjs";
import { median, QUICK, quantile } from "../rounds.mjs";
import { duration, printTable } from "../table.mjs";
import { frameTimes, ready, visit } from "./visit.mjs";

const words = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => `w${index}`).join(" ");

/**
 * From a change until its answer is drawn, once while the hand goes on: tables and link, which follow only when it rests,
 * are not waited for.
 * @param {import("playwright-core").Page} page
 * @param {number} count
 * @returns {Promise<number[]>}
 */
function answers(page, count) {
  return page.evaluate(async (count) => {
    const element = /** @type {any} */ (document.querySelector("attention-scale"));
    // Pictures have their turns at painting.
    const behind = () => [...element.figures.figures.values()].some(({ waiting }) => waiting);
    const times = [];
    for (let i = 0; i < count; i++) {
      const before = element.attention.result;
      const start = performance.now();
      element.set({ dim: 400 + ((i * 37) % 600) });
      while (element.attention.result === before || behind()) {
        await new Promise(requestAnimationFrame);
      }
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    return times;
  }, count);
}

/** Size of the heap of the main thread. @param {import("playwright-core").Page} page */
async function heap(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

/** @param {import("../rounds.mjs").Pace} pace @param {import("../report.mjs").Report} report */
export async function moving(pace, report) {
  // Without them a frame takes a sixtieth of a second however fast it is.
  const { browser, close } = await launch("--disable-frame-rate-limit", "--disable-gpu-vsync");
  const site = await serve("dist");
  const { page, notes, close: leave } = await visit(browser, site.url);
  const quick = pace === QUICK;
  const frames = quick ? 120 : 600;
  const rows = [];
  const figures = [];

  for (const [count, top, limit] of /** @type {const} */ ([
    [16, 512, 16.7],
    [16, 1024, 33],
    [64, 1024, 16.7],
  ])) {
    await page.evaluate((sentence) => {
      /** @type {any} */ (document.querySelector("attention-scale")).set({ sentence, dim: 1 });
    }, words(count));
    await ready(page);
    await frameTimes(page, 60, top);
    const before = (await notes()).longTasks.length;
    const times = await frameTimes(page, frames, top);
    await ready(page);
    const longTasks = (await notes()).longTasks.slice(before);
    const late = quantile(times, 0.95);
    const name = `${count} words, d to ${top}`;
    rows.push([
      name,
      duration(median(times)),
      duration(late),
      duration(Math.max(...times)),
      String(longTasks.length),
    ]);
    report.reaches.push(
      {
        goal: `dragging, ${name}: 95 % of frames under ${limit} ms`,
        found: duration(late),
        met: late < limit,
      },
      {
        goal: `dragging, ${name}: no task over 50 ms`,
        found: longTasks.length === 0 ? "none" : duration(Math.max(...longTasks)),
        met: longTasks.length === 0,
      },
    );
    figures.push({ name, times, longTasks });
  }
  const answered = await answers(page, quick ? 8 : 40);
  rows.push([
    "64 words: until the answer is drawn",
    duration(median(answered)),
    duration(quantile(answered, 0.95)),
    duration(Math.max(...answered)),
    "",
  ]);
  report.reaches.push({
    goal: "64 words: the worker answers within 100 ms",
    found: `${duration(quantile(answered, 0.95))} in 95 %`,
    met: quantile(answered, 0.95) < 100,
  });

  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("attention-scale")).set({
      sentence: "I am good",
      dim: 1024,
    });
  });
  await ready(page);
  const resampled = [];
  const before = (await notes()).longTasks.length;
  for (let i = 0; i < (quick ? 3 : 15); i++) {
    const start = performance.now();
    await page.getByRole("button", { name: "Resample" }).first().click();
    await ready(page);
    resampled.push(performance.now() - start);
  }
  const blocked = (await notes()).longTasks.slice(before);
  rows.push([
    "Resample at d = 1024, until tables too",
    duration(median(resampled)),
    duration(quantile(resampled, 0.95)),
    duration(Math.max(...resampled)),
    String(blocked.length),
  ]);
  report.reaches.push({
    goal: "Resample at d = 1024 never blocks",
    found: blocked.length === 0 ? "no long task" : `${duration(Math.max(...blocked))} at most`,
    met: blocked.length === 0,
  });

  const moves = quick ? 400 : 10_000;
  await frameTimes(page, quick ? 200 : 1000, 512);
  await ready(page);
  const start = await heap(page);
  await frameTimes(page, moves, 512);
  await ready(page);
  const grown = (await heap(page)) - start;
  report.reaches.push({
    goal: `heap flat over ${moves} moves`,
    found: `${(grown / 1000).toFixed(0)} kB more`,
    met: grown < 1e6,
  });
  await leave();
  await close();
  await site.close();
  printTable(
    "Under the hand, 1280 × 900, as fast as frames come",
    ["", "median", "95 %", "longest", "tasks over 50 ms"],
    [
      ...rows,
      [
        `heap after ${moves} moves`,
        `${(grown / 1000).toFixed(0)} kB more than ${(start / 1e6).toFixed(1)} MB`,
      ],
    ],
  );
  report.figures.moving = { figures, answered, resampled, blocked, heap: { start, grown, moves } };
}
