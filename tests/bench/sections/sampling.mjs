// @ts-check
/**
 * The sampling experiment beside NumPy: inside the process and as whole processes, with the memory
 * they hold.
 */
import { findNumPy } from "../../../web/tools/requirements.mjs";
import { inProject, run } from "../../../web/tools/run.mjs";
import { newEngine } from "../engine.mjs";
import { engines } from "../engines.mjs";
import { converse } from "../lines.mjs";
import { histogram, histogramOf, numbers } from "../programs/sampling.mjs";
import { raceCases } from "../races.mjs";
import { timed } from "../rounds.mjs";
import { times } from "../table.mjs";

/** @typedef {{ numbers: number[], counts?: number[] }} Result */

/**
 * The six numbers, as a part of the largest of their kind: as many digits as both libraries'
 * logarithms share.
 */
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

/** @typedef {"numbers" | "histogram"} What */

/** What is raced, and how many times as fast as NumPy ours is to be. */
const CASES = /** @type {const} */ ([
  { what: "numbers", whole: false, goal: "six numbers, inside the process", least: 25 },
  { what: "histogram", whole: false, goal: "histogram, inside the process, two workers", least: 4 },
  { what: "numbers", whole: true, goal: "six numbers, whole process", least: 15 },
  { what: "histogram", whole: true, goal: "histogram, whole process, two workers", least: 4 },
]);

/** Calls of ours, by their names in the table. */
async function callsInside() {
  const engine = await newEngine();
  const workers = engines(2);
  /** @type {Record<What, Record<string, (seed: number) => Result | Promise<Result>>>} */
  const calls = {
    numbers: { ours: (seed) => numbers(engine, seed) },
    histogram: {
      "ours, one thread": (seed) => histogram(engine, seed),
      "ours, two workers": (seed) => histogramOf(workers, seed),
    },
  };
  return calls;
}

/**
 * Programs of ours, by their names in the table.
 * @type {Record<What, Record<string, readonly string[]>>}
 */
const PROGRAMS = {
  numbers: { ours: ["numbers"] },
  histogram: { "ours, one thread": ["histogram", "0"], "ours, two workers": ["histogram", "2"] },
};

/**
 * One run of a whole process.
 * @param {readonly string[]} command
 * @returns {Promise<{ ms: number, peak: number, output: string }>}
 */
async function measured(command) {
  const launcher = inProject("tests/bench/python/measured.py");
  return JSON.parse(await run(python, [launcher, ...command], { quiet: true }));
}

/**
 * @param {(line: string) => Promise<any>} numpy
 * @param {Map<string, number>} peaks takes the most memory of the whole processes, by what and who
 * @returns {AsyncGenerator<import("../races.mjs").Case>} NumPy last
 */
async function* cases(numpy, peaks) {
  const calls = await callsInside();
  // Another seed each time, since the engine keeps the draws of the last one.
  let seed = 0;
  /** @param {What} what @param {Result} expected */
  const inside = async (what, expected) => {
    const contestants = [];
    for (const [name, call] of Object.entries(calls[what])) {
      expectSame(name, await call(0), expected);
      const sample = timed(() => {
        seed = 1 - seed;
        return call(seed);
      });
      contestants.push({ name, sample });
    }
    const sample = (/** @type {number} */ count) => numpy(`sample ${what} ${count}`);
    return [...contestants, { name: "NumPy", sample }];
  };
  /** @param {What} what @param {Result} expected */
  const whole = async (what, expected) => {
    const program = [process.execPath, inProject("tests/bench/programs/sampling.mjs")];
    const commands = Object.entries(PROGRAMS[what])
      .map(([who, args]) => ({ who, command: [...program, ...args] }))
      .concat({ who: "NumPy", command: [python, numpyScript, what] });
    const contestants = [];
    for (const { who, command } of commands) {
      expectSame(who, JSON.parse((await measured(command)).output), expected);
      const name = `${who}, whole process`;
      const key = `${what}: ${name}`;
      const sample = async (/** @type {number} */ calls) => {
        let sum = 0;
        for (let i = 0; i < calls; i++) {
          const { ms, peak } = await measured(command);
          sum += ms;
          peaks.set(key, Math.max(peaks.get(key) ?? 0, peak));
        }
        return sum;
      };
      contestants.push({ name, sample });
    }
    return contestants;
  };
  for (const { what, whole: isWhole, goal, least } of CASES) {
    const expected = await numpy(`results ${what}`);
    const contestants = await (isWhole ? whole : inside)(what, expected);
    const [who, rival = ""] = contestants.slice(-2).map(({ name }) => name);
    const fast = `${goal}: ${least} times as fast as NumPy`;
    yield { name: what, contestants, goals: [{ goal: fast, least, rival, ...(who && { who }) }] };
  }
}

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  const { report } = context;
  const numpy = converse(python, [numpyScript, "serve"]);
  const blas = await numpy("blas");
  /** @type {Map<string, number>} */
  const peaks = new Map();
  const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
  const races = await raceCases(
    context,
    `The sampling experiment, 10,000 × 100 (NumPy's ${blas.join(", ")}; six numbers within ${NUMBERS_TOLERANCE}, ` +
      `at most ${COUNTS_TOLERANCE} of the scores in another bin)`,
    ["", "memory at most"],
    ({ name, ratio }, what) => {
      const peak = peaks.get(`${what}: ${name}`);
      return [times(ratio), peak === undefined ? "" : megabytes(peak)];
    },
    cases(numpy, peaks),
  );
  const peak = peaks.get("histogram: ours, two workers, whole process") ?? Number.NaN;
  report.reach("histogram, two workers: under 150 MB", megabytes(peak), peak < 150e6);
  report.figures.sampling = { races, peaks: Object.fromEntries(peaks) };
}
