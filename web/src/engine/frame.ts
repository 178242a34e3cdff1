import { EngineError, type EngineErrorCode } from "./errors.js";
import { lengthOf } from "./typed-arrays.js";
import type { WasmModule } from "./wasm-module.js";

const CODES: readonly (EngineErrorCode | undefined)[] = [undefined, "shape", "domain", "limit"];

/** A typed array that can be laid over the engine's memory. */
export type Numbers = Float64Array | Float32Array | Uint32Array | Uint8Array;
type NumbersOf<T extends Numbers> = {
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
};

/** What is copied into the workspace: rows·cols entries. A typed array may be the caller's, a list is the engine's own copy. */
export interface Input {
  /** Of the argument, for sentences. */
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly data: Numbers | readonly number[];
}

/** A stretch of the workspace; its address is known once the frame is open. */
export interface Slot<T extends Numbers> {
  readonly type: NumbersOf<T>;
  readonly offset: number;
  readonly length: number;
}

/** Every slot starts at a multiple of this, so that packets load it aligned. */
const ALIGNMENT = 16;

/** What the engine's memory can hold at most. A larger number would wrap around on its way into the module. */
const MOST_BYTES = 2 ** 31 - 1;

/**
 * The stretch of the engine's memory through which numbers cross. Its address is kept, since asking for it costs as much as
 * a small product; it changes only when the stretch grows.
 */
export class Workspace {
  address = 0;
  private size = 0;
  /** All of the engine's memory, as numbers of each type that was asked for. */
  private readonly whole = new Map<NumbersOf<Numbers>, Numbers>();

  constructor(
    private readonly module: Pick<WasmModule, "reserveWorkspace" | "workspaceAddress">,
    private readonly memory: WebAssembly.Memory,
  ) {}

  /**
   * The engine's memory as it is now. A view is kept until the memory grows, when its old buffer has length 0: to make one
   * takes longer than to copy a small matrix.
   */
  memoryAs<T extends Numbers>(type: NumbersOf<T>): T {
    const { buffer } = this.memory;
    const kept = this.whole.get(type);
    if (kept?.buffer === buffer) return kept as T;
    const view = new type(buffer, 0, buffer.byteLength / type.BYTES_PER_ELEMENT);
    this.whole.set(type, view);
    return view;
  }

  /** Makes room; what the workspace held is lost. @returns the status of the call */
  reserve(bytes: number): number {
    if (bytes <= this.size) return 0;
    // Should there be no room for more, the old stretch is gone all the same.
    this.size = 0;
    const status = this.module.reserveWorkspace(bytes);
    if (status === 0) {
      this.size = bytes;
      this.address = this.module.workspaceAddress();
    }
    return status;
  }
}

/**
 * One call into the engine: first the slots are laid out, then the workspace is made large enough and the inputs are
 * copied in, then the call is made, then the results are copied out. The engine's memory may grow and move during a
 * call, so it is asked for anew each time and never kept.
 *
 * From `open` on no code of the caller may run, such as a getter of an option: it could call the engine, which has one
 * workspace. Everything else is read before; only typed arrays are read as they are copied.
 */
export class Frame {
  private readonly slots: Slot<Numbers>[] = [];
  private readonly inputs: Input[] = [];
  private size = 0;

  constructor(private readonly module: WasmModule) {}

  /** Room for `length` results. */
  take<T extends Numbers>(type: NumbersOf<T>, length: number): Slot<T> {
    const offset = this.size;
    const bytes = length * type.BYTES_PER_ELEMENT;
    this.size += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return { type, offset, length };
  }

  /** Room for inputs, copied in when the frame opens. */
  put<T extends Numbers>(type: NumbersOf<T>, input: Input): Slot<T> {
    const slot = this.take(type, input.rows * input.cols);
    this.slots.push(slot);
    this.inputs.push(input);
    return slot;
  }

  open(): void {
    if (this.size > MOST_BYTES) {
      throw new EngineError(
        "limit",
        `The matrices of this call take ${this.size} bytes; the engine's memory holds up to ${MOST_BYTES}.`,
      );
    }
    this.check(this.module.workspace.reserve(this.size));
    for (let index = 0; index < this.slots.length; index += 1) {
      const slot = this.slots[index] as Slot<Numbers>;
      const { name, data } = this.inputs[index] as Input;
      // A getter of a later argument may have resized its buffer: more entries would be written over what follows.
      const length = Array.isArray(data) ? data.length : lengthOf(data as Numbers);
      if (length !== slot.length) {
        throw new EngineError(
          "type",
          `${name} changed its length from ${slot.length} to ${length} while the arguments were read.`,
        );
      }
      // Skip empty inputs: their buffer may be detached, and set() would throw.
      if (slot.length > 0) this.module.workspace.memoryAs(slot.type).set(data, this.start(slot));
    }
  }

  /** Address 0 stands for a slot that is not there. */
  address(slot: Slot<Numbers> | undefined): number {
    return slot === undefined ? 0 : this.module.workspace.address + slot.offset;
  }

  /** Turns what a call returned into an error, where it failed. */
  check(status: number): void {
    const code = CODES[status];
    if (code !== undefined) throw new EngineError(code, this.module.lastError());
  }

  /** A copy of the results in a slot. */
  read<T extends Numbers>(slot: Slot<T>): T {
    const start = this.start(slot);
    return this.module.workspace.memoryAs(slot.type).slice(start, start + slot.length) as T;
  }

  /** Where a slot begins in memory, in entries of its type. */
  private start(slot: Slot<Numbers>): number {
    return this.address(slot) / slot.type.BYTES_PER_ELEMENT;
  }

  /** Room for several results of `length` doubles each, by name; they cross in the order of the names. */
  results<Name extends string>(length: number, names: readonly Name[]) {
    const slots = names.map((name) => [name, this.take(Float64Array, length)] as const);
    return {
      addresses: () => slots.map(([, slot]) => this.address(slot)),
      read: () =>
        Object.fromEntries(slots.map(([name, slot]) => [name, this.read(slot)])) as Record<
          Name,
          Float64Array
        >,
    };
  }
}
