/** The engine of the single file and the embed, whole from the start: its binary is inside the script. */
import type { Engine } from "./api.js";
import { binary } from "./binary-inline.js";
import { compile } from "./load.js";
import { start } from "./whole.js";

let compiled: Promise<WebAssembly.Module> | undefined;
let engine: Promise<Engine> | undefined;

export function wholeModule(): Promise<WebAssembly.Module> {
  compiled ??= compile(binary);
  return compiled;
}

export function startWhole(): Promise<Engine> {
  engine ??= wholeModule().then(start);
  return engine;
}

export const startFirst = startWhole;
