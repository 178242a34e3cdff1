// @ts-check
/**
 * The first chapter on a slow phone: how long until it is the engine's, where the time goes, how long
 * its thread is blocked, and frames while d is dragged; what the page holds after all chapters were
 * opened; beside another build, where one is given.
 */
import { launch, serve } from "../chromium.mjs";
import { allChapters } from "../feel/all-chapters.mjs";
import { IN_TIME_MS, slowDrag } from "../feel/slow-drag.mjs";
import { blocked, SLOWED, slowVisit } from "../feel/slow-visit.mjs";
import { median, QUICK, quantile, turns } from "../rounds.mjs";
import { digits, duration, printTable, times } from "../table.mjs";

/** @typedef {import("../feel/slow-visit.mjs").SlowVisit} SlowVisit */
/** @typedef {import("../feel/slow-visit.mjs").Task} Task */

/** @param {SlowVisit} visit */
const untilReady = ({ tasks, ready }) => tasks.filter(({ start }) => start < ready);

/** @type {(tasks: readonly Task[], kind: "clock" | "own") => number[]} */
const timesOf = (tasks, kind) => tasks.map((task) => task[kind]);

/** @type {Record<string, (visit: SlowVisit) => number>} */
const MEASURES = {
  "from navigation to data-ready": ({ ready }) => ready,
  "the thread's own time until then": (visit) =>
    timesOf(untilReady(visit), "own").reduce((sum, time) => sum + time, 0),
  "longest task until then": (visit) => Math.max(...timesOf(untilReady(visit), "clock")),
  "the thread's own time of the longest": (visit) => Math.max(...timesOf(untilReady(visit), "own")),
  "blocked until then": (visit) => blocked(timesOf(untilReady(visit), "clock")),
  "longest task until the chapter is whole": ({ tasks }) => Math.max(...timesOf(tasks, "clock")),
  "the thread's own time of that": ({ tasks }) => Math.max(...timesOf(tasks, "own")),
  "blocked until the chapter is whole": ({ tasks }) => blocked(timesOf(tasks, "clock")),
  "the thread's own time of that beyond 50 ms a task": ({ tasks }) =>
    blocked(timesOf(tasks, "own")),
};

/** @param {readonly number[]} frames */
const inTime = (frames) => frames.filter((time) => time <= IN_TIME_MS).length / frames.length;

const megabytes = (/** @type {number} */ bytes) => `${digits(bytes / 1e6)} MB`;

/**
 * Frames while d is dragged, in turns, and what the page holds after its chapters were opened.
 * @param {import("playwright-core").Browser} browser
 * @param {readonly { name: string, url: string }[]} builds this one first
 * @param {import("../rounds.mjs").Pace} pace
 */
async function usedMore(browser, builds, pace) {
  const used = builds.map(({ name, url }) => ({
    name,
    url,
    frames: /** @type {number[]} */ ([]),
    held: /** @type {import("../feel/all-chapters.mjs").Held[]} */ ([]),
  }));
  for (let round = 0; round < (pace === QUICK ? 1 : 5); round++) {
    for (const build of used) build.frames.push(...(await slowDrag(browser, build.url)));
  }
  for (const build of used) {
    build.held = await allChapters(browser, build.url, pace === QUICK ? 3 : 20);
  }
  printTable(
    `16 words, d dragged for 5 s, processor slowed ${SLOWED} times`,
    ["", "median", "95 %", `within ${IN_TIME_MS} ms`],
    used.map(({ name, frames }) => [
      name,
      duration(median(frames)),
      duration(quantile(frames, 0.95)),
      `${digits(100 * inTime(frames))} %`,
    ]),
  );
  printTable(
    "At rest, after so many rounds through all chapters",
    ["", "rounds", "heap", "nodes", "memory of the process"],
    used.flatMap(({ name, held }) =>
      held.map(({ heap, nodes, memory }, round) => [
        name,
        String(round),
        megabytes(heap),
        String(nodes),
        megabytes(memory),
      ]),
    ),
  );
  return used;
}

/** @type {import("../run.mjs").Section} */
export async function section({ pace, report, before }) {
  const browser = await launch();
  const builds = [
    { name: "this build", url: await serve("dist", {}, { compressed: true }) },
    ...(before === undefined
      ? []
      : [{ name: "before", url: await serve(before, {}, { compressed: true }) }]),
  ].map((build) => ({ ...build, visits: /** @type {SlowVisit[]} */ ([]) }));
  for (let round = -pace.warmUp; round < pace.rounds; round++) {
    for (const turn of turns(builds.length, round + pace.warmUp)) {
      const build = /** @type {(typeof builds)[number]} */ (builds[turn]);
      const visited = await slowVisit(browser, build.url);
      if (round >= 0) build.visits.push(visited);
    }
  }
  const [used] = await usedMore(browser, builds, pace);
  await browser.close();

  const [ours, other] = /** @type {[(typeof builds)[number], ...typeof builds]} */ (builds);
  const rows = Object.entries(MEASURES).map(([name, measure]) => {
    const found = ours.visits.map(measure);
    if (other === undefined) return [name, duration(median(found))];
    const others = other.visits.map(measure);
    const ratios = found.map((value, round) => value / (others[round] ?? Number.NaN));
    return [name, duration(median(found)), duration(median(others)), times(median(ratios))];
  });
  printTable(
    `The first chapter at 390 × 844, processor slowed ${SLOWED} times, 1.6 Mbit/s and 150 ms`,
    ["", ...builds.map(({ name }) => name), ...(other === undefined ? [] : ["ratio"])],
    rows,
  );
  const [last] = ours.visits.slice(-1);
  printTable(
    "Its files, in one visit: milliseconds from navigation",
    ["", "asked for", "there", "bytes"],
    (last?.requests ?? []).map(({ file, start, end, bytes }) => [
      file === "" ? "index.html" : file,
      start.toFixed(0),
      end.toFixed(0),
      String(bytes),
    ]),
  );
  const shift = Math.max(...ours.visits.map(({ shift }) => shift));
  report.reach("slow phone: nothing shifts while loading", shift.toFixed(4), shift === 0);
  const longest = median(
    ours.visits.map(MEASURES["longest task until the chapter is whole"] ?? (() => Number.NaN)),
  );
  report.reach("slow phone: no task over 200 ms", duration(longest), longest <= 200);
  const punctual = inTime(used?.frames ?? []);
  report.reach(
    `slow phone: dragging, 95 % of frames within ${IN_TIME_MS} ms`,
    `${digits(100 * punctual)} %`,
    punctual >= 0.95,
  );
  const nodes = (used?.held ?? []).slice(2).map((held) => held.nodes);
  report.reach(
    "no node more in any round through all chapters",
    `${nodes.at(0)} to ${nodes.at(-1)}`,
    Math.max(...nodes) <= Math.min(...nodes) * 1.01,
  );
  report.figures.load = builds;
  report.figures.used = used;
}
