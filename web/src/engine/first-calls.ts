/** The calls of api.ts that the first screen uses. */
import type { AttentionOutput, FirstEngine } from "./api.js";
import { plainCalls, type Run, runner } from "./descriptor.js";
import { type Call, guardedCalls } from "./guarded.js";
import * as inputs from "./inputs.js";
import type { WasmModule } from "./wasm-module.js";

const OUTPUTS = ["scores", "logits", "weights", "output"] as const satisfies AttentionOutput[];

export function firstCalls(run: Run) {
  return {
    ...plainCalls(run, {
      rowStatistics: "weights",
      rowChange: "before after",
      weightArithmetic: "scores options",
      scoreDivisor: "dim exponent",
      project: "x options",
    }),

    attention(queries: unknown, keys: unknown, values: unknown, options: unknown = {}) {
      const { outputs } = inputs.options(options, "{ scale, mask }");
      const wanted = outputs === undefined ? undefined : inputs.outputs(outputs, OUTPUTS);
      return run("attention", { args: { queries, keys, values }, options, wanted });
    },

    wordVectors(words: unknown, options: unknown) {
      const text = inputs.words(words).map((word) => `${word}\0`);
      const { dim } = inputs.options(options, "{ seed, dim }");
      inputs.entries("the vectors", text.length, Number(dim));
      const utf8 = inputs.own("words", new TextEncoder().encode(text.join("")));
      return run("wordVectors", { options, args: { dim }, converted: { utf8 } });
    },
  } satisfies Record<keyof FirstEngine, Call>;
}

/** The typed engine over an instantiated module of the first screen. */
export function createFirstEngine(module: WasmModule): FirstEngine {
  return guardedCalls(firstCalls(runner(module, inputs.READERS))) as unknown as FirstEngine;
}
