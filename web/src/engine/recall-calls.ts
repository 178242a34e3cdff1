/** The calls of recall-api.ts. */
import { caller, type Input, listOf, matrixOf, oneNumber, recordOf } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./layer-inputs.js";
import type { RecallCalls } from "./recall-api.js";
import * as training from "./training-inputs.js";
import { typeOf } from "./typed-arrays.js";
import type { WasmModule } from "./wasm-module.js";

const TASK = "seed dim n batch";

/** Of cpp/bindings/recall_calls.hpp. Calls without lists in single precision to tell it by, or with others beside them, have two names. */
export const RECALL_CALLS = {
  ...training.inBoth("startRecall", "seed dim initialisation queryKeyFactor parameters>f64"),
  ...training.inBoth("recallData", `${TASK} step tokens>f64 values>f64 right>f64`),
  ...training.inBoth(
    "trainRecall",
    `parameters:f64 first:f64 second:f64 lanes:f64 tokens:f64 values:f64 right:u32 ${TASK} step steps ${training.OPTIMISER_FIELDS} nextParameters>f64 nextFirst>f64 nextSecond>f64 records>f64 ends>f64`,
  ),
  recallWeights: `parameters:f64 ${TASK} step scale weights>f64`,
  testRecall: `parameters:f64 ${TASK} scale results>f64`,
  recallAlignment: `parameters:f64 ${TASK} results>f64`,
  checkRecall: `parameters:f64 ${TASK} scale error>f64`,
} as const;

const RECORDS = [...training.RECORDS, "right"] as const;
const MOST_LANES = 64;
const MOST_STEPS = 100_000;

const SIZE_CHECKS = { seed: inputs.oneSeed, dim: inputs.whole(4, 512) };
const SEQUENCE_CHECKS = { ...SIZE_CHECKS, n: inputs.whole(2, 64) };
const TASK_CHECKS = { ...SEQUENCE_CHECKS, batch: inputs.whole(1, 512) };
const START_CHECKS = { ...SIZE_CHECKS, ...training.START_CHECKS };
const task = (given: object) =>
  inputs.fields(given, "{ dim: 64, n: 16, seed: 13, batch: 64 }", TASK_CHECKS);

/** The given data of `count` sequences, or none. */
function dataOf(value: unknown, rows: number, count: number) {
  if (value === undefined) {
    return {
      tokens: inputs.absent("tokens"),
      values: inputs.absent("values"),
      right: inputs.own("right", new Uint32Array(0)),
    };
  }
  inputs.options(value, "{ tokens, values, right }");
  const given = value as inputs.Given;
  const tokens = inputs.matrix("data.tokens", given.tokens);
  const values = inputs.matrix("data.values", given.values);
  const right = inputs.wholes(0, 63)("data.right", given.right);
  for (const { name, rows: own } of [tokens, values]) {
    if (own !== rows) inputs.fail("shape", `${name} has ${own} rows; these steps need ${rows}.`);
  }
  if (right.cols !== count) {
    inputs.fail("shape", `data.right has ${right.cols} entries; these steps need ${count}.`);
  }
  return { tokens, values, right };
}

/** The same list of every lane, one below the other; without entries where the first lane's has none. */
function stacked(lists: readonly Input[]): Input {
  const [first] = lists as [Input];
  if (lists.length === 1) return first;
  for (const { name, cols, data } of lists) {
    if (cols !== first.cols) {
      inputs.fail("shape", `${name} has ${cols} entries and that of lane 0 ${first.cols}.`);
    }
    if (typeOf(data) !== typeOf(first.data)) {
      inputs.fail(
        "type",
        `${name} and ${first.name} hold two precisions; all must be of one type.`,
      );
    }
  }
  inputs.entries("the parameters of all lanes", lists.length, first.cols);
  const make = typeOf(first.data) === "Float32Array" ? Float32Array : Float64Array;
  const data = new make(lists.length * first.cols);
  lists.forEach((it, index) => {
    data.set(it.data, index * first.cols);
  });
  return { name: first.name.replace("lanes[0].", ""), rows: lists.length, cols: first.cols, data };
}

