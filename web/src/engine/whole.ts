/** The whole engine: the calls of the first screen, and those of the experiments. */
import createModule from "wasm-glue";
import type { Engine } from "./api.js";
import { engineCalls } from "./engine.js";
import { guarded } from "./guarded.js";
import { instantiate } from "./load.js";
import * as more from "./more.js";
import * as sampling from "./sampling.js";
import * as saturation from "./saturation.js";
import type { WasmModule } from "./wasm-module.js";

type Call = (module: WasmModule, ...given: never[]) => unknown;

/** The calls of a file, each of which takes the module first, as methods that have it. */
function bound(module: WasmModule, calls: Readonly<Record<string, Call>>) {
  // A bundler makes an object of a file's exports, with all that a host has added to Object.prototype.
  const own = Object.entries(calls).filter(([, call]) => typeof call === "function");
  return Object.fromEntries(
    own.map(([name, call]) => [name, guarded(name, call.bind(null, module))]),
  );
}

/** The typed engine over an instantiated module. */
function createEngine(module: WasmModule): Engine {
  // The interface promises each result's precision from its arguments' types, which no implementation can show the
  // compiler; tests/engine/types.test.ts holds the promise.
  return Object.assign(
    engineCalls(module),
    bound(module, more),
    bound(module, sampling),
    bound(module, saturation),
  ) as unknown as Engine;
}

/** An engine of its own, with its own memory, from a compiled module: a worker gets the module and calls this. */
export const start = (compiled: WebAssembly.Module): Promise<Engine> =>
  instantiate(compiled, createModule, createEngine);
