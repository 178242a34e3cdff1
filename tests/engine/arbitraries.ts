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

/** Arguments of attention and its gradient. */
export interface Given<M = Matrix> {
  readonly queries: M;
  readonly keys: M;
  readonly values: M;
  readonly dOutput: M;
}

/** Arguments that fit each other, of up to `largest` rows and columns. */
export function attentionArguments({ largest, most }: { largest: number; most: number }) {
  const size = fc.integer({ min: 1, max: largest });
  return fc.tuple(size, size, size, size).chain(
    ([n, m, dK, dV]): fc.Arbitrary<Given> =>
      fc.record({
        queries: matrices(n, dK, most),
        keys: matrices(m, dK, most),
        values: matrices(m, dV, most),
        dOutput: matrices(n, dV, most),
      }),
  );
}

export function converted<From, To>(
  { queries, keys, values, dOutput }: Given<From>,
  convert: (matrix: From, argument: keyof Given) => To,
): Given<To> {
  return {
    queries: convert(queries, "queries"),
    keys: convert(keys, "keys"),
    values: convert(values, "values"),
    dOutput: convert(dOutput, "dOutput"),
  };
}
