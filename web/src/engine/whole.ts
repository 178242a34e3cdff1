/** The whole engine: the calls of the first screen, and those of the experiments. */
import createModule from "wasm-glue";
import type { Engine } from "./api.js";
import { attentionCalls } from "./attention-calls.js";
import { runner } from "./descriptor.js";
import { firstCalls } from "./first-calls.js";
import { type Call, guardedCalls } from "./guarded.js";
import { instantiate } from "./load.js";
import { ALL_READERS } from "./more-inputs.js";
import { ruleCalls, withRules } from "./rule-calls.js";
import { samplingCalls } from "./sampling-calls.js";
import type { WasmModule } from "./wasm-module.js";

/** The typed engine over an instantiated module. */
function createEngine(module: WasmModule): Engine {
  const run = runner(module, ALL_READERS);
  const ruled = withRules(run);
  const calls = {
    ...firstCalls(ruled),
    ...attentionCalls(ruled, module),
    ...samplingCalls(run),
    ...ruleCalls(run),
  } satisfies Record<keyof Engine, Call>;
  // The interface derives a result's precision from the types of the arguments, which the compiler cannot check here;
  // tests/engine/types.test.ts does.
  return guardedCalls(calls) as unknown as Engine;
}

/** An engine with its own memory, from a compiled module: a worker gets the module and calls this. */
export const start = (compiled: WebAssembly.Module): Promise<Engine> =>
  instantiate(compiled, createModule, createEngine);
