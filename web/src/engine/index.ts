/** The npm package: the engine for plain Node and bundlers, its binary inside. */
import type { Engine } from "./api.js";
import { startWhole } from "./inside.js";

export type * from "./api.js";
export { EngineError, type EngineErrorCode } from "./errors.js";

/** The engine, ready to be called; one for the whole program. Throws an `EngineError` with code `"load"`. */
export const loadEngine: () => Promise<Engine> = startWhole;
