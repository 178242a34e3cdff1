/** The calls of saturation-api.ts. */
import { caller, listOf, matrixOf, oneNumber, record } from "./descriptor.js";
import * as inputs from "./inputs.js";
import type { OutputLoss, Precision, RootPlace, SaturationCalls } from "./saturation-api.js";
import type { WasmModule } from "./wasm-module.js";

/** The signatures of cpp/bindings/saturation_calls.hpp. */
export const SATURATION_CALLS = {
  jacobianNorms: "logits:f64 norms>f64",
  softmaxCentralDifference: "logits:f64 direction:f64 step difference>f64",
  saturation: "logits:f64 scales:f64 spread>f64 entropy>f64 peak>f64 frobenius>f64 spectral>f64",
  passedNorms: "logits:f64 upstream:f64 scales:f64 norms>f64",
  queryGradients: "queries:f64 keys:f64 scale peak>f64 entropy>f64 jacobian>f64 gradient>f64",
  reducedScores:
    "queries:f64 keys:f64 precision accumulateInFloat place size logits>f64 exact>f64 difference>f64 summary>f64",
  outputLoss: "kind output:f64 values:f64 target loss>f64 dOutput>f64",
} as const;

/** In the order of the enumerations in C++. */
const PRECISIONS = ["double", "float", "half", "bfloat16"] as const satisfies Precision[];
const PLACES = ["scores", "queries", "keys", "both"] as const satisfies RootPlace[];
const LOSSES = ["sum", "squares", "target"] as const satisfies OutputLoss[];
const ACCUMULATE = ["same", "float"] as const;

/** In the order in which the numbers cross. */
const NORMS = ["frobenius", "spectral"] as const;
const SUMMARY = ["overflowed", "largestDifference", "largestRelative"] as const;

/** The implementations, by name. */
export function saturationCalls(module: WasmModule) {
  const run = caller(module, SATURATION_CALLS);
  return {
    jacobianNorms(logits) {
      const given = inputs.vector("logits", logits);
      return record(NORMS, run("jacobianNorms", { logits: given, norms: listOf(2) }).norms);
    },

    softmaxCentralDifference(logits, direction, options) {
      inputs.options(options, "{ step }");
      const x = inputs.vector("logits", logits);
      const g = inputs.vector("direction", direction);
      const step = inputs.number("step", options.step);
      const fields = { logits: x, direction: g, step, difference: listOf(x.cols) };
      return run("softmaxCentralDifference", fields).difference;
    },

    saturation(logits, scales) {
      const x = inputs.vector("logits", logits);
      const factors = inputs.vector("scales", scales);
      const each = listOf(factors.cols);
      return run("saturation", {
        ...{ logits: x, scales: factors },
        ...{ spread: each, entropy: each, peak: each, frobenius: each, spectral: each },
      });
    },

    passedNorms(logits, upstream, scales) {
      const x = inputs.vector("logits", logits);
      const g = inputs.vector("upstream", upstream);
      const factors = inputs.vector("scales", scales);
      const norms = listOf(factors.cols);
      return run("passedNorms", { logits: x, upstream: g, scales: factors, norms }).norms;
    },

    queryGradients(queries, keys, options = {}) {
      inputs.options(options, "{ scale }");
      const q = inputs.matrix("queries", queries);
      const k = inputs.matrix("keys", keys);
      const scale = inputs.scale(options.scale);
      inputs.entries("queries·keysᵀ", q.rows, k.rows);
      const each = listOf(q.rows);
      return run("queryGradients", {
        ...{ queries: q, keys: k, scale },
        ...{ peak: each, entropy: each, jacobian: each, gradient: each },
      });
    },

    reducedScores(queries, keys, options) {
      inputs.options(options, "{ precision, place }");
      const q = inputs.matrix("queries", queries);
      const k = inputs.matrix("keys", keys);
      const { accumulate = "same", place = "scores", size = 1 } = options;
      const numbers = {
        precision: inputs.oneOf("precision", options.precision, PRECISIONS),
        accumulateInFloat: inputs.oneOf("accumulate", accumulate, ACCUMULATE),
        place: inputs.oneOf("place", place, PLACES),
        size: inputs.number("size", size),
      };
      inputs.entries("queries·keysᵀ", q.rows, k.rows);
      const each = matrixOf(q.rows, k.rows);
      const { summary, ...matrices } = run("reducedScores", {
        ...{ queries: q, keys: k, ...numbers },
        ...{ logits: each, exact: each, difference: each, summary: listOf(SUMMARY.length) },
      });
      return { ...matrices, ...record(SUMMARY, summary) };
    },

    outputLoss(output, values, options) {
      inputs.options(options, "{ loss, target }");
      const z = inputs.matrix("output", output);
      const v = inputs.matrix("values", values);
      const kind = inputs.oneOf("loss", options.loss, LOSSES);
      const target =
        LOSSES[kind] === "target"
          ? inputs.count("target", options.target, 0, Math.max(0, v.rows - 1))
          : 0;
      const dOutput = matrixOf(z.rows, z.cols);
      return run("outputLoss", { kind, output: z, values: v, target, loss: oneNumber, dOutput });
    },
  } satisfies SaturationCalls;
}
