/** The engine of the single file, the embed and the npm package, whole from the start: its binary is inside the script. */
import { once } from "../once.js";
import type { Engine } from "./api.js";
import { binary } from "./binary-inline.js";
import { compile } from "./load.js";
import { start } from "./whole.js";

export const wholeModule = once(() => compile(binary));

export const startWhole: () => Promise<Engine> = once(async () => start(await wholeModule()));

export const startFirst = startWhole;
