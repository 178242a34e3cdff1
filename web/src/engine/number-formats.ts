/** The formats of numbers that the engine reads: attention_scale/formats/number_formats.hpp. */

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
}
