// @ts-check
/** The page left alone, and the page busy in its worker while the reader types. */
import { serve } from "../chromium.mjs";
import { median, QUICK, quantile } from "../rounds.mjs";
import { duration, printTable } from "../table.mjs";
import { during, typed } from "./visit.mjs";

/** The cost of measuring itself: an empty page, which reports that it is ready as the page does. */
const EMPTY = `<!doctype html><meta charset="utf-8"><title>empty</title><body data-ready="true"></body>`;

/** The clock's own, in seconds: a difference of one may be none. */
const STEP = 0.01;

/**
 * Processor time of all renderers, workers included, in seconds.
 * @param {import("playwright-core").Browser} browser
 */
async function processorTime(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo
    .filter(({ type }) => type === "renderer")
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/**
 * What the page does while nobody touches it: processor time and time in tasks of its own thread,
 * in seconds, and what it asks for.
 * @param {string} url
 * @param {number} seconds
 */
const idle = (url, seconds) =>
  during(url, async ({ browser, page, notes }) => {
    // Work after the first view, such as storing the page for offline use, has ended.
    await page.waitForTimeout(5000);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const look = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      const task = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
      return { asked: (await notes()).asked, task, cpu: await processorTime(browser) };
    };
    const before = await look();
    await page.waitForTimeout(seconds * 1000);
    const after = await look();
    const asked = Object.entries(after.asked)
      .map(([name, count]) => ({ name, count: count - (before.asked[name] ?? 0) }))
      .filter(({ count }) => count > 0);
    return { asked, task: after.task - before.task, cpu: after.cpu - before.cpu };
  });

/**
 * All labs in sight and at work, on a screen high enough for that.
 * @param {string} url
 * @param {number} letters
 */
function typing(url, letters) {
  const long = "#samples=20000&sampledim=1024&draws=20000&keys=64";
  const viewport = { width: 1280, height: 12_000 };
  const measure = async (/** @type {Parameters<Parameters<typeof during>[1]>[0]} */ visited) => {
    const { browser, page } = visited;
    await page.waitForTimeout(2000);
    await page.getByRole("textbox", { name: "Sentence" }).first().click();
    const cpu = await processorTime(browser);
    const start = performance.now();
    const written = "aaaa ".repeat(Math.ceil(letters / 5)).slice(0, letters);
    const found = await typed(visited, written, 60);
    // The share of one processor: near 1 and above it the worker was busy indeed.
    const busy = (((await processorTime(browser)) - cpu) * 1000) / (performance.now() - start);
    return { ...found, busy };
  };
  return during(url + long, measure, { viewport });
}

/** @type {import("../run.mjs").Section} */
export async function resting({ pace, report }) {
  const url = await serve("dist", { "/empty": { type: "text/html", body: EMPTY } });
  const seconds = pace === QUICK ? 2 : 5;
  /** @typedef {Awaited<ReturnType<typeof idle>>[]} Rounds */
  const [ours, empty] = /** @type {[Rounds, Rounds]} */ ([[], []]);
  for (let round = 0; round < pace.rounds; round++) {
    ours.push(await idle(url, seconds));
    empty.push(await idle(`${url}empty`, seconds));
  }
  const asked = ours.find((round) => round.asked.length > 0)?.asked ?? [];
  const medianOf = (/** @type {Rounds} */ rounds, /** @type {"task" | "cpu"} */ what) =>
    median(rounds.map((round) => round[what]));
  const inSeconds = (/** @type {"task" | "cpu"} */ what) =>
    [ours, empty].map((rounds) => duration(medianOf(rounds, what) * 1000));
  const letters = pace === QUICK ? 10 : 60;
  const { events, worst, busy } = await typing(url, letters);

  const askedText = asked.map(({ name, count }) => `${count} × ${name}`).join(", ") || "none";
  const next = quantile(
    events.map(({ duration }) => duration),
    0.95,
  );
  const [cpuOfOurs, cpuOfEmpty] = inSeconds("cpu");
  printTable(
    "Left alone, and busy",
    ["", ""],
    [
      [`timers and frames asked for in ${seconds} s`, askedText],
      [
        `tasks of the page's thread in ${seconds} s, and of an empty page's`,
        inSeconds("task").join(", "),
      ],
      [
        `processor time of the page in ${seconds} s, and of an empty page`,
        `${cpuOfOurs}, ${cpuOfEmpty}`,
      ],
      [`processors busy while ${letters} letters are typed`, busy.toFixed(2)],
      ["input delay then, at most", worst === 0 ? "none noted" : duration(worst)],
      [
        "key until the next picture then, 95 %",
        events.length === 0 ? "under 16 ms" : duration(next),
      ],
    ],
  );
  report.reach("idle: no timer, no frame", askedText, asked.length === 0);
  report.reach(
    `idle: no more processor time in ${seconds} s than an empty page (counted in steps of 10 ms)`,
    `${cpuOfOurs}, an empty page ${cpuOfEmpty}`,
    medianOf(ours, "cpu") - medianOf(empty, "cpu") < 2 * STEP,
  );
  report.reach("typing while labs run: under 50 ms input delay", duration(worst), worst < 50);
  report.figures.resting = { ours, empty, events, busy };
}
