// @ts-check
/**
 * The recall task: steps of training a second, the data drawn beforehand; ours draws them for all
 * lanes of a call.
 */
import { newEngine } from "../engine.mjs";
import { raceCases } from "../races.mjs";
import { timed } from "../rounds.mjs";
import { digits, times } from "../table.mjs";
import { ALLOWED, PLAIN, torchPrograms, trainers } from "../torch.mjs";

const TASK = { n: 16, batch: 64, seed: 13 };
/** The number of steps in a call; both start anew with each call. */
const STEPS = 10;
/**
 * So many take the same steps on the same data, so that drawing them is a small part of a lane's
 * time.
 */
const LANES = 16;

/** @returns {AsyncGenerator<import("../races.mjs").Case>} */
async function* cases() {
  const engine = await newEngine();
  const torches = torchPrograms("torch_recall");
  for (const dim of [16, 64, 256]) {
    const state = engine.startRecall({ dim, seed: TASK.seed });
    const given = { ...TASK, dim, state, steps: STEPS, scale: dim ** -0.5 };
    const options = { ...given, optimiser: /** @type {const} */ ("sgd"), rate: 0.5 };
    const lane = { scale: options.scale, rate: options.rate, state };
    const lanes = Array.from({ length: LANES }, () => lane);
    const together = timed(() => engine.trainRecallLanes({ ...options, lanes }));
    const problem = `${dim} ${TASK.n} ${TASK.batch} ${STEPS}`;
    const peers = await trainers(torches, problem, engine.trainRecall(options).records.loss);
    const goal = `recall, d = ${dim}: 2 times as many steps a second as ${PLAIN}`;
    yield {
      name: `d = ${dim}`,
      contestants: [
        { name: "ours", sample: async (calls) => (await together(calls)) / LANES },
        ...peers,
        { name: "ours, drawing the data", sample: timed(() => engine.trainRecall(options)) },
      ],
      goals: [{ goal, least: 2, rival: PLAIN }],
    };
  }
}

/** @type {import("../run.mjs").Section} */
export async function section(context) {
  context.report.figures.recall = await raceCases(
    context,
    `Recall, float32, SGD, ${TASK.n} tokens, batch ${TASK.batch}, ${STEPS} steps a call (losses agree within ${ALLOWED})`,
    ["steps a second", ""],
    ({ median, ratio }) => [digits((STEPS / median) * 1000), times(ratio)],
    cases(),
  );
}
