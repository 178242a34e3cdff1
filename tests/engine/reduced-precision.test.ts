import { loadEngine, type Matrix, type Precision, type RootPlace } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrices, numbers } from "./arbitraries.js";
import { expectClose, expectCloseMatrix, largest } from "./close.js";
import { asRows, goldens } from "./goldens.js";

const engine = await loadEngine();

const PLACES: readonly RootPlace[] = ["scores", "queries", "keys", "both"];
const PRECISIONS: readonly Precision[] = ["double", "float", "half", "bfloat16"];

/**
 * A number rounded as the engine does: a product with 1, of vectors of one number. Added to the 0
 * that a sum starts from, −0 is 0.
 */
function rounded(precision: Precision, value: number): number {
  return engine.reducedScores([[value]], [[1]], { precision }).logits.data[0] ?? 0;
}

describe("rounding to a precision", () => {
  type Golden = { precision: Precision; values: number[]; rounded: number[] };

  it.each(goldens<Golden>("reduced_rounding"))("is the oracle's: $name", (golden) => {
    golden.values.forEach((value, i) => {
      if (!Number.isFinite(value)) return; // the engine takes none
      expect(rounded(golden.precision, value), String(value)).toBe((golden.rounded[i] ?? 0) + 0);
    });
  });

  const precision = fc.constantFrom(...PRECISIONS);
  const any = fc.double({ noNaN: true, noDefaultInfinity: true });

  it("changes nothing the second time", () => {
    const property = (precision: Precision, value: number) => {
      const once = rounded(precision, value);
      if (Number.isFinite(once)) expect(rounded(precision, once)).toBe(once);
    };
    fc.assert(fc.property(precision, any, property));
  });

  it("keeps the order of numbers", () => {
    const property = (precision: Precision, first: number, second: number) => {
      const [low, high] = first < second ? [first, second] : [second, first];
      expect(rounded(precision, low)).toBeLessThanOrEqual(rounded(precision, high));
    };
    fc.assert(fc.property(precision, any, any, property));
    const near = numbers(2 ** 17);
    const close = (precision: Precision, value: number, change: number) =>
      property(precision, value, value * (1 + change * 2 ** -12));
    fc.assert(fc.property(precision, near, numbers(1), close));
  });

  it("to float is Math.fround", () => {
    const property = (value: number) => {
      expect(rounded("float", value)).toBe(Math.fround(value) + 0);
    };
    fc.assert(fc.property(any, property));
  });
});

describe("scores in a reduced precision", () => {
  type Golden = {
    queries: Matrix;
    keys: Matrix;
    precision: Precision;
    accumulate: "same" | "float";
    place: RootPlace;
    size: number;
    logits: Matrix;
    exact: Matrix;
    overflowed: number;
    largestDifference: number;
    largestRelative: number;
  };

  it.each(goldens<Golden>("reduced_scores"))("equal the oracle's to the bit: $name", (golden) => {
    const { queries, keys, precision, accumulate, place, size } = golden;
    const result = engine.reducedScores(queries, keys, { precision, accumulate, place, size });
    // 0 for −0, which the fractions of the oracle do not know.
    const positive = (data: Float64Array) => Array.from(data, (entry) => entry + 0);
    expect(positive(result.logits.data)).toEqual(positive(golden.logits.data));
    expect(result.overflowed).toBe(golden.overflowed);
    const root = Math.sqrt(queries.cols);
    const terms = Math.max(
      ...asRows(queries).flatMap((query) =>
        asRows(keys).map((key) =>
          query.reduce((sum, entry, i) => sum + Math.abs(entry * (key[i] ?? 0)), 0),
        ),
      ),
    );
    // Up to 48 products in double precision, of the size of the terms.
    const of = (size * size * terms) / root;
    expectCloseMatrix(result.exact, golden.exact, { k: 8, of });
    expectClose([result.largestDifference], [golden.largestDifference], { k: 8, of });
    const nonZero = Array.from(golden.exact.data, Math.abs).filter((entry) => entry > 0);
    const share = of / Math.min(of, ...nonZero);
    expectClose([result.largestRelative], [golden.largestRelative], { k: 8, of: share });
  });

  it("have the difference from the exact ones, infinity and NaN included", () => {
    const queries = [
      [300, 300, 1, 1],
      [1, 2, 3, 4],
    ];
    const keys = [
      [300, -300, 1, 2],
      [1, 2, 3, 4.1],
      [300, 300, 0, 0],
    ];
    const { logits, exact, difference, overflowed } = engine.reducedScores(queries, keys, {
      precision: "half",
    });
    expect(difference.data).toEqual(logits.data.map((logit, i) => logit - (exact.data[i] ?? 0)));
    expect(overflowed).toBe(2);
    expect(logits.data[0]).toBeNaN(); // 300·300 is infinite in half, and so is 300·(−300)
    expect(logits.data[2]).toBe(Number.POSITIVE_INFINITY);
  });

  const shaped = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 }))
    .chain(([n, d]) => fc.tuple(matrices(n, d, 10), matrices(n, d, 10)));

  it("in double are the same wherever the root is divided out, but for rounding", () => {
    const property = ([queries, keys]: [Matrix, Matrix]) => {
      const of = queries.cols * largest(queries.data) * largest(keys.data);
      for (const place of PLACES) {
        const result = engine.reducedScores(queries, keys, { precision: "double", place });
        const { logits, exact, largestDifference } = result;
        // 12 products and sums and three divisions, half an eps each.
        expectCloseMatrix(logits, exact, { k: 16, of });
        const differences = logits.data.map((logit, i) => logit - (exact.data[i] ?? 0));
        expect(largestDifference).toBe(Math.max(...differences.map(Math.abs)));
      }
    };
    fc.assert(fc.property(shaped, property));
  });

  it("are computed in double precision from whatever holds the numbers", () => {
    const x = { rows: 2, cols: 2, data: Float32Array.of(0.1, 0.2, -0.3, 4) };
    const options = { precision: "double" } as const;
    expect(engine.reducedScores(x, x, options)).toEqual(
      engine.reducedScores(asRows({ ...x, data: Float64Array.from(x.data) }), x, options),
    );
  });
});
