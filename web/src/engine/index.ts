/** The npm package: the engine for plain Node and bundlers, its binaries inside. */
import { once } from "../work.js";
import type { Engine } from "./api.js";
import { EngineError } from "./errors.js";
import * as inputs from "./inputs.js";
import { startLayers, startWhole } from "./inside.js";
import { start as startLayersFrom } from "./layers.js";
import type { LayerCalls } from "./layers-api.js";
import { start as startWholeFrom } from "./whole.js";

export type * from "./api.js";
export { EngineError, type EngineErrorCode, type EngineMissing } from "./errors.js";
export type * from "./layers-api.js";
export type * from "./training-api.js";

/**
 * All calls of the package: those of api.ts and those of layers-api.ts, which come from a second
 * binary.
 */
export interface PackageEngine extends Engine, LayerCalls {}

/**
 * Compiled modules of the package's own binaries, `attention-scale/engine.wasm` and
 * `attention-scale/layers.wasm`, each a `WebAssembly.Module`: for surroundings that compile no
 * bytes, such as Cloudflare's workerd.
 */
export interface EngineModules {
  /** The compiled module of engine.wasm. */
  readonly module?: object | undefined;
  /** The compiled module of layers.wasm. */
  readonly layers?: object | undefined;
}

const fromWithin = once(async (): Promise<PackageEngine> => {
  const [whole, layers] = await Promise.all([startWhole(), startLayers()]);
  return { ...whole, ...layers };
});

async function fromModules(modules: EngineModules): Promise<PackageEngine> {
  const options = inputs.options(modules, "{ module, layers }");
  const moduleIn = (name: "module" | "layers", file: string) => {
    const value = options[name];
    if (value === undefined || isModule(value)) return value;
    throw new EngineError("type", `${name} must be a WebAssembly.Module, compiled of ${file}.`);
  };
  const module = moduleIn("module", "attention-scale/engine.wasm");
  const layers = moduleIn("layers", "attention-scale/layers.wasm");
  const [whole, layerCalls] = await Promise.all([
    module === undefined ? startWhole() : startWholeFrom(module),
    layers === undefined ? startLayers() : startLayersFrom(layers),
  ]);
  return { ...whole, ...layerCalls };
}

/** Not by `instanceof`: a module of another frame or context is one, too. */
const isModule = (value: unknown): value is WebAssembly.Module =>
  Object.prototype.toString.call(value) === "[object WebAssembly.Module]";

/**
 * The engine, ready to be called; one for the whole program. Throws an `EngineError` with code
 * `"load"`.
 * @param modules compiled elsewhere: each call with one starts an engine of its own, and compiles
 *   only what is not given
 */
export async function loadEngine(modules?: EngineModules): Promise<PackageEngine> {
  return modules === undefined ? fromWithin() : fromModules(modules);
}
