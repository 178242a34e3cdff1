/** The whole engine: the calls of the first screen, and those of the experiments. */
import createModule from "wasm-glue";
import type { Engine, Moments, StreamedScores } from "./api.js";
import { NO_OPTIONS, type RunCall } from "./descriptor.js";
import { firstCalls } from "./first-calls.js";
import { instantiate } from "./load.js";
import { type CrossedRule, measuredRule } from "./measured-rule.js";
import * as inputs from "./more-inputs.js";
import type { WasmModule } from "./workspace.js";

const MOMENTS = ["count", "mean", "variance", "std", "min", "max"] as const;

/** The moments of several sets of numbers, from a list of each moment. */
const momentsOf = (lists: Readonly<Record<keyof Moments, Float64Array>>) =>
  Array.from(lists.count, (_, index) => {
    const entries = MOMENTS.map((name) => [name, lists[name][index]]);
    return Object.fromEntries(entries) as unknown as Moments;
  });

const wholeCalls = (run: RunCall, module: WasmModule) => {
  const streamed = (options: unknown, args: inputs.UncheckedOptions = {}): StreamedScores => {
    const { counts, edges, ...moments } = run<Moments & Omit<StreamedScores, "moments">>(
      "scoreHistogram",
      { options, args },
    );
    return { counts, edges, moments };
  };
  /** The same for calls with rules, whose options cross in another form. */
  const ruled: RunCall = (name, given) =>
    run(name, {
      listed: given.listed,
      options: given.options,
      resultNames: given.resultNames,
      converted: inputs.logitFields(given.options),
    });
  const { attention } = firstCalls(ruled);
  return {
    ...firstCalls(run),
    attention,

    attentionGradient(
      queries: unknown,
      keys: unknown,
      values: unknown,
      dOutput: unknown,
      options: unknown = NO_OPTIONS,
    ) {
      const { bias, sink } = inputs.options(options, "{ scale, mask }");
      return ruled("attentionGradient", {
        listed: [queries, keys, values, dOutput],
        options,
        resultNames: [
          "queries",
          "keys",
          "values",
          "scores",
          ...(bias === undefined ? [] : ["bias"]),
          ...(sink === undefined ? [] : ["sink"]),
        ],
      });
    },

    ruleStatistics: (queries: unknown, keys: unknown, options: unknown = NO_OPTIONS) =>
      ruled("ruleStatistics", { listed: [queries, keys], options }),

    simdInstructions: () => module.simdInstructions(),

    softmax(logits: unknown) {
      const list = inputs.isVector(logits);
      const input = (list ? inputs.vector : inputs.matrix)("logits", logits);
      return run("softmax", { converted: { logits: input, list: list ? 1 : 0 } });
    },

    sampleScores(options: inputs.UncheckedOptions) {
      const [query, key, all] = momentsOf(run("sampleScores", { options })) as [
        ...[Moments, Moments, Moments],
      ];
      const { min: _min, max: _max, ...scores } = all;
      if (options.bins === undefined && options.range === undefined) return { query, key, scores };
      const every = { from: 0, count: options.samples };
      const { moments, ...histogram } = streamed(options, every);
      return { query, key, scores: { ...scores, min: moments.min, max: moments.max }, histogram };
    },

    scoreHistogram: (options: unknown) => streamed(options),

    measureRule: (options: unknown) => measuredRule(run<CrossedRule>("measureRule", { options })),

    matrixMoments(matrix: unknown, options: unknown = {}) {
      const input = inputs.matrix("matrix", matrix);
      const lists = run("matrixMoments", { converted: { matrix: input }, options });
      const [all, ...lines] = momentsOf(lists as never);
      return { all, rows: lines.slice(0, input.rows), cols: lines.slice(input.rows) };
    },
  };
};

/**
 * An engine with its own memory, from a compiled module: a worker gets the module and calls this.
 */
export const start = (compiled: WebAssembly.Module): Promise<Engine> =>
  instantiate(compiled, createModule, inputs.ALL_READERS, wholeCalls);
