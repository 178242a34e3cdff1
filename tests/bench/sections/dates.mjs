// @ts-check
/** The model of dates: a step of training, and the two lanes of the page on two cores. */
import { Worker } from "node:worker_threads";
import { atLeast } from "../report.mjs";
import { race, THOROUGH } from "../rounds.mjs";
import { digits, printTable, timeAndSpread, times } from "../table.mjs";
import { ALLOWED, PLAIN, torchPrograms, trainers } from "../torch.mjs";

const DIMS = [64, 128];
const TASK = { seed: 13, batch: 64 };
/** In a call; both start anew with each. */
const STEPS = 2;
/** Seconds for as many steps of both lanes. */
const LANES = /** @type {const} */ ({ steps: 300, seconds: { 64: 15, 128: 40 } });

/**
 * Both lanes at once, one worker each: seconds until the slower one has arrived.
 * @param {number} dim
 * @param {number} steps
 */
async function bothLanes(dim, steps) {
  const lanes = [dim ** -0.5, 1].map((scale) => {
    const program = new URL("../programs/date-lane.mjs", import.meta.url);
    const worker = new Worker(program, { workerData: { ...TASK, dim, scale, steps } });
    return /** @type {Promise<number>} */ (
      new Promise((resolve, reject) => {
        worker.once("message", resolve).once("error", reject);
      })
    );
  });
  return Math.max(...(await Promise.all(lanes))) / 1000;
}

/** @type {import("../run.mjs").Section} */
export async function dates({ pace, report }) {
  const { loadEngine } = await import(new URL("../../../dist/engine.js", import.meta.url).href);
  /** @type {import("../../../web/src/engine/index.js").PackageEngine} */
  const engine = await loadEngine();
  const torches = torchPrograms("torch_dates");
  const rows = [];
  const found = [];
  for (const dim of DIMS) {
    const state = engine.startDates({ dim, seed: TASK.seed });
    const lane = { ...TASK, dim, state, steps: STEPS, scale: dim ** -0.5, rate: 1e-3 };
    const train = () => engine.trainDates({ ...lane, optimiser: "adam" });
    const ours = train().records.loss;
    const peers = await trainers(torches, `${dim} ${TASK.batch} ${STEPS}`, ours);
    const timings = await race(
      [
        {
          name: "ours",
          sample: async (calls) => {
            const start = performance.now();
            for (let i = 0; i < calls; i++) train();
            return performance.now() - start;
          },
        },
        ...peers,
      ],
      pace,
    );
    for (const timing of timings) {
      const step = digits(timing.median / STEPS);
      rows.push([`d = ${dim}: ${timing.name}`, timeAndSpread(timing), step, times(timing.ratio)]);
    }
    const ratio = timings.find(({ name }) => name === PLAIN)?.ratio ?? Number.NaN;
    atLeast(report, `dates, d = ${dim}: 4 times as many steps a second as ${PLAIN}`, ratio, 4);
    found.push({ dim, timings });
  }
  for (const { close } of torches) close();
  printTable(
    `Dates, float32, Adam, batch ${TASK.batch}, ${STEPS} steps a call (losses agree within ${ALLOWED})`,
    ["", "time", "ms a step", ""],
    rows,
  );
  if (pace === THOROUGH) {
    const lanes = [];
    for (const [dim, most] of Object.entries(LANES.seconds)) {
      const seconds = await bothLanes(Number(dim), LANES.steps);
      lanes.push([`d = ${dim}`, `${digits(seconds)} s`]);
      report.reaches.push({
        goal: `dates, d = ${dim}: ${LANES.steps} steps of two lanes on two cores within ${most} s`,
        found: `${digits(seconds)} s`,
        met: seconds <= most,
      });
    }
    printTable(`Dates: ${LANES.steps} steps of two lanes at once`, ["", "both arrived"], lanes);
  }
  report.figures.dates = found;
}
