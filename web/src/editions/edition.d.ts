/** Modules that differ between the editions, or that the build makes: see web/vite.config.ts. */
/// <reference types="vite/types/importMeta.d.ts" />

/** Emscripten's glue, build/wasm/engine/attention_scale.mjs. */
declare module "wasm-glue" {
  const createModule: unknown;
  export default createModule;
}

/** The glue of the first screen's engine, which fits no other binary. */
declare module "first-glue" {
  const createModule: unknown;
  export default createModule;
}

/** The engine's binary, in base64. */
declare module "wasm-binary-base64" {
  const base64: string;
  export default base64;
}

/** The addresses of the engine's binaries beside the page. */
declare module "wasm-binary-url" {
  const url: string;
  export default url;
}
declare module "first-binary-url" {
  const url: string;
  export default url;
}

/** Which engine the first screen starts, and how the whole one comes: engine/beside.ts when hosted, engine/inside.ts in the embed. */
declare module "edition:engine" {
  import type { Engine, FirstEngine } from "../engine/api.js";

  export function startFirst(): Promise<FirstEngine>;
  /** For a worker, which starts its own engine from it. */
  export function wholeModule(): Promise<WebAssembly.Module>;
  export function startWhole(): Promise<Engine>;
}

/** The scripts that the first screen does not need: hosted-later.ts or embed-later.ts. */
declare module "edition:later" {
  export function loadWorkers(): Promise<typeof import("../lab/helper.js")>;
  export function loadReasons(): Promise<typeof import("../parts/sections.js")>;
  export function loadTakeAway(): Promise<typeof import("../export/index.js")>;
  export function loadPrograms(): Promise<typeof import("../export/program.js")>;
}

/** Where the worker and the source of the page in one file come from: hosted-files.ts or embed-files.ts. */
declare module "edition:files" {
  export function createWorker(): Worker;
  export function pageSource(): Promise<string>;
}

/** The worker as a function, which workerInside in web/tools/vite-plugins.ts puts around the embed. */
declare const attentionScaleWorker: () => void;

/** The files of the hosted page that the service worker stores, with their hashes. */
declare module "precache-manifest" {
  const files: { url: string; revision: string | null; integrity: string }[];
  export default files;
}

/** The still pictures of the first screen, by language: see still.ts. */
declare module "still-pictures" {
  const pictures: Partial<Record<import("../state/state.js").Language, string>>;
  export default pictures;
}

/** The formulas of web/src/text/formulas.json as MathML, made by Temml at build time. */
declare module "formulas" {
  /** Those of the parts are added when these are loaded. */
  const formulas: Record<string, string>;
  export default formulas;
}

/** The formulas of all web/src/parts/<part>/formulas.json, likewise. */
declare module "reason-formulas" {
  const formulas: Record<string, string>;
  export default formulas;
}

/** The few glyphs of STIX Two Math that the formulas use, as woff2 in base64. */
declare module "math-font" {
  const base64: string;
  export default base64;
}

declare module "*.css?inline" {
  const css: string;
  export default css;
}
