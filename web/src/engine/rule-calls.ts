/** The calls of rules-api.ts, and `attention` and `attentionGradient` under a rule. */
import { plainCalls, type Run } from "./descriptor.js";
import type { Call } from "./guarded.js";
import * as inputs from "./more-inputs.js";
import type { RuleCalls } from "./rules-api.js";

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
function rowsOf(rules: unknown): inputs.Input {
  if (!Array.isArray(rules)) inputs.wrongType("rules", rules, "it must be an array of rules");
  const rows = inputs.list("rules", rules, (rule, index) => {
    const name = `rules[${index}]`;
    if (!inputs.isObject(rule)) inputs.wrongType(name, rule, "it must be a rule");
    const numbers = NUMBERS.map((key) => {
      const value = rule[key];
      return value === undefined ? Number.NaN : inputs.finite(`${name}.${key}`, value);
    });
    return [...numbers, inputs.flag(`${name}.offByOne`, rule.offByOne, false)];
  });
  const data = Float64Array.from(rows.flat());
  return { name: "rules", rows: rows.length, cols: NUMBERS.length + 1, data };
}

export function ruleCalls(run: Run) {
  const withRows = (name: string) => (given: unknown) => {
    const options = inputs.options(given, "{ seed, dim, rules, count }");
    return run(name, { options, converted: { rules: rowsOf(options.rules) } });
  };
  return {
    ...plainCalls(run, { sampleParticipation: "options", ruleStatistics: "queries keys options?" }),

    sampleRules: withRows("sampleRules"),
    sampleNeedle: withRows("sampleNeedle"),
  } satisfies Record<keyof RuleCalls, Call>;
}
