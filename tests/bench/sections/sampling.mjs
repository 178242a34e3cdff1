// @ts-check
/** The sampling experiment beside NumPy: inside the process and as whole processes, with the memory they hold. */
import { findNumPy } from "../../../web/tools/requirements.mjs";
import { inProject, run } from "../../../web/tools/run.mjs";
import { converse } from "../lines.mjs";
import { histogram, histogramWorkers, newEngine, numbers } from "../programs/sampling.mjs";
import { median, race } from "../rounds.mjs";
import { printTable, timeAndSpread, times } from "../table.mjs";

/**
 * @typedef {{ numbers: number[], counts?: number[] }} Result
 * @typedef {{ ms: number, peak: number, output: string }} Measured
 */

/** The six numbers, as a part of the largest of their kind: as many digits as both libraries' logarithms share. */
const NUMBERS_TOLERANCE = 1e-12;
/** Scores in another bin, as a part of all: ours are streamed in single precision. */
const COUNTS_TOLERANCE = 1e-5;
const ALL = 1e8;

/** @param {string} who @param {Result} result @param {Result} expected */
function expectSame(who, result, expected) {
  for (const [place, want] of expected.numbers.entries()) {
    const distance = Math.abs((result.numbers[place] ?? Number.NaN) - want);
    if (!(distance <= NUMBERS_TOLERANCE)) {
      throw new Error(`${who}: number ${place} is ${result.numbers[place]} in place of ${want}.`);
    }
  }
  if (expected.counts === undefined) return;
  const moved = expected.counts.reduce(
    (sum, count, bin) => sum + Math.abs((result.counts?.[bin] ?? Number.NaN) - count),
    0,
  );
  if (!(moved / 2 <= COUNTS_TOLERANCE * ALL)) {
    throw new Error(`${who}: ${moved / 2} of ${ALL} scores lie in other bins.`);
  }
}

const python = findNumPy() ?? "python3";
const numpyScript = inProject("tests/bench/python/sampling.py");

/**
 * One run of a whole process.
 * @param {readonly string[]} command
 * @returns {Promise<Measured>}
 */
async function measured(command) {
  const launcher = inProject("tests/bench/python/measured.py");
  return JSON.parse(await run(python, [launcher, ...command], { quiet: true }));
}

/** @param {import("../rounds.mjs").Pace} pace */
async function inside(pace) {
  const engine = await newEngine();
  const numpy = converse(python, [numpyScript, "serve"]);
  const blas = await numpy.ask("blas");
  const pool = histogramWorkers(2);
  // Another seed each time, since the engine keeps the draws of the last one.
  let seed = 0;
  /** @param {(seed: number) => unknown} call */
  const timed = (call) => async (/** @type {number} */ calls) => {
    const start = performance.now();
    for (let i = 0; i < calls; i++) {
      seed = 1 - seed;
      await call(seed);
    }
    return performance.now() - start;
  };
  const races = [];
  for (const what of /** @type {const} */ (["numbers", "histogram"])) {
    const expected = await numpy.ask(`results ${what}`);
    const contenders =
      what === "numbers"
        ? [{ name: "ours", call: (/** @type {number} */ n) => numbers(engine, n) }]
        : [
            { name: "ours, one thread", call: (/** @type {number} */ n) => histogram(engine, n) },
            { name: "ours, two workers", call: pool.histogram },
          ];
    for (const { name, call } of contenders) expectSame(name, await call(0), expected);
    const timings = await race(
      [
        ...contenders.map(({ name, call }) => ({ name, sample: timed(call) })),
        { name: "NumPy", sample: (calls) => numpy.ask(`sample ${what} ${calls}`) },
      ],
      pace,
    );
    races.push({ what, timings });
  }
  numpy.close();
  await pool.close();
  return { blas, races };
}

