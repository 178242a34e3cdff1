/** Tensors whose numbers are read when they are asked for. */
import { BYTES_OF_NUMBER, type FormatCalls, type NumberFormat } from "../engine/number-formats.js";
import { inRowOrder } from "./fortran-order.js";
import { refuse, shapeText } from "./reading-error.js";
import { demandBytes, type Source } from "./source.js";

export type Numbers = Float32Array | Float64Array;
/** Converts the bytes of numbers: the engine's call, here or in a worker. */
export type Decode = (
  ...given: Parameters<FormatCalls["decodeNumbers"]>
) => Numbers | Promise<Numbers>;

export interface Tensor {
  readonly name: string;
  readonly dtype: NumberFormat;
  readonly shape: readonly number[];
  /** Whether the greatest byte of a number is the first of what `readBytes` reads. */
  readonly bigEndian: boolean;
  /** The entries from number `start` up to `end`, row by row; all, unless given. */
  read(start?: number, end?: number): Promise<Numbers>;
  /** The bytes of the same entries. The caller may keep them. */
  readBytes(start?: number, end?: number): Promise<Uint8Array>;
}

/** A tensor of texts, such as tokens. */
export interface TextTensor {
  readonly name: string;
  readonly dtype: "text";
  readonly shape: readonly number[];
  readTexts(): Promise<readonly string[]>;
}

export type AnyTensor = Tensor | TextTensor;

export const isText = (tensor: AnyTensor): tensor is TextTensor => tensor.dtype === "text";

/** The number of entries; as inexact as a double where there are more than 2⁵³. */
export const entriesOf = (shape: readonly number[]): number =>
  shape.reduce((product, extent) => product * extent, 1);

/** The place of the entries at leading indices: of [12×64×32] those at [3] are 64×32 entries. */
export function rangeAt(shape: readonly number[], leading: readonly number[]) {
  const count = entriesOf(shape.slice(leading.length));
  const place = leading.reduce((at, index, axis) => at * (shape[axis] ?? 1) + index, 0);
  return { start: place * count, end: (place + 1) * count };
}

/** The entries at leading indices. */
export function readAt(tensor: Tensor, leading: readonly number[]): Promise<Numbers> {
  const { start, end } = rangeAt(tensor.shape, leading);
  return tensor.read(start, end);
}

interface StoredNumbers {
  readonly name: string;
  readonly dtype: NumberFormat;
  readonly shape: readonly number[];
  readonly bigEndian?: boolean;
  /** Whether the first index is the fastest, as in Fortran, MATLAB and R. */
  readonly fortranOrder?: boolean;
  /** The bytes of the numbers, and nothing after them that is theirs. */
  readonly source: Source;
  readonly decode: Decode;
}

/** @throws ReadingError where the source has fewer bytes than the shape takes */
export function storedTensor(stored: StoredNumbers): Tensor {
  const { name, dtype, shape, bigEndian = false, decode } = stored;
  const bytesOfNumber = BYTES_OF_NUMBER[dtype];
  const count = entriesOf(shape);
  demandBytes(stored.source, count * bytesOfNumber);
  const source = stored.fortranOrder
    ? inRowOrder(stored.source, shape, bytesOfNumber)
    : stored.source;
  const readBytes = (start = 0, end = count) =>
    source.read(start * bytesOfNumber, end * bytesOfNumber);
  return {
    name,
    dtype,
    shape,
    bigEndian,
    readBytes,
    read: async (start, end) => decode(await readBytes(start, end), dtype, bigEndian),
  };
}

export const memoryTensor = (
  name: string,
  shape: readonly number[],
  numbers: Float64Array,
): Tensor => ({
  name,
  dtype: "float64",
  shape,
  // As typed arrays have it, on every processor that runs a browser.
  bigEndian: false,
  read: async (start = 0, end = numbers.length) => numbers.slice(start, end),
  readBytes: async (start = 0, end = numbers.length) =>
    new Uint8Array(numbers.slice(start, end).buffer),
});

/** [3, 0, 12], the indices of an entry. */
export function indicesOf(entry: number, shape: readonly number[]): number[] {
  const indices: number[] = [];
  let rest = entry;
  for (const extent of [...shape].reverse()) {
    indices.unshift(rest % extent);
    rest = Math.floor(rest / extent);
  }
  return indices;
}

const infinity = (value: number) => (value > 0 ? "∞" : "−∞");

/**
 * @param numbers entries of the tensor from number `start` on
 * @param masked whether entries may be −∞
 * @throws ReadingError with the indices of the first that is NaN or infinite
 */
export function checkFinite(tensor: Tensor, numbers: Numbers, start = 0, masked = false): void {
  for (let entry = 0; entry < numbers.length; entry += 1) {
    const value = numbers[entry] as number;
    // 0 for every finite number: twice as fast as Number.isFinite.
    if (value - value !== 0 && !(masked && value === Number.NEGATIVE_INFINITY)) {
      const index = indicesOf(start + entry, tensor.shape).join(", ");
      const shown = Number.isNaN(value) ? "NaN" : infinity(value);
      refuse("notFinite", {
        name: tensor.name,
        shape: shapeText(tensor.shape),
        value: shown,
        index,
      });
    }
  }
}
