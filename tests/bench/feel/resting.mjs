// @ts-check
/** The page left alone, and the page busy in its worker while the reader types. */
import { launch, serve } from "../chromium.mjs";
import { median, QUICK, quantile } from "../rounds.mjs";
import { duration, printTable } from "../table.mjs";
import { typed, visit } from "./visit.mjs";

/** The cost of measuring itself: an empty page, which reports that it is ready as the page does. */
const EMPTY = `<!doctype html><meta charset="utf-8"><title>empty</title><body data-ready="true"></body>`;

/** The clock's own, in seconds: a difference of one may be none. */
const STEP = 0.01;

/** Processor time of all renderers, workers included, in seconds. @param {import("playwright-core").Browser} browser */
async function processorTime(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo
    .filter(({ type }) => type === "renderer")
    .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** Time spent in tasks of the page's own thread, in seconds. @param {import("playwright-core").CDPSession} session */
async function taskTime(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

/** @param {string} url @param {number} seconds */
async function idle(url, seconds) {
  const { browser, close } = await launch();
  const { page, notes, close: leave } = await visit(browser, url);
  // Work after the first view, such as storing the page for offline use, has ended.
  await page.waitForTimeout(5000);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = {
    notes: await notes(),
    task: await taskTime(session),
    cpu: await processorTime(browser),
  };
  await page.waitForTimeout(seconds * 1000);
  const [cpu, task] = [
    (await processorTime(browser)) - before.cpu,
    (await taskTime(session)) - before.task,
  ];
  const after = await notes();
  await leave();
  await close();
  const asked = Object.entries(after.asked)
    .map(([name, count]) => ({ name, count: count - (before.notes.asked[name] ?? 0) }))
    .filter(({ count }) => count > 0);
  return { asked, task, cpu };
}

/**
 * All labs in sight and at work, on a screen high enough for that.
 * @param {string} url
 * @param {number} letters
 */
async function typing(url, letters) {
  const { browser, close } = await launch();
  const long = "#samples=20000&sampledim=1024&draws=20000&keys=64";
  const visited = await visit(browser, url + long, { width: 1280, height: 12_000 });
  const { page, close: leave } = visited;
  await page.waitForTimeout(2000);
  const box = page.getByRole("textbox", { name: "Sentence" }).first();
  await box.click();
  const cpu = await processorTime(browser);
  const start = performance.now();
  const written = "aaaa ".repeat(Math.ceil(letters / 5)).slice(0, letters);
  const events = await typed(visited, written, 60);
  // Of one processor: near 1 and above it the worker was busy indeed.
  const busy = (((await processorTime(browser)) - cpu) * 1000) / (performance.now() - start);
  await leave();
  await close();
  return { events, busy };
}

/** @param {import("../rounds.mjs").Pace} pace @param {import("../report.mjs").Report} report */
export async function resting(pace, report) {
  const site = await serve("dist", { "/empty": { type: "text/html", body: EMPTY } });
  const seconds = pace === QUICK ? 2 : 5;
  /** @type {Awaited<ReturnType<typeof idle>>[]} */
  const ours = [];
  const empty = [];
  for (let round = 0; round < pace.rounds; round++) {
    ours.push(await idle(site.url, seconds));
    empty.push(await idle(`${site.url}empty`, seconds));
  }
  const asked = ours.find((round) => round.asked.length > 0)?.asked ?? [];
  const taskOf = (/** @type {typeof ours} */ rounds) => median(rounds.map(({ task }) => task));
  const cpuOf = (/** @type {typeof ours} */ rounds) => median(rounds.map(({ cpu }) => cpu));
  const more = cpuOf(ours) - cpuOf(empty);
  const letters = pace === QUICK ? 10 : 60;
  const { events, busy } = await typing(site.url, letters);
  await site.close();

  const delays = events.map(({ delay }) => delay);
  const worst = Math.max(0, ...delays);
  const askedText =
    asked.length === 0 ? "none" : asked.map(({ name, count }) => `${count} × ${name}`).join(", ");
  printTable(
    "Left alone, and busy",
    ["", ""],
    [
      [`timers and frames asked for in ${seconds} s`, askedText],
      [
        `tasks of the page's thread in ${seconds} s, and of an empty page's`,
        `${duration(taskOf(ours) * 1000)}, ${duration(taskOf(empty) * 1000)}`,
      ],
      [
        `processor time of the page in ${seconds} s, and of an empty page`,
        `${duration(cpuOf(ours) * 1000)}, ${duration(cpuOf(empty) * 1000)}`,
      ],
      [`processors busy while ${letters} letters are typed`, busy.toFixed(2)],
      ["input delay then, at most", worst === 0 ? "none noted" : duration(worst)],
      [
        "key until the next picture then, 95 %",
        events.length === 0
          ? "under 16 ms"
          : duration(
              quantile(
                events.map(({ duration }) => duration),
                0.95,
              ),
            ),
      ],
    ],
  );
  report.reaches.push(
    { goal: "idle: no timer, no frame", found: askedText, met: asked.length === 0 },
    {
      goal: `idle: no more processor time in ${seconds} s than an empty page (counted in steps of 10 ms)`,
      found: `${duration(cpuOf(ours) * 1000)}, an empty page ${duration(cpuOf(empty) * 1000)}`,
      met: more < 2 * STEP,
    },
    {
      goal: "typing while labs run: under 50 ms input delay",
      found: duration(worst),
      met: worst < 50,
    },
  );
  report.figures.resting = { ours, empty, events, busy };
}
