/** The engine of the single file, the embed and the npm package, whole from the start: its binary is inside the script. */
import base64 from "wasm-binary-base64";
import { once } from "../once.js";
import type { Engine } from "./api.js";
import { bytesOf } from "./base64.js";
import { compile } from "./load.js";
import { start } from "./whole.js";

export const wholeModule = once(() => compile(() => bytesOf(base64)));

export const startWhole: () => Promise<Engine> = once(async () => start(await wholeModule()));

export const startFirst = startWhole;
