/** The calls of dates-api.ts. Texts cross as code points. */
import type { DateCalls, DateEntry, DateModel } from "./dates-api.js";
import { caller, listOf, matrixOf, type Output, oneNumber, recordOf } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./layer-inputs.js";
import * as names from "./layer-names.js";
import * as training from "./training-inputs.js";
import type { Matrix } from "./types.js";
import type { WasmModule } from "./wasm-module.js";

const MODEL = "dim layers heads hidden";
const START = "seed initialisation queryKeyFactor";

/** Of cpp/bindings/date_calls.hpp. Calls whose arrays do not all tell the precision have two names. */
export const DATE_CALLS = {
  dateLayout: `${MODEL} layout>f64`,
  ...training.inBoth("startDates", `${MODEL} ${START} parameters>f64`),
  ...training.inBoth(
    "trainDates",
    `parameters:f64 first:f64 second:f64 step ${MODEL} scale queryKeyRate rate ${training.OPTIMISER_FIELDS} seed batch nextParameters>f64 nextFirst>f64 nextSecond>f64 records>f64 taken>f64`,
  ),
  ...training.inBoth("testDates", `parameters:f64 ${MODEL} scale seed count result>f64`),
  answerDate: `parameters:f64 source:u32 ${MODEL} scale answer>u32 right>u32 weights>f64 entropy>f64 sourceInput>f64 targetInput>f64`,
  dateExamples: "seed step sources>u32 targets>u32",
  checkDates: `${MODEL} ${START} scale batch error>f64`,
} as const;

const LONGEST_SOURCE = 18;
const ANSWER_LENGTH = 10;
const MOST_LAYERS = 2;
const MOST_BATCH = 512;
const MOST_EXAMPLES = 10_000;
const MOST_STEPS = 10_000;

/** The parameters of a layer: its attentions have no biases. */
const given = (list: readonly string[]) => list.filter((name) => !/^c?b[qkvo]$/.test(name));

function entryNames(layers: number): string[] {
  const stack = (name: string, list: readonly string[]) =>
    Array.from({ length: layers }, (_, layer) =>
      given(list).map((entry) => `${name}.${layer}.${entry}`),
    ).flat();
  return [
    ...["sourceEmbedding", "targetEmbedding"],
    ...stack("encoder", names.ENCODER),
    ...stack("decoder", names.DECODER),
    ...["output.weight", "output.bias"],
  ];
}

function modelFields(options: object) {
  const fields = inputs.fields(options, "{ dim, seed }", {
    dim: inputs.whole(16, 256),
    layers: inputs.optional(inputs.whole(1, MOST_LAYERS), 1),
    heads: inputs.optional(inputs.whole(1, 256), 1),
  });
  const { hidden = 4 * fields.dim } = options as inputs.Given;
  return { ...fields, hidden: inputs.count("hidden", hidden, 1, 2048) };
}

const startFields = (options: object) =>
  inputs.fields(options, "{ dim, seed }", training.START_CHECKS);

/** Texts, one a row, behind whose end are zeros. */
const textsOf = (rows: number, cols: number): Output<string[]> => ({
  rows,
  cols,
  read: (points) =>
    Array.from({ length: rows }, (_, row) =>
      String.fromCodePoint(...points.subarray(row * cols, (row + 1) * cols)).replace(/\0+$/, ""),
    ),
});

