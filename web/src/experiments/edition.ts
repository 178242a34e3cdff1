/**
 * What differs between the editions of the page: where the binaries, the worker and the page in one
 * file come from.
 */
import type { Engine, FirstEngine } from "../engine/api.js";
import type { LayerCalls } from "../engine/layers-api.js";
import type { LanguageSource } from "../language/source.js";

/** A promise that rejects says why in its error; the next call tries again. */
export interface Edition {
  /** The engine with the calls of the first screen at least. */
  startFirst(): Promise<FirstEngine>;
  startWhole(): Promise<Engine>;
  /** The module of the whole engine, for workers. */
  wholeModule(): Promise<WebAssembly.Module>;
  /** The engine of the layers, whose binary is compiled when it is asked for. */
  startLayers(): Promise<LayerCalls>;
  layersModule(): Promise<WebAssembly.Module>;
  language(): Promise<LanguageSource>;
  /** Throws, or rejects, where there is none. */
  createWorker(): Worker | Promise<Worker>;
  /** The address of the page in one file; null where the script does not know its own. */
  pageBeside(): string | null;
  /** The HTML of the page in one file. */
  pageSource(): Promise<string>;
}

/** The edition of this page. Each entry provides its own before it starts anything. */
export let edition: Edition;

export function provideEdition(provided: Edition): void {
  edition = provided;
}
