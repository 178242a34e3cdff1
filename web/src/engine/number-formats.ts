/** The formats of numbers that the engine reads: attention_scale/formats/number_formats.hpp. */
import type { Matrix } from "./api.js";

/** The bytes of a number of each format. */
export const BYTES_OF_NUMBER = {
  float64: 8,
  float32: 4,
  float16: 2,
  bfloat16: 2,
  float8_e4m3: 1,
  float8_e5m2: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
  bool: 1,
} as const;

export type NumberFormat = keyof typeof BYTES_OF_NUMBER;

/** Whether single precision holds every number of the format. */
export const fitsSingle = (format: NumberFormat): boolean =>
  format === "float32" || BYTES_OF_NUMBER[format] <= 2;

/** Matrices [rows×cols] one after the other, row by row, as they stand in a file. */
export interface StoredMatrices {
  readonly bytes: Uint8Array;
  readonly format: NumberFormat;
  readonly bigEndian: boolean;
  readonly rows: number;
  readonly cols: number;
}

/** What each matrix of weights is raised to: without the division and with it. */
export interface SidePowers {
  readonly unscaled: number;
  readonly scaled: number;
}

/** Two entries, or rows, for each matrix: under the power `unscaled`, and under `scaled`. */
export interface WeightSummaries {
  /** [2·matrices×blocks]: the largest weight of each square, row by row of squares. */
  readonly pictures: Matrix<Float32Array>;
  /** The entropy of a row in nats, the mean over the rows. */
  readonly entropies: Float64Array;
  /** The largest weight of a row, the mean over the rows. */
  readonly largest: Float64Array;
}

export interface FormatCalls {
  /**
   * The numbers in `bytes`, in single precision where it holds every number of the format, else in
   * double, which rounds 64-bit integers beyond 2⁵³.
   */
  decodeNumbers(
    bytes: Uint8Array,
    format: NumberFormat,
    bigEndian?: boolean,
  ): Float32Array | Float64Array;

  /**
   * Pictures and numbers of the weights that `temperedWeights` makes with each power, in one pass
   * over the bytes. A square has `block` weights on each side.
   */
  summariseWeights(stored: StoredMatrices, powers: SidePowers, block: number): WeightSummaries;
}