/** The implementations, by name. */
export function dateCalls(module: WasmModule) {
  const run = caller(module, DATE_CALLS);

  function layout(model: ReturnType<typeof modelFields>): DateEntry[] {
    const list = entryNames(model.layers);
    const { data } = run("dateLayout", { ...model, layout: matrixOf(list.length, 3) }).layout;
    return list.map((name, index) => {
      const [from, rows, cols] = data.subarray(3 * index) as unknown as [number, number, number];
      return { name, from, rows, cols };
    });
  }

  function size(model: ReturnType<typeof modelFields>): number {
    const { from, rows, cols } = layout(model).at(-1) as DateEntry;
    return from + rows * cols;
  }

  /** A model and its parameters. */
  const trained = (options: inputs.Given) => ({
    ...modelFields(options),
    scale: inputs.finite("scale", options.scale),
    parameters: training.parametersOf(options.parameters),
  });

  return {
    dateLayout(options: DateModel) {
      const model = modelFields(options);
      return { size: size(model), entries: layout(model) };
    },

    startDates(options: inputs.Given) {
      const model = modelFields(options);
      const double = training.isDouble(options.dtype);
      const fields = { ...model, ...startFields(options), parameters: listOf(size(model)) };
      return training.startOf(run(training.inPrecision("startDates", double), fields).parameters);
    },

    trainDates(options: inputs.Given) {
      const model = modelFields(options);
      const steps = inputs.count("steps", options.steps, 1, MOST_STEPS);
      const state = training.stateOf("state", options.state, steps);
      const optimiser = training.optimiserFields(options);
      const others = inputs.fields(options, "{ dim, state, seed, batch, steps }", {
        seed: inputs.oneSeed,
        batch: inputs.whole(1, MOST_BATCH),
      });
      const { taken, ...results } = run(
        training.inPrecision("trainDates", !inputs.isSingle(state.parameters)),
        {
          ...{ ...model, ...state, ...optimiser, ...training.laneFields(options), ...others },
          ...training.nextStates(optimiser.optimiser, 1, state.parameters.cols),
          records: matrixOf(steps, training.RECORDS.length),
          taken: oneNumber,
        },
      );
      const lane = training.trainedLane(results, training.RECORDS, 0, [state.step, taken]);
      return { ...lane, diverged: taken < steps };
    },

    testDates(options: inputs.Given) {
      const model = trained(options);
      const { result } = run(
        training.inPrecision("testDates", !inputs.isSingle(model.parameters)),
        {
          ...model,
          seed: inputs.oneSeed("seed", options.seed),
          count: inputs.count("count", options.count, 1, MOST_EXAMPLES),
          result: recordOf(["exact", "loss"]),
        },
      );
      return result;
    },

    answerDate(options: inputs.Given) {
      const model = trained(options);
      const { source } = options;
      if (typeof source !== "string") inputs.wrongType("source", source, "it must be a string");
      // A longer text is no date: its beginning is refused as well.
      const points = Array.from(
        source.slice(0, 4 * LONGEST_SOURCE),
        (it) => it.codePointAt(0) ?? 0,
      );
      const [length, written] = [points.length, ANSWER_LENGTH];
      const results = run("answerDate", {
        ...model,
        source: inputs.own("source", Uint32Array.from(points)),
        answer: textsOf(1, written),
        right: textsOf(1, written),
        weights: matrixOf(model.heads * written, length),
        entropy: oneNumber,
        sourceInput: matrixOf(length, model.dim),
        targetInput: matrixOf(written, model.dim),
      });
      const [answer, right] = [results.answer[0], results.right[0]];
      const weights = Array.from({ length: model.heads }, (_, head): Matrix => {
        const [from, to] = [head * written * length, (head + 1) * written * length];
        return { rows: written, cols: length, data: results.weights.data.slice(from, to) };
      });
      return { ...results, answer, right, weights };
    },

    dateExamples(options: inputs.Given) {
      const fields = inputs.fields(options, "{ seed, step, count }", {
        seed: inputs.oneSeed,
        step: inputs.oneSeed,
      });
      const count = inputs.count("count", options.count, 1, MOST_EXAMPLES);
      return run("dateExamples", {
        ...fields,
        sources: textsOf(count, LONGEST_SOURCE),
        targets: textsOf(count, ANSWER_LENGTH),
      });
    },

    checkDates(options: inputs.Given) {
      return run("checkDates", {
        ...modelFields(options),
        ...startFields(options),
        scale: inputs.finite("scale", options.scale),
        batch: inputs.count("batch", options.batch, 1, MOST_BATCH),
        error: oneNumber,
      });
    },
  } satisfies Record<keyof DateCalls, Call>;
}
