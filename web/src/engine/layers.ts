/** The engine of the layers and of their training, in a binary of its own. */
import createModule from "layers-glue";
import { dateCalls } from "./date-calls.js";
import { runner } from "./descriptor.js";
import { guardedCalls } from "./guarded.js";
import { layerCalls } from "./layer-calls.js";
import type { LayerCalls } from "./layers-api.js";
import { instantiate } from "./load.js";
import { ALL_READERS } from "./more-inputs.js";
import { recallCalls } from "./recall-calls.js";
import type { WasmModule } from "./wasm-module.js";

// The interface derives a result's precision from the types of the arguments: see whole.ts.
function createEngine(module: WasmModule): LayerCalls {
  const run = runner(module, ALL_READERS);
  const calls = { ...layerCalls(run), ...dateCalls(run), ...recallCalls(run) };
  return guardedCalls(calls) as unknown as LayerCalls;
}

/** An engine with its own memory, from a compiled module: a worker gets the module and calls this. */
export const start = (compiled: WebAssembly.Module): Promise<LayerCalls> =>
  instantiate(compiled, createModule, createEngine);
