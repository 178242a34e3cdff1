/** The calls of api.ts and rules-api.ts about attention that have rules of their own and that the first screen does not use. */
import type { Run } from "./descriptor.js";
import * as inputs from "./more-inputs.js";
import type { WasmModule } from "./wasm-module.js";

/** The calls that know rules, by those that do not. */
const RULED: Readonly<Record<string, string>> = {
  attention: "ruledAttention",
  attentionGradient: "ruledAttentionGradient",
};

/** Makes the calls of `run`, but passes those whose options hold a rule to the calls that know it. */
export function withRules(run: Run): Run {
  return (name, given) => {
    const { options } = given;
    const ruled = RULED[name];
    if (ruled === undefined || !inputs.isObject(options)) return run(name, given);
    const { queryKeyNorm, lengthFactor, softCap, offByOne = false } = options;
    const isRuled = [queryKeyNorm, lengthFactor, softCap].some((it) => it !== undefined);
    return run(isRuled || offByOne !== false ? ruled : name, given);
  };
}

/** In the order in which they cross, before offByOne. */
const NUMBERS = ["scale", "queryKeyNorm", "lengthFactor", "softCap"];

/** A row of numbers for each rule, NaN for one that is left out. */
export const rules = (name: string, given: unknown) =>
  inputs.records(name, given, ["an array of rules", "a rule"], (rule, own) => [
    ...NUMBERS.map((key) => {
      const value = rule[key];
      return value === undefined ? Number.NaN : inputs.finite(`${own}.${key}`, value);
    }),
    inputs.flag(`${own}.offByOne`, rule.offByOne, false),
  ]);

export const attentionCalls = (run: Run, module: WasmModule) => ({
  softmax(logits: unknown) {
    const list = inputs.isVector(logits);
    const given = (list ? inputs.vector : inputs.matrix)("logits", logits);
    return run("softmax", { converted: { logits: given, list: list ? 1 : 0 } });
  },

  simdInstructions: () => module.simdInstructions(),
});
