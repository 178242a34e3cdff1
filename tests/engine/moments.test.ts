import { loadEngine, type Matrix, type MatrixMoments, type Moments } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lists, numbers } from "./arbitraries.js";
import { expectClose, largest } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

describe("the moments", () => {
  type Golden = Moments & { data: number[]; ddof: number };

  it.each(goldens<Golden>("moments"))("equal mpmath's: $name", ({ data, ddof, ...golden }) => {
    const { count, min, max, mean, variance, std } = engine.moments(data, { ddof });
    expect({ count, min, max }).toEqual({ count: golden.count, min: golden.min, max: golden.max });
    // The roundings of n steps are of either sign and add up as √n.
    const k = Math.sqrt(data.length);
    expectClose([mean], [golden.mean], { k, of: Math.max(...data.map(Math.abs)) });
    // Distances are taken from the first number, so an offset of the data costs no digits.
    expectClose([variance, std], [golden.variance, golden.std], { k });
  });

  it("scale with the data, to the last digit where the factor is a power of two", () => {
    const property = (data: number[]) => {
      const { count, mean, variance, std, min, max } = engine.moments(data);
      const four = (entry: number) => 4 * entry;
      expect(engine.moments(data.map(four))).toEqual({
        count,
        mean: 4 * mean,
        variance: 16 * variance,
        std: 4 * std,
        min: 4 * min,
        max: 4 * max,
      });
    };
    const noDenormals = fc.integer({ min: -1000, max: 1000 }).map((whole) => whole / 7);
    fc.assert(fc.property(lists(noDenormals, 20), property));
  });

  it("divide by n unless ddof says otherwise", () => {
    const data = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(engine.moments(data)).toEqual(engine.moments(data, { ddof: 0 }));
    expect(engine.moments(data).variance).toBe(4);
    expect(engine.moments(data, { ddof: 7 }).variance).toBe(32);
  });

  it("are computed in double precision from whatever holds the numbers", () => {
    const property = (data: number[]) => {
      const single = Float32Array.from(data);
      const expected = engine.moments([...single]);
      expect(engine.moments(single)).toEqual(expected);
      expect(engine.moments(Float64Array.from(single))).toEqual(expected);
    };
    fc.assert(fc.property(lists(numbers(100), 20), property));
  });
});

/** `golden`, up to the roundings of as many steps as there are numbers. */
function expectMoments(actual: Moments, golden: Moments, k: number): void {
  const { count, min, max, mean, variance, std } = golden;
  expect([actual.count, actual.min, actual.max]).toEqual([count, min, max]);
  expectClose([actual.mean], [mean], { k, of: largest([min, max]) });
  expectClose([actual.variance, actual.std], [variance, std], { k });
}

describe("the moments of a matrix", () => {
  type Golden = MatrixMoments & { matrix: Matrix; ddof: number };

  it.each(goldens<Golden>("matrix_moments"))("equal mpmath's: $name", (golden) => {
    const { all, rows, cols } = engine.matrixMoments(golden.matrix, { ddof: golden.ddof });
    const found = [all, ...rows, ...cols];
    const expected = [golden.all, ...golden.rows, ...golden.cols];
    expect(found.length).toBe(expected.length);
    for (const [index, moments] of found.entries()) {
      expectMoments(moments, expected[index] as Moments, 8);
    }
  });

  it("divide by n unless ddof says otherwise", () => {
    const matrix = [[1, 5]];
    expect(engine.matrixMoments(matrix)).toEqual(engine.matrixMoments(matrix, { ddof: 0 }));
    expect(engine.matrixMoments(matrix).all.variance).toBe(4);
  });
});

describe("the moments of parts", () => {
  it("combine to those of the whole, however it is split", () => {
    const property = (parts: number[][], ddof: number) => {
      const whole = engine.moments(parts.flat().concat(0, 1), { ddof });
      const each = [...parts, [0, 1]].map((part) => engine.moments(part));
      const { mean, variance, ...rest } = engine.combinedMoments(each, { ddof });
      const { count, min, max } = whole;
      expect({ count, min, max }).toEqual({ count: rest.count, min: rest.min, max: rest.max });
      // Up to 80 numbers, each with a rounding of its own size; squares with that of squares.
      const of = Math.max(Math.abs(min), Math.abs(max));
      expectClose([mean], [whole.mean], { k: 40, of });
      expectClose([variance], [whole.variance], { k: 80, of: of * of });
    };
    const parts = fc.array(lists(numbers(100), 10), { maxLength: 8 });
    fc.assert(fc.property(parts, fc.integer({ min: 0, max: 1 }), property));
  });
});
