/** The calls of api.ts about attention, softmax and random numbers that the first screen does not use. */
import type { AttentionOptions, Engine, MatrixInput, VectorInput } from "./api.js";
import { caller, listOf, matrixOf } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./more-inputs.js";
import type { WasmModule } from "./wasm-module.js";

/** The signatures of cpp/bindings/attention_calls.hpp. */
export const ATTENTION_CALLS = {
  attentionGradient:
    "queries:f64 keys:f64 values:f64 dOutput:f64 scale causal mask:u8 dQueries>f64 dKeys>f64 dValues>f64 dScores>f64",
  softmax: "logits:f64 weights>f64",
  softmaxJacobian: "logits:f64 jacobian>f64",
  softmaxJacobianProduct: "logits:f64 upstream:f64 product>f64",
  randomNormal: "seeds:u32 oneNumber mean std draws>f64",
} as const;

type Generic = "attentionGradient" | "softmax" | "softmaxJacobian" | "softmaxJacobianProduct";

/** The implementations, by name. The types of the generic ones' results are narrower in the interface. */
export function attentionCalls(module: WasmModule) {
  const run = caller(module, ATTENTION_CALLS);
  return {
    attentionGradient(
      queries: MatrixInput,
      keys: MatrixInput,
      values: MatrixInput,
      dOutput: MatrixInput,
      options: AttentionOptions = {},
    ) {
      inputs.options(options, "{ scale, mask }");
      const given = inputs.matrices({ queries, keys, values, dOutput });
      const [n, m, d] = [given.queries.rows, given.keys.rows, given.queries.cols];
      const checked = inputs.attentionOptions(options);
      const { dQueries, dKeys, dValues, dScores } = run("attentionGradient", {
        ...given,
        ...checked,
        dScores: inputs.room("queries·keysᵀ", n, m),
        dQueries: matrixOf(n, d),
        dKeys: matrixOf(m, d),
        dValues: matrixOf(m, given.values.cols),
      });
      return { queries: dQueries, keys: dKeys, values: dValues, scores: dScores };
    },

    softmax(logits: VectorInput | MatrixInput) {
      const list = inputs.isVector(logits);
      const given = (list ? inputs.vector : inputs.matrix)("logits", logits);
      const weights = list ? listOf(given.cols) : matrixOf(given.rows, given.cols);
      return run("softmax", { logits: given, weights }).weights;
    },

    softmaxJacobian(logits: VectorInput) {
      const given = inputs.vector("logits", logits);
      const jacobian = inputs.room("the Jacobian", given.cols, given.cols);
      return run("softmaxJacobian", { logits: given, jacobian }).jacobian;
    },

    softmaxJacobianProduct(logits: VectorInput, upstream: VectorInput) {
      const given = inputs.vectors({ logits, upstream });
      const [n, m] = [given.logits.cols, given.upstream.cols];
      if (n !== m) {
        const sentence = `logits has ${n} entries and upstream ${m}; both need the same number.`;
        inputs.fail("shape", sentence);
      }
      inputs.finiteEntries("upstream", given.upstream);
      const { product } = run("softmaxJacobianProduct", given, listOf(n));
      if (!product.every(Number.isFinite)) {
        inputs.fail(
          "domain",
          "upstream: its entries are finite but differ so much that the product overflows.",
        );
      }
      return product;
    },

    randomNormal(options) {
      inputs.options(options, "{ seed, rows, cols }");
      const { seed, rows, cols, mean = 0, std = 1 } = options;
      const { seeds, oneNumber } = inputs.seeds("seed", seed);
      const checkedRows = inputs.count("rows", rows, 0);
      const draws = inputs.room("the draws", checkedRows, inputs.count("cols", cols, 0));
      const checkedMean = inputs.finite("mean", mean);
      const checkedStd = inputs.finite("std", std);
      if (checkedStd < 0) inputs.fail("domain", `std is ${std}; it must be 0 or more.`);
      const fields = { seeds, oneNumber, mean: checkedMean, std: checkedStd, draws };
      return run("randomNormal", fields).draws;
    },

    simdInstructions: () => module.simdInstructions(),
  } satisfies Pick<Engine, "randomNormal" | "simdInstructions"> & Record<Generic, Call>;
}
