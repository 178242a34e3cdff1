/** Modules that differ from edition to edition, or are made by the build: see web/vite.config.ts. */
/// <reference types="vite/types/importMeta.d.ts" />

/** Emscripten's glue, build/wasm/engine/attention_scale.mjs. */
declare module "wasm-glue" {
  const createModule: unknown;
  export default createModule;
}

/** That of the engine of the first screen, which fits no other binary. */
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

/** Which engine the page starts with, and how the whole one comes: engine/beside.ts in the hosted page, engine/inside.ts elsewhere. */
declare module "edition:engine" {
  import type { Engine, FirstEngine } from "../engine/api.js";

  export function startFirst(): Promise<FirstEngine>;
  /** For a worker, which starts its own engine from it. */
  export function wholeModule(): Promise<WebAssembly.Module>;
  export function startWhole(): Promise<Engine>;
}

/** How the worker is started: worker-url.ts in the hosted page, worker-inline.ts in the single file, worker-own.ts in the embed. */
declare module "edition:worker" {
  export function createWorker(): Worker;
}

/** The worker as a function, which workerInside in web/tools/vite-plugins.ts puts around the embed. */
declare const attentionScaleWorker: () => void;

/** What comes after the first screen: later.ts in the hosted page, later-inline.ts elsewhere. */
declare module "edition:later" {
  export function loadWorkers(): Promise<typeof import("../lab/helper.js")>;
  export function loadReasons(): Promise<typeof import("../parts/sections.js")>;
  export function loadTakeAway(): Promise<typeof import("../export/index.js")>;
}

/** The source of the page in one file: beside the hosted page, the single file itself, or around the embed's script. */
declare module "edition:source" {
  export function pageSource(): Promise<string>;
}

/** How the page installs itself for offline use: offline/install.ts in the hosted page, not at all elsewhere. */
declare module "edition:offline" {
  export function installOffline(element: Element): void;
}

/** The files of the hosted page that the service worker stores, with their hashes. */
declare module "precache-manifest" {
  const files: { url: string; revision: string | null; integrity: string }[];
  export default files;
}

/** The still pictures, where the document brings none: in the embed. */
declare module "edition:still" {
  const pictures: Partial<Record<import("../state/state.js").Language, string>>;
  export default pictures;
}

/** The formulas of web/src/text/formulas.json as MathML, made by Temml at build time. */
declare module "formulas" {
  import type source from "../text/formulas.json";

  /** Those of the reasons join them when they come. */
  const formulas: Record<keyof typeof source, string> & Partial<Record<string, string>>;
  export default formulas;
}

/** Those of web/src/text/reasons/formulas.json. */
declare module "reason-formulas" {
  import type source from "../text/reasons/formulas.json";

  const formulas: Record<keyof typeof source, string>;
  export default formulas;
}

/** The few glyphs of STIX Two Math that the formulas use, as woff2 in base64. */
declare module "math-font" {
  const base64: string;
  export default base64;
}

declare module "*?worker&inline" {
  const InlineWorker: new (options?: { name?: string }) => Worker;
  export default InlineWorker;
}

declare module "*.css?inline" {
  const css: string;
  export default css;
}
