// @ts-check
/** The model of dates: a step of training, and the two lanes of the page on two cores. */
import { newEngine } from "../engine.mjs";
import { engines } from "../engines.mjs";
import { raceCases } from "../races.mjs";
import { THOROUGH, timed } from "../rounds.mjs";
import { digits, printTable, times } from "../table.mjs";
import { ALLOWED, PLAIN, torchPrograms, trainers } from "../torch.mjs";

const TASK = { seed: 13, batch: 64, rate: 1e-3, optimiser: /** @type {const} */ ("adam") };
/** The number of steps in a call; both start anew with each call. */
const STEPS = 2;
/** Seconds for as many steps of both lanes, by d. */
const LANES = { steps: 300, seconds: { 64: 15, 128: 40 } };

/** @returns {AsyncGenerator<import("../races.mjs").Case>} */
async function* cases() {
  const engine = await newEngine();
  const torches = torchPrograms("torch_dates");
  for (const dim of [64, 128]) {
    const state = engine.startDates({ dim, seed: TASK.seed });
    const lane = { ...TASK, dim, state, steps: STEPS, scale: dim ** -0.5 };
    const train = () => engine.trainDates(lane);
    const problem = `${dim} ${TASK.batch} ${STEPS}`;
    const peers = await trainers(torches, problem, train().records.loss);
    const goal = `dates, d = ${dim}: 4 times as many steps a second as ${PLAIN}`;
    yield {
      name: `d = ${dim}`,
      contestants: [{ name: "ours", sample: timed(train) }, ...peers],
      goals: [{ goal, least: 4, rival: PLAIN }],
    };
  }
}

/**
 * Both lanes at once, one worker each: seconds until the slower one has arrived.
 * @param {number} dim
 */
async function bothLanes(dim) {
  const given = { ...TASK, dim };
  const lanes = engines(2).map(async (remote, index) => {
    // Comlink knows the last of a call's signatures alone.
    const engine = /** @type {any} */ (remote);
    const scale = index === 0 ? dim ** -0.5 : 1;
    return { engine, scale, state: await engine.startDates(given) };
  });
  const ready = await Promise.all(lanes);
  const start = performance.now();
  const arrived = ready.map(async ({ engine, scale, state: first }) => {
    let state = first;
    while (state.step < LANES.steps) {
      ({ state } = await engine.trainDates({ ...given, scale, state, steps: 10 }));
    }
  });
  await Promise.all(arrived);
  return (performance.now() - start) / 1000;
}

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  const { pace, report } = context;
  report.figures.dates = await raceCases(
    context,
    `Dates, float32, Adam, batch ${TASK.batch}, ${STEPS} steps a call (losses agree within ${ALLOWED})`,
    ["ms a step", ""],
    ({ median, ratio }) => [digits(median / STEPS), times(ratio)],
    cases(),
  );
  if (pace !== THOROUGH) return;
  const rows = [];
  for (const [dim, most] of Object.entries(LANES.seconds)) {
    const seconds = await bothLanes(Number(dim));
    const found = `${digits(seconds)} s`;
    rows.push([`d = ${dim}`, found]);
    report.reach(
      `dates, d = ${dim}: ${LANES.steps} steps of two lanes on two cores within ${most} s`,
      found,
      seconds <= most,
    );
  }
  printTable(`Dates: ${LANES.steps} steps of two lanes at once`, ["", "both arrived"], rows);
}
