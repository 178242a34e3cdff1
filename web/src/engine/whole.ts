/** The whole engine: the calls of the first screen, and those of the experiments. */
import createModule from "wasm-glue";
import type { Engine } from "./api.js";
import { attentionCalls, rules, withRules } from "./attention-calls.js";
import { engineOver, type Run } from "./descriptor.js";
import { firstCalls } from "./first-calls.js";
import { instantiate } from "./load.js";
import { ALL_READERS } from "./more-inputs.js";
import { parts, samplingCalls } from "./sampling-calls.js";
import type { WasmModule } from "./wasm-module.js";

const READERS = { ...ALL_READERS, "f64{rule}": rules, "f64{moments}": parts };

/** The typed engine over an instantiated module. */
function createEngine(module: WasmModule): Engine {
  const others = (run: Run) => ({
    ...{ ...firstCalls(run), ...attentionCalls(run, module), ...samplingCalls(run) },
  });
  return engineOver(module, READERS, others, withRules);
}

/** An engine with its own memory, from a compiled module: a worker gets the module and calls this. */
export const start = (compiled: WebAssembly.Module): Promise<Engine> =>
  instantiate(compiled, createModule, createEngine);
