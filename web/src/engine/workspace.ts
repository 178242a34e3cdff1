/** The module of an engine, and the part of its memory through which everything crosses. */

/** Views of the engine's whole memory, one for each type of entries. */
export interface Views {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly u32: Uint32Array;
  readonly u8: Uint8Array;
}

const viewsOf = (buffer: ArrayBuffer): Views => ({
  f64: new Float64Array(buffer),
  f32: new Float32Array(buffer),
  u32: new Uint32Array(buffer),
  u8: new Uint8Array(buffer),
});

/** The part of the engine's memory through which descriptors, inputs and results cross. */
export class Workspace {
  /**
   * Stored, because a call for it takes as long as a small matrix product. It changes only when the
   * workspace grows.
   */
  address = 0;
  /**
   * Stored, because creating a view takes longer than copying a small matrix. `refresh` replaces
   * them.
   */
  views: Views;
  private size = 0;

  constructor(
    private readonly module: Omit<WasmModule, "workspace">,
    private readonly memory: WebAssembly.Memory,
  ) {
    this.views = viewsOf(memory.buffer);
  }

  /**
   * Must be called after every call into the module: when its memory grows, views of the old buffer
   * have length 0.
   */
  refresh(): Views {
    const { buffer } = this.memory;
    if (this.views.u8.buffer !== buffer) this.views = viewsOf(buffer);
    return this.views;
  }

  /**
   * Makes the workspace at least `bytes` bytes large; its contents are lost.
   * @returns the status of the call
   */
  reserve(bytes: number): number {
    if (bytes <= this.size) return 0;
    // A failed call frees the old workspace too.
    this.size = 0;
    const status = this.module.reserveWorkspace(bytes);
    this.refresh();
    if (status === 0) {
      this.size = bytes;
      this.address = this.module.workspaceAddress();
    }
    return status;
  }
}

/**
 * The compiled module as embind exposes it: cpp/bindings/export.hpp. Calls have numbers from 0 on.
 */
export interface WasmModule {
  /**
   * Where the signature of a call is, in ASCII and ended by a zero; 0 where there are no more
   * calls.
   */
  signatureAddress(call: number): number;
  /**
   * Runs a call with the descriptor at this address: cpp/bindings/descriptor.hpp.
   * @returns the status
   */
  runCall(call: number, descriptor: number): number;
  workspaceAddress(): number;
  reserveWorkspace(bytes: number): number;
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