/** @param {import("../rounds.mjs").Pace} pace */
async function whole(pace) {
  const program = inProject("tests/bench/programs/sampling.mjs");
  const races = [];
  for (const what of ["numbers", "histogram"]) {
    const contenders = [
      ...(what === "numbers"
        ? [{ name: "ours", command: [process.execPath, program, what] }]
        : [
            { name: "ours, one thread", command: [process.execPath, program, what, "0"] },
            { name: "ours, two workers", command: [process.execPath, program, what, "2"] },
          ]),
      { name: "NumPy", command: [python, numpyScript, what] },
    ];
    /** @type {Map<string, number[]>} */
    const peaks = new Map(contenders.map(({ name }) => [name, []]));
    /** @type {Result | undefined} */
    let expected;
    for (const { name, command } of [...contenders].reverse()) {
      const result = JSON.parse((await measured(command)).output);
      expected ??= result;
      expectSame(name, result, /** @type {Result} */ (expected));
    }
    const timings = await race(
      contenders.map(({ name, command }) => ({
        name,
        sample: async (calls) => {
          let sum = 0;
          for (let i = 0; i < calls; i++) {
            const { ms, peak } = await measured(command);
            sum += ms;
            peaks.get(name)?.push(peak);
          }
          return sum;
        },
      })),
      pace,
    );
    races.push({ what, timings, peaks });
  }
  return races;
}

/** @param {readonly import("../rounds.mjs").Timing[]} timings @param {string} name */
function speedUp(timings, name) {
  const numpy = timings.find((timing) => timing.name === "NumPy");
  const ours = timings.find((timing) => timing.name === name);
  return median((numpy?.times ?? []).map((time, round) => time / (ours?.times[round] ?? 0)));
}

/** @type {import("../run.mjs").Section} */
export async function sampling({ pace, report }) {
  const { blas, races } = await inside(pace);
  const rows = races.flatMap(({ what, timings }) =>
    timings.map((timing) => [
      `${what}: ${timing.name}`,
      timeAndSpread(timing),
      times(timing.ratio),
      "",
    ]),
  );
  const processes = await whole(pace);
  const processRows = processes.flatMap(({ what, timings, peaks }) =>
    timings.map((timing) => [
      `${what}: ${timing.name}, whole process`,
      timeAndSpread(timing),
      times(timing.ratio),
      `${((peaks.get(timing.name) ?? []).reduce((a, b) => Math.max(a, b), 0) / 1e6).toFixed(0)} MB`,
    ]),
  );
  printTable(
    `The sampling experiment, 10,000 × 100 (NumPy's ${blas.join(", ")}; six numbers within ${NUMBERS_TOLERANCE}, ` +
      `at most ${COUNTS_TOLERANCE} of the scores in another bin)`,
    ["", "time", "", "memory at most"],
    [...rows, ...processRows],
  );
  const goals = /** @type {const} */ ([
    ["six numbers, inside the process", races[0]?.timings, "ours", 25],
    ["six numbers, whole process", processes[0]?.timings, "ours", 15],
    ["histogram, inside the process, two workers", races[1]?.timings, "ours, two workers", 4],
    ["histogram, whole process, two workers", processes[1]?.timings, "ours, two workers", 4],
  ]);
  for (const [what, timings, name, least] of goals) {
    const found = speedUp(timings ?? [], name);
    report.reaches.push({
      goal: `${what}: ${least} times as fast as NumPy`,
      found: times(found),
      met: found >= least,
    });
  }
  const peak = Math.max(...(processes[1]?.peaks.get("ours, two workers") ?? [Number.NaN]));
  report.reaches.push({
    goal: "histogram, two workers: under 150 MB",
    found: `${(peak / 1e6).toFixed(0)} MB`,
    met: peak < 150e6,
  });
  report.figures.sampling = {
    inside: races,
    whole: processes.map(({ what, timings, peaks }) => ({
      what,
      timings,
      peaks: Object.fromEntries(peaks),
    })),
  };
}
