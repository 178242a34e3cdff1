/** The calls of recall-api.ts. */
import type { Run } from "./descriptor.js";
import * as inputs from "./more-inputs.js";
import { startOf, trainLanes } from "./training-calls.js";

const MOST_LANES = 64;

export function recallCalls(run: Run) {
  return {
    startRecall: (options: unknown) => startOf(run("startRecall", { options })),

    trainRecall(options: unknown) {
      const given = inputs.options(options, "{ dim, n, seed, batch, state, optimiser, steps }");
      return trainLanes(run, "trainRecall", given, [given])[0];
    },

    trainRecallLanes(options: unknown) {
      const given = inputs.options(options, "{ dim, n, seed, batch, lanes, optimiser, steps }");
      const rule = "it must be an array of 1 to 64 lanes { scale, rate, state }";
      if (!Array.isArray(given.lanes)) inputs.wrongType("lanes", given.lanes, rule);
      const lanes = inputs.list("lanes", given.lanes, (lane, index) =>
        inputs.isObject(lane) ? lane : inputs.wrongType(`lanes[${index}]`, lane, rule),
      );
      if (lanes.length < 1 || lanes.length > MOST_LANES) {
        inputs.fail("domain", `lanes has ${lanes.length} entries; ${rule}.`);
      }
      return trainLanes(run, "trainRecall", given, lanes, (lane) => `lanes[${lane}].`);
    },
  };
}
