/** The engine of the layers and of their training, in a binary of its own. */
import createModule from "layers-glue";
import { engineOver, type Run } from "./descriptor.js";
import { layerCalls } from "./layer-calls.js";
import type { LayerCalls } from "./layers-api.js";
import { instantiate } from "./load.js";
import { ALL_READERS } from "./more-inputs.js";
import { trainingCalls } from "./training-calls.js";
import type { WasmModule } from "./wasm-module.js";

function createEngine(module: WasmModule): LayerCalls {
  const others = (run: Run) => ({ ...layerCalls(run), ...trainingCalls(run) });
  return engineOver(module, ALL_READERS, others);
}

/** An engine with its own memory, from a compiled module: a worker gets the module and calls this. */
export const start = (compiled: WebAssembly.Module): Promise<LayerCalls> =>
  instantiate(compiled, createModule, createEngine);
