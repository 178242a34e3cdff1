import type { Workspace, WorkspaceCalls } from "./workspace.js";

/** The compiled module as embind exposes it, without the calls that take a descriptor: the table in cpp/bindings/first_bindings.cpp. */
export interface WasmModule extends WorkspaceCalls {
  /** Added by the loader. */
  readonly workspace: Workspace;

  /** Where the sentence of the last error is, in UTF-8 and ended by a zero. */
  lastErrorAddress(): number;
  simdInstructions(): string;
}

/** The exported calls by signature: each takes the address of its descriptor and returns a status (cpp/bindings/descriptor.hpp). */
export type WasmCalls = {
  readonly [signature: string]: ((descriptor: number) => number) | undefined;
};

/** The part of Emscripten's module factory that the loader uses. */
export type WasmFactory = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): Record<string, never>;
}) => Promise<Omit<WasmModule, "workspace">>;
