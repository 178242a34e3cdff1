/** As goldens.test.ts, for the calls about layers and training. */
import {
  type DateTraining,
  loadEngine,
  type Matrix,
  type MultiHeadOptions,
  type RecallTraining,
  type TrainingState,
} from "attention-scale";
import { describe, expect, it } from "vitest";
import { goldens } from "./goldens.js";
import { type Change, passes } from "./passes.js";

const engine = await loadEngine();

// --- Layers ------------------------------------------------------------------------

type GoldenParameters = Readonly<Record<string, Matrix | null>>;

interface GoldenLayers {
  readonly batch: number;
  readonly heads: number;
  readonly parameters: GoldenParameters;
  readonly layers: readonly GoldenParameters[];
  readonly mask: Matrix | null;
  readonly x: Matrix;
  readonly doutput: Matrix;
  /** Over all sequences of the batch. */
  readonly gradient: object;
}

/** What has rows of each sequence of a batch, one below the other. */
const OF_SEQUENCES = [
  ...["x", "context", "memory", "padding", "memoryPadding", "doutput", "output", "weights"],
];

const isMatrix = (name: string) => /^(w[qkvo12]|c[qkvo])$/.test(name);

/** The parameters as arguments: lists for biases, γ and β. */
const asArguments = (parameters: GoldenParameters, change: Change) =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === null ? [] : [[name, change(isMatrix(name) ? value : value.data)]],
    ),
  );

/** The cases, of each batch the last sequence: a call takes one, in C++ the batch is tested. */
const lastSequences = (file: string) =>
  goldens<GoldenLayers>(file).map((golden) => {
    const own = Object.entries(golden).map(([name, value]) => {
      if (!OF_SEQUENCES.includes(name) || value === null) return [name, value];
      const { rows, data } = value as Matrix;
      const part = data.slice(-data.length / golden.batch);
      if (name.endsWith("adding")) return [name, [...part].map((bit) => bit === 1)];
      return [name, { ...value, rows: rows / golden.batch, data: part }];
    });
    return Object.fromEntries(own) as GoldenLayers & { name: string };
  });

/** All options of a case but its layers; what it does not have, it does not pass. */
function optionsOf(golden: GoldenLayers, change: Change): object {
  const given = Object.entries(golden).flatMap(([name, value]) => {
    if (value === null) return [];
    return [[name, ["x", "context", "memory"].includes(name) ? change(value as Matrix) : value]];
  });
  return Object.fromEntries(given);
}

passes<GoldenLayers>(
  "multi_head_attention",
  "output weights",
  (golden, change) => {
    const given = { ...optionsOf(golden, change), ...asArguments(golden.parameters, change) };
    const options = given as unknown as MultiHeadOptions;
    const { output, heads } = engine.multiHeadAttention(options);
    const weights = heads.flatMap((head) => [...head.weights.data]);
    const { x, context, ...parameters } = engine.multiHeadAttentionGradient(
      options,
      change(golden.doutput),
    );
    const gradient = { x, ...(context && { context }), parameters };
    return { output, weights, ...(golden.batch === 1 && { gradient }) };
  },
  { cases: lastSequences("multi_head_attention"), inSingle: 2 },
);

const stacks = engine as unknown as Record<
  "encoder" | "decoder",
  (options: object) => { output: Matrix; layers: { output: Matrix }[] }
> &
  Record<"encoderGradient" | "decoderGradient", (options: object, dOutput: Matrix) => object>;

describe.each(["encoder", "decoder"] as const)("a stack", (kind) => {
  passes<GoldenLayers>(
    kind,
    "output",
    (golden, change) => {
      const layers = golden.layers.map((layer) => asArguments(layer, change));
      const options = { ...optionsOf(golden, change), layers };
      const { output, layers: inside } = stacks[kind](options);
      expect(inside.at(-1)?.output).toEqual(output);
      expect(stacks[kind]({ ...options, outputs: ["output"] })).toEqual({ output });
      const gradient = stacks[`${kind}Gradient`](options, change(golden.doutput));
      return { output, ...(golden.batch === 1 && { gradient }) };
    },
    { cases: lastSequences(kind), inSingle: 2 },
  );
});

