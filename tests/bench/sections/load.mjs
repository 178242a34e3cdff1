// @ts-check
/**
 * The first chapter opened on a slow phone: how long until it is the engine's, where the time goes,
 * and how long its thread is blocked; beside another build, where one is given.
 */
import { launch, serve } from "../chromium.mjs";
import { blocked, SLOWED, slowVisit } from "../feel/slow-visit.mjs";
import { median, turns } from "../rounds.mjs";
import { duration, printTable, times } from "../table.mjs";

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
  report.figures.load = builds;
}
