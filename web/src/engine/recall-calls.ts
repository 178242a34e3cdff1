/** The calls of recall-api.ts. */
import type { Run } from "./descriptor.js";
import * as inputs from "./more-inputs.js";
import { onePrecision, startOf, stateOf, trainedOf } from "./training-inputs.js";
import type { Floats, Matrix } from "./types.js";

const MOST_LANES = 64;

/** What a lane may have besides its scale, in the order in which it crosses. */
const LANE_RULE = ["queryKeyNorm", "lengthFactor", "softCap", "clip"] as const;

interface Results extends Record<"parameters" | "first" | "second", Floats[]> {
  readonly records: Matrix[];
  readonly diverged: Float64Array;
}

export function recallCalls(run: Run) {
  function trainLanes(
    options: inputs.Given,
    lanes: readonly inputs.Given[],
    prefix: (lane: number) => string,
  ) {
    const states = lanes.map(({ state }, lane) => stateOf(`${prefix(lane)}state`, state));
    // Each is read once: a getter could give another value the second time.
    const given = (name: string, value: unknown) =>
      value === undefined ? Number.NaN : inputs.finite(name, value);
    const numbers = lanes.flatMap((lane) => {
      const { scale, rate, queryKeyRate = 1 } = lane;
      return [
        inputs.finite("scale", scale),
        inputs.finite("rate", rate),
        inputs.finite("queryKeyRate", queryKeyRate),
        ...LANE_RULE.map((name) => given(name, lane[name])),
      ];
    });
    const step = states[0]?.step as number;
    if (states.some((state) => state.step !== step)) {
      inputs.fail("domain", "The states of the lanes have taken different numbers of steps.");
    }
    const parameters = states.map((state) => state.parameters);
    const first = states.map((state) => state.first);
    const second = states.map((state) => state.second);
    onePrecision("The states", [...parameters, ...first, ...second]);
    const rows = { name: "lanes", rows: lanes.length, cols: 3 + LANE_RULE.length, data: numbers };
    // Each lane has a rate of its own.
    const converted = { parameters, first, second, rows, step, rate: 1 };
    const results = run<Results>("trainRecall", { options, converted });
    return lanes.map((_, lane) => {
      const state = {
        parameters: results.parameters[lane],
        first: results.first[lane],
        second: results.second[lane],
      };
      const trained = trainedOf(state as never, step, results.records[lane] as Matrix);
      return { ...trained, diverged: results.diverged[lane] === 1 };
    });
  }

  return {
    startRecall: (options: unknown) => startOf(run("startRecall", { options })),

    trainRecall(options: unknown) {
      const given = inputs.options(options, "{ dim, n, seed, batch, state, optimiser, steps }");
      return trainLanes(given, [given], () => "")[0];
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
      return trainLanes(given, lanes, (lane) => `lanes[${lane}].`);
    },
  };
}
