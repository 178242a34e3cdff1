// @ts-check
/**
 * A large file in the chapter "Your own attention": how long until all heads are pictures, beside a
 * plain pass over the same file; memory, long tasks, another head; and what measuring a rule costs.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { launch, serve } from "../chromium.mjs";
import { toClose } from "../endings.mjs";
import { newEngine } from "../engine.mjs";
import { longest, visit } from "../feel/visit.mjs";
import { SHAPE, writeWeights } from "../own/weights-file.mjs";
import { median, race, ratioOf, timed } from "../rounds.mjs";
import { digits, duration, printTable, timeAndSpread, times } from "../table.mjs";

const HEADS = SHAPE.layers * SHAPE.heads;
/** Heads that are made large, one after the other. */
const CHOSEN = [
  [7, 5],
  [12, 12],
  [1, 9],
  [4, 2],
  [10, 11],
];
/** What the page may take beside the file, and how often that is looked at. */
const MOST_BYTES = 1e8;
const LOOK_MS = 30;

/** Notes when the file is chosen, and when all pictures of its heads are there. */
function watchFile() {
  const world = /** @type {any} */ (globalThis);
  const root = /** @type {any} */ (document.querySelector("attention-scale")).shadowRoot;
  world.pictured = new Promise((resolve) => {
    root.querySelector('input[type="file"]').addEventListener(
      "change",
      (/** @type {any} */ event) => {
        const start = performance.now();
        [world.file] = event.target.files;
        let begun = false;
        const look = () => {
          // It stands there until all heads have pictures, and nothing else is to be told of them.
          const goesOn = root.querySelector("section progress") !== null;
          const isDone = begun && !goesOn;
          begun ||= goesOn;
          // A frame later they are painted.
          requestAnimationFrame(isDone ? () => resolve(performance.now() - start) : look);
        };
        look();
      },
      { capture: true, once: true },
    );
  });
}

/**
 * The plain pass over the same file: read, turned into single precision by a table of all words,
 * and the largest of each row.
 * @param {{ start: number, cols: number }} given
 */
async function plainPass({ start, cols }) {
  const { file } = /** @type {any} */ (globalThis);
  const from = performance.now();
  const words = new Uint16Array(await file.slice(start).arrayBuffer());
  const numbers = Float32Array.from({ length: 2 ** 16 }, (_, word) => {
    const exponent = (word >> 10) & 31;
    const fraction = (word & 1023) / 1024;
    return exponent === 0 ? fraction * 2 ** -14 : (1 + fraction) * 2 ** (exponent - 15);
  });
  const largest = new Float32Array(words.length / cols);
  for (let row = 0; row < largest.length; row += 1) {
    let best = 0;
    for (let place = row * cols; place < (row + 1) * cols; place += 1) {
      const number = /** @type {number} */ (numbers[/** @type {number} */ (words[place])]);
      if (number > best) best = number;
    }
    largest[row] = best;
  }
  const time = performance.now() - from;
  return { time, sum: largest.reduce((all, each) => all + each, 0) };
}

/** Milliseconds until another head is large. @param {{ layer: number, head: number }} chosen */
async function makeLarge({ layer, head }) {
  const root = /** @type {any} */ (document.querySelector("attention-scale")).shadowRoot;
  const row = `tr[data-layer="${layer}"][data-head="${head}"]`;
  const start = performance.now();
  root.querySelector(`${row} button`).click();
  const isLarge = () =>
    root.querySelector("figure.unscaled h3")?.textContent.includes(`layer ${layer}, head ${head}`);
  do await new Promise(requestAnimationFrame);
  while (!isLarge() && performance.now() - start < 5000);
  return performance.now() - start;
}

/**
 * The bytes of all processes that show pages: what is theirs alone, and their part of what they
 * share. NaN where the system does not tell.
 * @param {import("playwright-core").CDPSession} session
 */
async function memoryOf(session) {
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pages = processInfo.filter(({ type }) => type === "renderer");
  const bytes = pages.map(({ id }) => {
    try {
      const [, kilobytes] = /^Pss:\s+(\d+)/m.exec(
        readFileSync(`/proc/${id}/smaps_rollup`, "utf8"),
      ) ?? ["", Number.NaN];
      return Number(kilobytes) * 1024;
    } catch {
      return Number.NaN;
    }
  });
  return bytes.reduce((sum, each) => sum + each, 0);
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} path of the file
 * @param {number} start where its numbers begin
 * @param {boolean} watchesMemory which slows the page, so that its times are those of other visits
 */
