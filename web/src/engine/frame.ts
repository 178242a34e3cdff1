import { EngineError, type EngineErrorCode } from "./errors.js";
import type { WasmModule } from "./wasm-module.js";

const CODES: readonly (EngineErrorCode | undefined)[] = [undefined, "shape", "domain", "limit"];

/** A typed array that can be laid over the engine's memory. */
export type Numbers = Float64Array | Float32Array | Uint32Array | Uint8Array;
type NumbersOf<T extends Numbers> = {
  new (buffer: ArrayBufferLike, offset: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
};

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
 * One call into the engine: first the slots are laid out, then the workspace is made large enough and the inputs are
 * copied in, then the call is made, then the results are copied out. The engine's memory may grow and move during a
 * call, so a view of it is taken anew each time and never kept.
 */
export class Frame {
  private readonly inputs: [Slot<Numbers>, ArrayLike<number>][] = [];
  private size = 0;
  private start = 0;

  constructor(private readonly module: WasmModule) {}

  /** Room for `length` results. */
  take<T extends Numbers>(type: NumbersOf<T>, length: number): Slot<T> {
    const offset = this.size;
    const bytes = length * type.BYTES_PER_ELEMENT;
    this.size += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return { type, offset, length };
  }

  /** Room for inputs, copied in when the frame opens. */
  put<T extends Numbers>(type: NumbersOf<T>, values: ArrayLike<number>): Slot<T> {
    const slot = this.take(type, values.length);
    this.inputs.push([slot, values]);
    return slot;
  }

  open(): void {
    if (this.size > MOST_BYTES) {
      throw new EngineError(
        "limit",
        `The matrices of this call take ${this.size} bytes; the engine's memory holds up to ${MOST_BYTES}.`,
      );
    }
    this.check(this.module.reserveWorkspace(this.size));
    const { buffer, byteOffset } = this.module.workspace();
    this.start = byteOffset;
    for (const [slot, values] of this.inputs) {
      new slot.type(buffer, byteOffset + slot.offset, slot.length).set(values);
    }
  }

  /** Address 0 stands for a slot that is not there. */
  address(slot: Slot<Numbers> | undefined): number {
    return slot === undefined ? 0 : this.start + slot.offset;
  }

  /** Turns what a call returned into an error, where it failed. */
  check(status: number): void {
    const code = CODES[status];
    if (code !== undefined) throw new EngineError(code, this.module.lastError());
  }

  /** A copy of the results in a slot. */
  read<T extends Numbers>(slot: Slot<T>): T {
    const { buffer, byteOffset } = this.module.workspace();
    return new slot.type(buffer, byteOffset + slot.offset, slot.length).slice() as T;
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
