/** The calls of api.ts that the first screen uses. */
import type {
  AttentionOptions,
  AttentionOutput,
  FirstEngine,
  Matrix,
  MatrixInput,
  Projection,
} from "./api.js";
import { caller, listOf, matrixOf, oneNumber, recordOf } from "./descriptor.js";
import { type Call, guardedCalls } from "./guarded.js";
import * as inputs from "./inputs.js";
import type { WasmModule } from "./wasm-module.js";

/** The signatures of cpp/bindings/first_calls.hpp. */
export const FIRST_CALLS = {
  attention:
    "queries:f64 keys:f64 values:f64 scale causal mask:u8 scores>f64 logits>f64 weights>f64 output>f64",
  rowStatistics: "weights:f64 entropy>f64 peak>f64 peakIndex>f64",
  rowChange: "before:f64 after:f64 distance>f64 largest>f64",
  weightArithmetic: "scores:f64 scale index steps>f64",
  scoreDivisor: "dim exponent divisor>f64",
  wordVectors: "words:u8 seed dim vectors>f64",
  project: "x:f64 seed projection projected>f64",
} as const;

const OUTPUTS = ["scores", "logits", "weights", "output"] as const satisfies AttentionOutput[];
const PROJECTIONS = ["queries", "keys", "values"] as const satisfies Projection[];

/** In the order in which they cross. */
const steps = recordOf([
  "score",
  "logit",
  "largest",
  "exponential",
  "sum",
  "weight",
  "slope",
  "derivative",
] as const);

function wantedOutputs(given: unknown): readonly AttentionOutput[] {
  if (given === undefined) return OUTPUTS;
  const refuse = () =>
    inputs.fail("type", `outputs must be an array of names from ${OUTPUTS.join(", ")}.`);
  if (!Array.isArray(given)) return refuse();
  return inputs.list("outputs", given, (name) => OUTPUTS.find((it) => it === name) ?? refuse());
}

/** The implementations, by name. The types of `attention`'s results are narrower in the interface. */
export function firstCalls(module: WasmModule) {
  const run = caller(module, FIRST_CALLS);
  return {
    attention(
      queries: MatrixInput,
      keys: MatrixInput,
      values: MatrixInput,
      options: AttentionOptions & { readonly outputs?: readonly AttentionOutput[] } = {},
    ) {
      inputs.options(options, "{ scale, mask }");
      const wanted = wantedOutputs(options.outputs);
      const q = inputs.matrix("queries", queries);
      const k = inputs.matrix("keys", keys);
      const v = inputs.matrix("values", values);
      const { scale, causal, mask } = inputs.attentionOptions(options);
      // If only the output is wanted, no n×m matrix is made.
      if (wanted.some((name) => name !== "output")) {
        inputs.entries("queries·keysᵀ", q.rows, k.rows);
      }
      const square = matrixOf(q.rows, k.rows);
      // Written out: to merge objects would take longer than the rest of a small call.
      const fields = {
        queries: q,
        keys: k,
        values: v,
        scale,
        causal,
        mask,
        scores: wanted.includes("scores") ? square : undefined,
        logits: wanted.includes("logits") ? square : undefined,
        weights: wanted.includes("weights") ? square : undefined,
        output: wanted.includes("output") ? matrixOf(q.rows, v.cols) : undefined,
      };
      const results: Partial<Record<AttentionOutput, Matrix>> = run("attention", fields);
      if (wanted === OUTPUTS) return results;
      return Object.fromEntries(wanted.map((name) => [name, results[name]]));
    },

    rowStatistics(weights) {
      const given = inputs.matrix("weights", weights);
      return run("rowStatistics", { weights: given }, listOf(given.rows));
    },

    rowChange(before, after) {
      const a = inputs.matrix("before", before);
      const b = inputs.matrix("after", after);
      if (a.rows !== b.rows || a.cols !== b.cols) {
        const shapes = `before is ${a.rows}×${a.cols} and after is ${b.rows}×${b.cols}`;
        inputs.fail("shape", `${shapes}; both must have the same shape.`);
      }
      const outputs = { distance: listOf(a.rows), largest: oneNumber };
      return run("rowChange", { before: a, after: b, ...outputs });
    },

    weightArithmetic(scores, options) {
      inputs.options(options, "{ scale, index }");
      const given = inputs.vector("scores", scores);
      const scale = inputs.number("scale", options.scale);
      const index = inputs.count("index", options.index, 0, Math.max(0, given.cols - 1));
      return run("weightArithmetic", { scores: given, scale, index }, steps).steps;
    },

    scoreDivisor(dim, exponent) {
      const fields = {
        dim: inputs.count("dim", dim, 1),
        exponent: inputs.number("exponent", exponent),
      };
      return run("scoreDivisor", fields, oneNumber).divisor;
    },

    wordVectors(words, options) {
      inputs.options(options, "{ seed, dim }");
      const given = inputs.words(words);
      const seed = inputs.oneSeed("seed", options.seed);
      const dim = inputs.count("dim", options.dim, 1, 1024);
      const bytes = new TextEncoder().encode(given.map((word) => `${word}\0`).join(""));
      inputs.entries("the vectors", given.length, dim);
      const fields = { words: inputs.own("words", bytes), seed, dim };
      return run("wordVectors", fields, matrixOf(given.length, dim)).vectors;
    },

    project(x, options) {
      inputs.options(options, "{ seed, projection }");
      const given = inputs.matrix("x", x);
      const seed = inputs.oneSeed("seed", options.seed);
      const projection = inputs.oneOf("projection", options.projection, PROJECTIONS);
      const { columns: wanted } = options;
      const columns =
        wanted === undefined
          ? given.cols
          : inputs.count("columns", wanted, 1, Math.max(1, given.cols));
      const fields = { x: given, seed, projection };
      return run("project", fields, matrixOf(given.rows, columns)).projected;
    },
  } satisfies Omit<FirstEngine, "attention"> & { attention: Call };
}

/** The typed engine over an instantiated module of the first screen. */
export function createFirstEngine(module: WasmModule): FirstEngine {
  return guardedCalls(firstCalls(module)) as unknown as FirstEngine;
}
