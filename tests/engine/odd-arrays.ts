/** Typed arrays whose properties say something else than their memory, or whose memory changes. */

export type Typed = Float64Array | Float32Array | Uint8Array | Uint32Array;

/** Memory that may change its size; TypeScript's libraries of ES2022 do not know it. */
export interface Resizable extends ArrayBuffer {
  resize(length: number): void;
}

const ResizableBuffer = ArrayBuffer as unknown as new (
  length: number,
  options: { maxByteLength: number },
) => Resizable;

export function resizableBuffer(length: number, most: number): Resizable {
  return new ResizableBuffer(length, { maxByteLength: most });
}

/** The same array with a `length` of its own. */
export function lying<T extends Typed>(array: T, length: unknown): T {
  return Object.defineProperty(array, "length", { value: length });
}

export type TypedConstructor =
  | Float64ArrayConstructor
  | Float32ArrayConstructor
  | Uint8ArrayConstructor
  | Uint32ArrayConstructor;

/** A subclass whose getter of `length` returns this. */
export function lyingClass(Base: TypedConstructor, length: unknown): TypedConstructor {
  // biome-ignore lint/suspicious/noExplicitAny: a subclass of any of them
  return class extends (Base as any) {
    get length() {
      return length;
    }
  } as unknown as TypedConstructor;
}

/** An array whose buffer was transferred. */
export function detached(length: number): Float64Array {
  const array = new Float64Array(length);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
}
