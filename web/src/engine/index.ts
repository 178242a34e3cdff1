/** The npm package: the engine for plain Node and bundlers, its binary inside. */
import { once } from "../once.js";
import type { Engine } from "./api.js";
import { binary } from "./binary-inline.js";
import { compile } from "./load.js";
import { start } from "./whole.js";

export type * from "./api.js";
export { EngineError, type EngineErrorCode } from "./errors.js";

/** The engine, ready to be called; one for the whole program. Throws an `EngineError` with code `"load"`. */
export const loadEngine: () => Promise<Engine> = once(async () => start(await compile(binary)));
