/** The npm package: the engine for plain Node and bundlers, its binaries inside. */
import { once } from "../once.js";
import type { Engine } from "./api.js";
import { startLayers, startWhole } from "./inside.js";
import type { LayerCalls } from "./layers-api.js";

export type * from "./api.js";
export { EngineError, type EngineErrorCode } from "./errors.js";
export type * from "./layers-api.js";
export type * from "./training-api.js";

/** All calls of the package: those of api.ts and those of layers-api.ts, which come from a second binary. */
export interface PackageEngine extends Engine, LayerCalls {}

/** The engine, ready to be called; one for the whole program. Throws an `EngineError` with code `"load"`. */
export const loadEngine: () => Promise<PackageEngine> = once(async () => {
  const [whole, layers] = await Promise.all([startWhole(), startLayers()]);
  return { ...whole, ...layers };
});