// --- Training ----------------------------------------------------------------------

/** One matrix of rows of the same length. */
const rowsOf = (rows: readonly ArrayLike<number>[]) => ({
  rows: rows.length,
  cols: rows[0]?.length,
  data: rows.flatMap((row) => Array.from(row)),
});

const lastOf = (records: object) =>
  Object.values(records).map((values: Float64Array) => values.at(-1) as number);

interface Recall {
  readonly options: Omit<RecallTraining<Float64Array>, "state" | "steps">;
  readonly initialisation: "xavier" | "packed" | "normal";
  readonly queryKeyFactor: number;
  readonly steps: readonly number[];
}

for (const [dtype, share] of [
  ["float64", 1e-9],
  // After 100 steps in single precision, some hundred roundings in each product.
  ["float32", 2e-5],
] as const) {
  passes<Recall>(
    "recall_training",
    "start records parameters",
    ({ options, steps, initialisation, queryKeyFactor }) => {
      const { dim, seed } = options;
      const given = { dim, seed, initialisation, queryKeyFactor, dtype: dtype as "float64" };
      let state = engine.startRecall(given);
      const start = state.parameters;
      const records: number[][] = [];
      const parameters: Float64Array[] = [];
      for (const step of steps) {
        const trained = engine.trainRecall({ ...options, state, steps: step - state.step });
        expect([trained.diverged, trained.state.step]).toEqual([false, step]);
        state = trained.state;
        records.push(lastOf(trained.records));
        parameters.push(state.parameters);
      }
      return { start, records: rowsOf(records), parameters: rowsOf(parameters) };
    },
    { share, what: `recall training in ${dtype}` },
  );
}

passes<{ options: Parameters<typeof engine.recallData>[0] }>(
  "recall_data",
  "tokens values right",
  ({ options }) => {
    const single = engine.recallData({ ...options, dtype: "float32" });
    const data = engine.recallData({ ...options, dtype: "float64" });
    expect(single.tokens.data).toEqual(Float32Array.from(data.tokens.data));
    return data;
  },
);

interface Dates extends Omit<DateTraining<Float64Array>, "state" | "steps"> {
  readonly queryKeyFactor: number;
  readonly after: readonly { readonly step: number; readonly weights: readonly number[] | null }[];
}

passes<Dates>("date_training", "losses after", ({ after, queryKeyFactor, ...lane }) => {
  const { entries } = engine.dateLayout(lane);
  let state: TrainingState<Float64Array> = engine.startDates({
    ...{ ...lane, queryKeyFactor, dtype: "float64" },
  });
  const losses: number[] = [];
  const found = after.map(({ step, weights }) => {
    const trained = engine.trainDates({ ...lane, state, steps: step - state.step });
    expect(trained.diverged).toBe(false);
    losses.push(...trained.records.loss);
    state = trained.state;
    const { parameters } = state;
    const sums = entries.map(({ from, rows, cols }) => {
      const own = parameters.subarray(from, from + rows * cols);
      return [Math.cos, Math.sin].map((of) =>
        own.reduce((total, value, index) => total + value * of(index + 1), 0),
      );
    });
    const record = lastOf(trained.records);
    return { step: state.step, record, sums, ...(weights && { weights: parameters }) };
  });
  return { losses, after: found };
});

interface Examples {
  readonly seed: number;
  readonly step: number;
  readonly sources: readonly string[];
  readonly targets: readonly string[];
}

describe("examples of dates", () => {
  it.each(goldens<Examples>("date_examples"))("are NumPy's: $name", ({ seed, step, ...both }) => {
    const { sources, targets } = both;
    const examples = engine.dateExamples({ seed, step, count: sources.length });
    expect(examples).toEqual({ sources, targets });
  });
});
