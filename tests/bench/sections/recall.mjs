// @ts-check
/** The recall task: steps of training a second, the data drawn beforehand. */
import { atLeast } from "../report.mjs";
import { race } from "../rounds.mjs";
import { digits, printTable, timeAndSpread, times } from "../table.mjs";
import { ALLOWED, PLAIN, torchPrograms, trainers } from "../torch.mjs";

const DIMS = [16, 64, 256];
const TASK = { n: 16, batch: 64, seed: 13 };
/** In a call; both start anew with each. */
const STEPS = 10;

/** @type {import("../run.mjs").Section} */
export async function recall({ pace, report }) {
  const { loadEngine } = await import(new URL("../../../dist/engine.js", import.meta.url).href);
  /** @type {import("../../../web/src/engine/index.js").PackageEngine} */
  const engine = await loadEngine();
  const torches = torchPrograms("torch_recall");
  const rows = [];
  const found = [];
  for (const dim of DIMS) {
    const state = engine.startRecall({ dim, seed: TASK.seed });
    const given = { ...TASK, dim, state, steps: STEPS, scale: dim ** -0.5 };
    const options = { ...given, optimiser: /** @type {const} */ ("sgd"), rate: 0.5 };
    const data = engine.recallData({ ...TASK, dim, step: 1, steps: STEPS });
    const ours = engine.trainRecall({ ...options, data }).records.loss;
    const peers = await trainers(torches, `${dim} ${TASK.n} ${TASK.batch} ${STEPS}`, ours);
    const sampleOf =
      (/** @type {() => unknown} */ train) => async (/** @type {number} */ calls) => {
        const start = performance.now();
        for (let i = 0; i < calls; i++) train();
        return performance.now() - start;
      };
    const timings = await race(
      [
        { name: "ours", sample: sampleOf(() => engine.trainRecall({ ...options, data })) },
        ...peers,
        { name: "ours, drawing the data", sample: sampleOf(() => engine.trainRecall(options)) },
      ],
      pace,
    );
    for (const timing of timings) {
      const perSecond = digits((STEPS / timing.median) * 1000);
      rows.push([
        `d = ${dim}: ${timing.name}`,
        timeAndSpread(timing),
        perSecond,
        times(timing.ratio),
      ]);
    }
    const ratio = timings.find(({ name }) => name === PLAIN)?.ratio ?? Number.NaN;
    atLeast(report, `recall, d = ${dim}: 2 times as many steps a second as ${PLAIN}`, ratio, 2);
    found.push({ dim, timings });
  }
  for (const { close } of torches) close();
  printTable(
    `Recall, float32, SGD, ${TASK.n} tokens, batch ${TASK.batch}, ${STEPS} steps a call (losses agree within ${ALLOWED})`,
    ["", "time", "steps a second", ""],
    rows,
  );
  report.figures.recall = found;
}