async function loaded(browser, url, path, start, watchesMemory) {
  const { page, watched } = await visit(browser, url);
  const session = await browser.newBrowserCDPSession();
  const input = page.getByLabel("Attention file", { exact: true });
  await input.waitFor({ state: "attached" });
  // The random heads with which the chapter opens.
  await page.locator("tr[data-head]").nth(11).waitFor({ state: "attached" });
  await page.waitForTimeout(1000);
  const before = await memoryOf(session);
  await page.evaluate(watchFile);
  let peak = 0;
  let isLoading = watchesMemory;
  const looking = (async () => {
    while (isLoading) {
      peak = Math.max(peak, await memoryOf(session));
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  })();
  const { found: pictures, longTasks } = await watched(async () => {
    await input.setInputFiles(path);
    const time = await page.evaluate(() => /** @type {any} */ (globalThis).pictured);
    await page
      .locator("tr[data-head]")
      .nth(HEADS - 1)
      .waitFor({ state: "attached" });
    await page.waitForTimeout(500);
    return time;
  });
  isLoading = false;
  await looking;
  const after = await memoryOf(session);
  const large = [];
  for (const [layer = 1, head = 1] of CHOSEN) {
    large.push(await page.evaluate(makeLarge, { layer, head }));
  }
  const { time } = await page.evaluate(plainPass, { start, cols: SHAPE.tokens });
  await page.context().close();
  return {
    pictures,
    plain: time,
    ratio: pictures / time,
    memory: Math.max(peak, after) - before,
    large,
    longTasks,
  };
}

/** Measuring a rule beside computing the weights: 144 heads, of which each call takes one. */
async function ruleTimings(/** @type {import("../rounds.mjs").Pace} */ pace) {
  const engine = await newEngine();
  const draw = (/** @type {number} */ seed) =>
    engine.randomNormal({ seed, rows: SHAPE.tokens, cols: 64 });
  const queries = draw(1);
  const keys = draw(2);
  const { weights } = engine.attention(queries, keys, keys, { outputs: ["weights"] });
  // As half precision stores them: ten digits behind the leading one, 2⁻²⁴ at least.
  const halves = weights.data.map((weight) => {
    const step = 2 ** Math.max(-24, Math.floor(Math.log2(weight)) - 10);
    return Math.round(weight / step) * step;
  });
  const stored = { ...weights, data: halves };
  const measure = () => engine.measureRule({ queries, keys, weights: stored, heads: SHAPE.heads });
  const { name } = measure();
  if (name !== "1/√d_head") throw new Error(`the rule was taken for ${name}.`);
  return race(
    [
      {
        name: "attention, weights alone",
        sample: timed(() => engine.attention(queries, keys, keys, { outputs: ["weights"] })),
      },
      { name: "measureRule", sample: timed(measure) },
    ],
    pace,
  );
}

/** @type {import("../run.mjs").Section} */
export async function section({ pace, report }) {
  const folder = mkdtempSync(join(os.tmpdir(), "own-attention-"));
  toClose(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "weights.npy");
  const { bytes, start } = writeWeights(path);
  const url = `${await serve("dist")}own.html#lang=en`;
  const browser = await launch();
  /** @type {Awaited<ReturnType<typeof loaded>>[]} */
  const rounds = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    const { memory } = await loaded(browser, url, path, start, true);
    rounds.push({ ...(await loaded(browser, url, path, start, false)), memory });
  }
  await browser.close();

  const middle = (/** @type {(round: (typeof rounds)[number]) => number} */ of) =>
    median(rounds.map(of));
  const ratio = middle((round) => round.ratio);
  const memory = Math.max(...rounds.map((round) => round.memory));
  const large = rounds.flatMap((round) => round.large);
  const longTasks = rounds.flatMap((round) => round.longTasks);
  const megabytes = `${(memory / 1e6).toFixed(0)} MB`;
  const size = `${(bytes / 1e6).toFixed(0)} MB`;
  report.reach(
    `own: ${HEADS} pictures of ${size} at most 2 times as long as a plain pass`,
    times(ratio),
    ratio <= 2,
  );
  report.reach(
    `own: at most ${size} and 100 MB more memory`,
    megabytes,
    memory <= bytes + MOST_BYTES,
  );
  report.reach(
    "own: another head large within 50 ms",
    duration(median(large)),
    median(large) <= 50,
  );
  report.reach(
    "own: no task over 50 ms while a file loads",
    longest(longTasks, "none"),
    longTasks.length === 0,
  );
  printTable(
    `A file of ${HEADS} heads of ${SHAPE.tokens} × ${SHAPE.tokens} weights in half precision, ${size}, in Chromium`,
    ["", "median"],
    [
      ["all small pictures", duration(middle((round) => round.pictures))],
      ["a plain pass in JavaScript", duration(middle((round) => round.plain))],
      ["how many times as long", times(ratio)],
      ["memory more than before, at most", megabytes],
      ["another head large", duration(median(large))],
      ["longest task while it loads", longest(longTasks, "none")],
    ],
  );

  const timings = await ruleTimings(pace);
  const cost = ratioOf(timings, "measureRule", "attention, weights alone");
  report.reach("own: measureRule at most 3 times attention's weights", times(cost), cost <= 3);
  printTable(
    `One head of ${SHAPE.tokens} × 64, weights as half precision stores them`,
    ["", "time", `${HEADS} heads`, ""],
    timings.map((timing) => [
      timing.name,
      timeAndSpread(timing),
      `${digits((timing.median * HEADS) / 1000)} s`,
      times(timing.ratio),
    ]),
  );
  report.figures.own = { rounds, timings };
}
