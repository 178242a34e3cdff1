/** Random arguments for the property tests. */
import type { Matrix } from "attention-scale";
import fc from "fast-check";

/**
 * Any double between -most and most whose products with others are not denormal: those lose digits.
 */
export function numbers(most: number) {
  const tiny = (entry: number) => Math.abs(entry) < 1e-100;
  return fc
    .double({ min: -most, max: most, noNaN: true })
    .map((entry) => (tiny(entry) ? 0 : entry));
}

export function lists<T>(entry: fc.Arbitrary<T>, maxLength: number) {
  return fc.array(entry, { minLength: 1, maxLength });
}

export function matrices(rows: number, cols: number, most: number): fc.Arbitrary<Matrix> {
  const length = rows * cols;
  return fc
    .array(numbers(most), { minLength: length, maxLength: length })
    .map((data) => ({ rows, cols, data: Float64Array.from(data) }));
}