/** The implementations, by name. Their results are narrower in the interface. */
export function recallCalls(module: WasmModule) {
  const run = caller(module, RECALL_CALLS);

  function start(given: object, double: boolean) {
    const values = inputs.fields(given, "{ dim: 64, seed: 13 }", START_CHECKS);
    const parameters = listOf(2 * values.dim ** 2);
    return run(training.inPrecision("startRecall", double), { ...values, parameters }).parameters;
  }

  function head(given: inputs.Given) {
    const parameters = training.parametersOf(given.parameters);
    return { parameters, ...task(given) };
  }

  function trainLanes(
    given: inputs.Given,
    lanes: readonly inputs.Given[],
    prefix: (lane: number) => string,
  ) {
    const numbers = task(given);
    const optimiser = training.optimiserFields(given);
    const steps = inputs.count("steps", given.steps, 1, MOST_STEPS);
    const states = lanes.map((lane, index) =>
      training.stateOf(`${prefix(index)}state`, lane.state, steps),
    );
    const options = lanes.map((lane) => training.laneFields(lane));
    const step = states[0]?.step as number;
    if (states.some((state) => state.step !== step)) {
      inputs.fail("domain", "The states of the lanes have taken different numbers of steps.");
    }
    const count = steps * numbers.batch;
    const data = dataOf(given.data, count * numbers.n, count);
    const [parameters, first, second] = (["parameters", "first", "second"] as const).map((name) =>
      stacked(states.map((state) => state[name])),
    ) as [Input, Input, Input];
    const kinds = [parameters, first, second, data.tokens, data.values].filter(
      ({ rows, cols }) => rows * cols > 0,
    );
    const single = inputs.isSingle(parameters);
    if (kinds.some((it) => inputs.isSingle(it) !== single)) {
      inputs.fail("type", "States and data hold two precisions; all must be of one type.");
    }
    const numbersOf = options.flatMap(({ scale, rate, queryKeyRate }) => [
      scale,
      rate,
      queryKeyRate,
    ]);
    const { ends, ...results } = run(training.inPrecision("trainRecall", !single), {
      ...{ parameters, first, second, ...data, ...numbers, step, steps, ...optimiser },
      lanes: { name: "lanes", rows: lanes.length, cols: 3, data: numbersOf },
      ...training.nextStates(optimiser.optimiser, lanes.length, 2 * numbers.dim ** 2),
      records: matrixOf(lanes.length * steps, RECORDS.length),
      ends: matrixOf(lanes.length, 2),
    });
    return lanes.map((_, lane) => {
      const [taken, diverged] = ends.data.subarray(2 * lane) as unknown as [number, number];
      const trained = training.trainedLane(results, RECORDS, lane, [step, taken]);
      return { ...trained, diverged: diverged === 1 };
    });
  }

  return {
    startRecall(options: inputs.Given) {
      inputs.options(options, "{ dim: 64, seed: 13 }");
      return training.startOf(start(options, training.isDouble(options.dtype)));
    },

    recallData(options: inputs.Given) {
      const numbers = task(options);
      const steps = inputs.count("steps", options.steps ?? 1, 1, MOST_STEPS);
      const most = inputs.LARGEST_SEED - steps + 1;
      const step = inputs.count("step", options.step, 0, most);
      const rows = steps * numbers.batch * numbers.n;
      inputs.entries("the tokens", rows, numbers.dim);
      const lists = matrixOf(rows, numbers.dim);
      const name = training.inPrecision("recallData", training.isDouble(options.dtype));
      const outputs = { tokens: lists, values: lists, right: listOf(steps * numbers.batch) };
      return run(name, { ...numbers, step, ...outputs });
    },

    trainRecall(options: inputs.Given) {
      inputs.options(options, "{ dim: 64, n: 16, state, optimiser, rate, scale, steps }");
      return trainLanes(options, [options], () => "")[0];
    },

    trainRecallLanes(options: inputs.Given) {
      inputs.options(options, "{ dim: 64, n: 16, lanes, optimiser, steps }");
      const given = options.lanes;
      if (!Array.isArray(given)) {
        inputs.wrongType("lanes", given, "it must be an array of lanes { scale, rate, state }");
      }
      const lanes = inputs.list("lanes", given, (lane, index) => {
        if (!inputs.isObject(lane)) {
          inputs.wrongType(`lanes[${index}]`, lane, "it must be a lane { scale, rate, state }");
        }
        return lane;
      });
      inputs.count("the number of lanes", lanes.length, 1, MOST_LANES);
      return trainLanes(options, lanes, (lane) => `lanes[${lane}].`);
    },

    recallWeights(options: inputs.Given) {
      const example = "{ dim: 64, n: 16, parameters, scale, seed, step }";
      const checks = { ...SEQUENCE_CHECKS, scale: inputs.finite, step: inputs.oneSeed };
      const numbers = inputs.fields(options, example, checks);
      const parameters = training.parametersOf(options.parameters);
      const weights = matrixOf(numbers.n, numbers.n);
      return run("recallWeights", { parameters, ...numbers, batch: 1, weights }).weights;
    },

    testRecall(options: inputs.Given) {
      inputs.options(options, "{ dim: 64, n: 16, parameters, scale, seed, batch }");
      const scale = inputs.finite("scale", options.scale);
      const results = recordOf(["loss", "right"]);
      return run("testRecall", { ...head(options), scale, results }).results;
    },

    recallAlignment(options: inputs.Given) {
      inputs.options(options, "{ dim: 64, n: 16, parameters, seed, batch }");
      const results = recordOf(["cosine", "score"]);
      return run("recallAlignment", { ...head(options), results }).results;
    },

    checkRecall(options: inputs.Given) {
      const numbers = task(options);
      const scale = inputs.finite("scale", options.scale);
      const parameters = inputs.own("parameters", start(options, true));
      return {
        error: run("checkRecall", { parameters, ...numbers, scale, error: oneNumber }).error,
      };
    },
  } satisfies Record<keyof RecallCalls, Call>;
}
