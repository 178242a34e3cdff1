// @ts-check
/**
 * Measures what happens under the hand: dragging the dimension, drawing anew, and what ten thousand
 * moves leave behind.
 */
import { serve } from "../chromium.mjs";
import { QUICK, quantile } from "../rounds.mjs";
import { duration, printTable } from "../table.mjs";
import { cellsOf, during, frameTimes, longest, ready } from "./visit.mjs";

/** @typedef {import("playwright-core").Page} Page */

const words = (/** @type {number} */ count) =>
  Array.from({ length: count }, (_, index) => `w${index}`).join(" ");

/**
 * Sets some keys of the state, and waits until all is drawn.
 * @param {Page} page
 * @param {object} keys
 */
async function set(page, keys) {
  await page.evaluate((keys) => {
    /** @type {any} */ (document.querySelector("attention-scale")).set(keys);
  }, keys);
  await ready(page);
}

/**
 * The times from a change until its answer is drawn, while the hand goes on: tables and link, which
 * follow only when it rests, are not waited for.
 * @param {Page} page
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

/** Size of the heap of the main thread. @param {Page} page */
async function heap(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

/** @param {Page} page @param {number} count */
async function resample(page, count) {
  const times = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await page.getByRole("button", { name: "Resample" }).first().click();
    await ready(page);
    times.push(performance.now() - start);
  }
  return times;
}

/** Words, the largest d, and the most milliseconds of a frame. */
const DRAGS = /** @type {const} */ ([
  [16, 512, 16.7],
  [16, 1024, 33],
  [64, 1024, 16.7],
]);

/** @param {string} url @param {boolean} quick */
const measured = (url, quick) =>
  during(
    url,
    async ({ page, watched }) => {
      const drags = [];
      for (const [count, top, limit] of DRAGS) {
        await set(page, { sentence: words(count), dim: 1 });
        await frameTimes(page, { frames: 60, top });
        const { found: times, longTasks } = await watched(async () => {
          const times = await frameTimes(page, { frames: quick ? 120 : 600, top });
          await ready(page);
          return times;
        });
        drags.push({ name: `${count} words, d to ${top}`, limit, times, longTasks });
      }
      const answered = await answers(page, quick ? 8 : 40);
      await set(page, { sentence: "I am good", dim: 1024 });
      const resampled = await watched(() => resample(page, quick ? 3 : 15));
      const moves = quick ? 400 : 10_000;
      await frameTimes(page, { frames: quick ? 200 : 1000, top: 512 });
      await ready(page);
      const start = await heap(page);
      await frameTimes(page, { frames: moves, top: 512 });
      await ready(page);
      const grown = (await heap(page)) - start;
      return { drags, answered, resampled, heap: { start, grown, moves } };
    },
    // Without them a frame takes a sixtieth of a second however fast it is.
    { flags: ["--disable-frame-rate-limit", "--disable-gpu-vsync"] },
  );

/** @type {import("../run.mjs").Section} */
export async function moving({ pace, report }) {
  const found = await measured(await serve("dist"), pace === QUICK);
  const { drags, answered, resampled, heap } = found;
  for (const { name, limit, times, longTasks } of drags) {
    const late = quantile(times, 0.95);
    const goal = `dragging, ${name}:`;
    report.reach(`${goal} 95 % of frames under ${limit} ms`, duration(late), late < limit);
    const tasks = longest(longTasks, "none");
    report.reach(`${goal} no task over 50 ms`, tasks, longTasks.length === 0);
  }
  const late = quantile(answered, 0.95);
  report.reach(
    "64 words: the worker answers within 100 ms",
    `${duration(late)} in 95 %`,
    late < 100,
  );
  const blocked = resampled.longTasks;
  report.reach(
    "Resample at d = 1024 never blocks",
    blocked.length === 0 ? "no long task" : `${longest(blocked, "")} at most`,
    blocked.length === 0,
  );
  const grown = `${(heap.grown / 1000).toFixed(0)} kB more`;
  report.reach(`heap flat over ${heap.moves} moves`, grown, heap.grown < 1e6);
  printTable(
    "Under the hand, 1280 × 900, as fast as frames come",
    ["", "median", "95 %", "longest", "tasks over 50 ms"],
    [
      ...drags.map(({ name, times, longTasks }) => [
        name,
        ...cellsOf(times),
        String(longTasks.length),
      ]),
      ["64 words: until the answer is drawn", ...cellsOf(answered), ""],
      [
        "Resample at d = 1024, until tables too",
        ...cellsOf(resampled.found),
        String(blocked.length),
      ],
      [`heap after ${heap.moves} moves`, `${grown} than ${(heap.start / 1e6).toFixed(1)} MB`],
    ],
  );
  report.figures.moving = found;
}
