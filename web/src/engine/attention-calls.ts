/** The calls of api.ts about attention, softmax, random numbers and saturation that the first screen does not use. */
import type { Engine, FirstEngine } from "./api.js";
import { plainCalls, type Run } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./more-inputs.js";
import type { RuleCalls } from "./rules-api.js";
import type { SamplingCalls } from "./sampling-api.js";
import type { WasmModule } from "./wasm-module.js";

export function attentionCalls(run: Run, module: WasmModule) {
  return {
    ...plainCalls(run, {
      attentionGradient: "queries keys values dOutput options?",
      softmaxJacobian: "logits",
      softmaxJacobianProduct: "logits upstream",
      jacobianNorms: "logits",
      softmaxCentralDifference: "logits direction options",
      saturation: "logits scales",
      passedNorms: "logits upstream scales",
      queryGradients: "queries keys options?",
      reducedScores: "queries keys options",
      outputLoss: "output values options",
    }),

    softmax(logits: unknown) {
      const list = inputs.isVector(logits);
      const given = (list ? inputs.vector : inputs.matrix)("logits", logits);
      return run("softmax", { converted: { logits: given, list: list ? 1 : 0 } });
    },

    randomNormal(options: unknown) {
      const { seed } = inputs.options(options, "{ seed, rows, cols }");
      return run("randomNormal", { options, converted: inputs.seeds("seed", seed) });
    },

    simdInstructions: () => module.simdInstructions(),
  } satisfies Record<
    Exclude<keyof Engine, keyof FirstEngine | keyof SamplingCalls | keyof RuleCalls | "moments">,
    Call
  >;
}
