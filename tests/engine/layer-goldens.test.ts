/** The same tests as goldens.test.ts, for the calls about layers and training. */
import type {
  DateTraining,
  Matrix,
  MultiHeadOptions,
  RecallTraining,
  TrainingState,
} from "attention-scale";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { goldens } from "./goldens.js";
import { type Change, passes } from "./passes.js";

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
  /** The gradient over all sequences of the batch. */
  readonly gradient: object;
}

/** What has rows of each sequence of a batch, one below the other. */
const OF_SEQUENCES = [
  "x",
  "context",
  "memory",
  "padding",
  "memoryPadding",
  "doutput",
  "output",
  "weights",
];

const isMatrix = (name: string) => /^(w[qkvo12]|c[qkvo])$/.test(name);

/** The parameters as arguments: lists for biases, γ and β. */
const asArguments = (parameters: GoldenParameters, change: Change) =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === null ? [] : [[name, change(isMatrix(name) ? value : value.data)]],
    ),
  );

/** The sequences of a case: a call takes one. */
const sequencesOf = (golden: GoldenLayers) =>
  Array.from({ length: golden.batch }, (_, index) => {
    const own = Object.entries(golden).map(([name, value]) => {
      if (!OF_SEQUENCES.includes(name) || value === null) return [name, value];
      const { rows, data } = value as Matrix;
      const size = data.length / golden.batch;
      const part = data.slice(index * size, (index + 1) * size);
      if (name.endsWith("adding")) return [name, [...part].map((bit) => bit === 1)];
      return [name, { ...value, rows: rows / golden.batch, data: part }];
    });
    return Object.fromEntries(own) as GoldenLayers;
  });

/**
 * The results of all sequences as those of the batch: rows one below the other, gradients of
 * parameters added.
 */
function joined(results: readonly object[], inRows = false): object {
  const [first] = results;
  if (first === undefined || results.length === 1) return first ?? {};
  if (ArrayBuffer.isView(first) || (Array.isArray(first) && typeof first[0] === "number")) {
    const lists = results.map((list) => Array.from(list as number[]));
    const sumAt = (index: number) => lists.reduce((sum, list) => sum + (list[index] ?? 0), 0);
    return inRows ? lists.flat() : (lists[0] ?? []).map((_, index) => sumAt(index));
  }
  const fields = Object.entries(first).map(([name, value]) => {
    if (typeof value === "number") {
      return [name, name === "rows" && inRows ? value * results.length : value];
    }
    const parts = results.map((each) => (each as Record<string, object>)[name] ?? {});
    return [name, joined(parts, inRows || OF_SEQUENCES.includes(name))];
  });
  return Object.fromEntries(fields);
}

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
  "output weights gradient",
  (golden, change) => {
    const results = sequencesOf(golden).map((own) => {
      const given = { ...optionsOf(own, change), ...asArguments(own.parameters, change) };
      const options = given as unknown as MultiHeadOptions;
      const { output, heads } = engine.multiHeadAttention(options);
      const weights = heads.flatMap((head) => [...head.weights.data]);
      const { x, context, bias, sink, ...parameters } = engine.multiHeadAttentionGradient(
        options,
        change(own.doutput),
      );
      const others = { ...(context && { context }), ...(bias && { bias }), ...(sink && { sink }) };
      return { output, weights, gradient: { x, ...others, parameters } };
    });
    return joined(results);
  },
  { share: 1e-10, inSingle: 2 },
);

const stacks = engine as unknown as Record<
  "encoder" | "decoder",
  (options: object) => { output: Matrix; layers: { output: Matrix }[] }
> &
  Record<"encoderGradient" | "decoderGradient", (options: object, dOutput: Matrix) => object>;

describe.each(["encoder", "decoder"] as const)("a stack", (kind) => {
  passes<GoldenLayers>(
    kind,
    "output gradient",
    (golden, change) => {
      const layers = golden.layers.map((layer) => asArguments(layer, change));
      const results = sequencesOf(golden).map((own) => {
        const options = { ...optionsOf(own, change), layers };
        const { output, layers: inside } = stacks[kind](options);
        expect(inside.at(-1)?.output).toEqual(output);
        expect(stacks[kind]({ ...options, outputs: ["output"] })).toEqual({ output });
        return { output, gradient: stacks[`${kind}Gradient`](options, change(own.doutput)) };
      });
      return joined(results);
    },
    { share: 1e-10, inSingle: 2 },
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
  // The keys of all tokens are computed there, one query's product with W^K here. The rates are
  // such that rounding does not grow in 100 steps.
  ["float64", 1e-12],
  ["float32", 5e-6],
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

interface Dates extends Omit<DateTraining<Float64Array>, "state" | "steps"> {
  readonly queryKeyFactor: number;
  readonly losses: readonly number[];
  readonly after: readonly { readonly step: number; readonly weights: readonly number[] | null }[];
}

for (const [dtype, share, lastStep] of [
  ["float64", 1e-9, 100],
  // Steps are not stable: after a hundred, errors of single precision have grown to .3 in one case.
  ["float32", 1e-5, 10],
] as const) {
  const cases = goldens<Dates>("date_training").map((golden) => ({
    ...golden,
    losses: golden.losses.slice(0, lastStep),
    after: golden.after.filter(({ step }) => step <= lastStep),
  }));
  passes<Dates>(
    "date_training",
    "losses after",
    ({ after, losses: _, queryKeyFactor, ...lane }) => {
      const { entries } = engine.dateLayout(lane);
      const start = { ...lane, queryKeyFactor, dtype: dtype as "float64" };
      let state: TrainingState<Float64Array> = engine.startDates(start);
      const losses: number[] = [];
      const found = after.map(({ step, weights }) => {
        const trained = engine.trainDates({ ...lane, state, steps: step - state.step });
        expect(trained.diverged).toBe(false);
        losses.push(...trained.records.loss);
        state = trained.state;
        const { parameters } = state;
        const sums = entries.map(({ from, rows, cols }) => {
          const own = Array.from(parameters.subarray(from, from + rows * cols));
          return [Math.cos, Math.sin].map((of) =>
            own.reduce((total, value, index) => total + value * of(index + 1), 0),
          );
        });
        const record = lastOf(trained.records);
        return { step: state.step, record, sums, ...(weights && { weights: parameters }) };
      });
      return { losses, after: found };
    },
    { share, cases, what: `training on dates in ${dtype}` },
  );
}

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
