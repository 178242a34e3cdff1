/** The calls of api.ts about attention, softmax and random numbers that the first screen does not ask for. */
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
      const q = inputs.matrix("queries", queries);
      const k = inputs.matrix("keys", keys);
      const v = inputs.matrix("values", values);
      const g = inputs.matrix("dOutput", dOutput);
      const { scale, causal, mask } = inputs.attentionOptions(options);
      inputs.entries("queries·keysᵀ", q.rows, k.rows);
      const fields = {
        ...{ queries: q, keys: k, values: v, dOutput: g, scale, causal, mask },
        dQueries: matrixOf(q.rows, q.cols),
        dKeys: matrixOf(k.rows, q.cols),
        dValues: matrixOf(k.rows, v.cols),
        dScores: matrixOf(q.rows, k.rows),
      };
      const single = inputs.allSingle({ q, k, v, g });
      const results = run("attentionGradient", fields, single);
      const { dQueries, dKeys, dValues, dScores } = results;
      return { queries: dQueries, keys: dKeys, values: dValues, scores: dScores };
    },

    softmax(logits: VectorInput | MatrixInput) {
      const list = inputs.isVector(logits);
      const given = list
        ? inputs.vector("logits", logits)
        : inputs.matrix("logits", logits as MatrixInput);
      const weights = list ? listOf(given.cols) : matrixOf(given.rows, given.cols);
      return run("softmax", { logits: given, weights }, given.single).weights;
    },

    softmaxJacobian(logits: VectorInput) {
      const given = inputs.vector("logits", logits);
      const n = given.cols;
      inputs.entries("the Jacobian", n, n);
      const fields = { logits: given, jacobian: matrixOf(n, n) };
      return run("softmaxJacobian", fields, given.single).jacobian;
    },

    softmaxJacobianProduct(logits: VectorInput, upstream: VectorInput) {
      const given = inputs.vectors({ logits, upstream });
      const [n, m] = [given.logits.cols, given.upstream.cols];
      if (n !== m) {
        const sentence = `logits has ${n} entries and upstream ${m}; both need the same number.`;
        inputs.fail("shape", sentence);
      }
      inputs.finiteEntries("upstream", given.upstream);
      const fields = { ...given, product: listOf(n) };
      const { product } = run("softmaxJacobianProduct", fields, inputs.allSingle(given));
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
      const { words, oneNumber } = inputs.seeds(seed);
      const draws = matrixOf(inputs.count("rows", rows, 0), inputs.count("cols", cols, 0));
      inputs.entries("the draws", draws.rows, draws.cols);
      const checkedMean = inputs.finite("mean", mean);
      const checkedStd = inputs.finite("std", std);
      if (checkedStd < 0) inputs.fail("domain", `std is ${std}; it must be 0 or more.`);
      const fields = { seeds: words, oneNumber, mean: checkedMean, std: checkedStd, draws };
      return run("randomNormal", fields).draws;
    },

    simdInstructions: () => module.simdInstructions(),
  } satisfies Pick<Engine, "randomNormal" | "simdInstructions"> & Record<Generic, Call>;
}
