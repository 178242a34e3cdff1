/** The calls of saturation-api.ts. */
import { caller, listOf, matrixOf, oneNumber, recordOf } from "./descriptor.js";
import * as inputs from "./more-inputs.js";
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
const norms = recordOf(["frobenius", "spectral"] as const);
const summary = recordOf(["overflowed", "largestDifference", "largestRelative"] as const);

/** The implementations, by name. */
export function saturationCalls(module: WasmModule) {
  const run = caller(module, SATURATION_CALLS);
  return {
    jacobianNorms(logits) {
      return run("jacobianNorms", inputs.vectors({ logits }), norms).norms;
    },

    softmaxCentralDifference(logits, direction, options) {
      const fields = inputs.fields(options, "{ step }", { step: inputs.number });
      const given = inputs.vectors({ logits, direction });
      const difference = listOf(given.logits.cols);
      return run("softmaxCentralDifference", { ...given, ...fields }, difference).difference;
    },

    saturation(logits, scales) {
      const given = inputs.vectors({ logits, scales });
      return run("saturation", given, listOf(given.scales.cols));
    },

    passedNorms(logits, upstream, scales) {
      const given = inputs.vectors({ logits, upstream, scales });
      return run("passedNorms", given, listOf(given.scales.cols)).norms;
    },

    queryGradients(queries, keys, options = {}) {
      const fields = inputs.fields(options, "{ scale }", {
        scale: (_, value) => inputs.scale(value),
      });
      const given = inputs.matrices({ queries, keys });
      inputs.entries("queries·keysᵀ", given.queries.rows, given.keys.rows);
      return run("queryGradients", { ...given, ...fields }, listOf(given.queries.rows));
    },

    reducedScores(queries, keys, options) {
      const { accumulate, ...fields } = inputs.fields(options, "{ precision, place }", {
        precision: inputs.word(PRECISIONS),
        accumulate: inputs.optional(inputs.word(ACCUMULATE), "same"),
        place: inputs.optional(inputs.word(PLACES), "scores"),
        size: inputs.optional(inputs.number, 1),
      });
      const given = inputs.matrices({ queries, keys });
      const each = inputs.room("queries·keysᵀ", given.queries.rows, given.keys.rows);
      const outputs = { logits: each, exact: each, difference: each, summary };
      const numbers = { ...fields, accumulateInFloat: accumulate };
      const results = run("reducedScores", { ...given, ...numbers, ...outputs });
      const { summary: counted, ...matrices } = results;
      return { ...matrices, ...counted };
    },

    outputLoss(output, values, options) {
      inputs.options(options, "{ loss, target }");
      const given = inputs.matrices({ output, values });
      const kind = inputs.oneOf("loss", options.loss, LOSSES);
      const target =
        LOSSES[kind] === "target"
          ? inputs.count("target", options.target, 0, Math.max(0, given.values.rows - 1))
          : 0;
      const dOutput = matrixOf(given.output.rows, given.output.cols);
      return run("outputLoss", { kind, ...given, target, loss: oneNumber, dOutput });
    },
  } satisfies SaturationCalls;
}
