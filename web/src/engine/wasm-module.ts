import type { Workspace, WorkspaceCalls } from "./workspace.js";

/** The compiled module as embind exposes it, without the calls that take the address of a descriptor and return a status: cpp/bindings/descriptor.hpp. */
export interface WasmModule extends WorkspaceCalls {
  /** Added by the loader. */
  readonly workspace: Workspace;

  /** Where the sentence of the last error is, in UTF-8 and ended by a zero. */
  lastErrorAddress(): number;
  simdInstructions(): string;
}

/** The part of Emscripten's module factory that the loader uses. */
export type WasmFactory = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): Record<string, never>;
}) => Promise<Omit<WasmModule, "workspace">>;
