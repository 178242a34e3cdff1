import { loadEngine, type Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EPS, expectCloseMatrix } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

function column({ rows, cols, data }: Matrix, index: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => data[row * cols + index] as number);
}

describe("the gradient over random draws", () => {
  type Golden = {
    seed: number;
    keys: number;
    dims: number[];
    exponents: number[];
    from: number;
    count: number;
    peak: Matrix;
    entropy: Matrix;
    jacobian: Matrix;
    gradient: Matrix;
  };

  it.each(goldens<Golden>("gradient_sampling"))("equals mpmath's: $name", (golden) => {
    const { seed, keys, dims, exponents, from, count } = golden;
    const draws = engine.sampleGradients({ seed, keys, dims, exponents, from, count });
    // Relative however small: what a score of up to 200, from draws good to 2 ulp, is off by is a
    // relative error of a weight.
    const tolerance = { k: 1e-11 / EPS };
    expectCloseMatrix(draws.peak, golden.peak, tolerance);
    expectCloseMatrix(draws.entropy, golden.entropy, tolerance);
    expectCloseMatrix(draws.jacobian, golden.jacobian, tolerance);
    expectCloseMatrix(draws.gradient, golden.gradient, tolerance);
  });

  it("has the same digits in any part of its draws", () => {
    const options = { seed: 1, keys: 4, dims: [3, 40], exponents: [0, 0.5] };
    const whole = engine.sampleGradients({ ...options, from: 5, count: 12 });
    const property = (first: number) => {
      const parts = [
        engine.sampleGradients({ ...options, from: 5, count: first }),
        engine.sampleGradients({ ...options, from: 5 + first, count: 12 - first }),
      ];
      for (const name of ["peak", "entropy", "jacobian", "gradient"] as const) {
        expect(parts.flatMap((part) => [...part[name].data])).toEqual([...whole[name].data]);
      }
    };
    fc.assert(fc.property(fc.integer({ min: 1, max: 11 }), property), { numRuns: 11 });
  });

  it("draws every d and every exponent from the same numbers", () => {
    const options = { seed: 2, keys: 3, count: 5 };
    const all = engine.sampleGradients({ ...options, dims: [2, 9, 64], exponents: [0.25, 0.5, 1] });
    const one = engine.sampleGradients({ ...options, dims: [64], exponents: [0.5] });
    // The sums of 64 products are taken in other steps.
    const middle = { rows: 5, cols: 1, data: column(all.gradient, 7) };
    expectCloseMatrix(one.gradient, middle, { k: 1e-12 / EPS });
  });
});

/*
 * The page's claims, measured elsewhere on other draws: 1,500 for the first table, 4,000 for
 * the second. Both sides are samples. Without any assumption on the distribution, 99.9 % of the
 * medians of n draws lie between the quantiles at ½ ± 3.3·½/√n; for two independent samples √2 as
 * far. A mean of n draws wavers by its standard error std/√n, here taken 3.3 times and √2 as well.
 * The told numbers are rounded, to half a unit of their last digit.
 */
describe("the story", () => {
  const WIDTH = 3.3 * Math.SQRT2;

  function expectMedian(draws: Float64Array, told: number, lastDigit: number) {
    const off = (WIDTH * 0.5) / Math.sqrt(draws.length);
    const [low = 0, high = 0] = engine.quantiles(draws, [0.5 - off, 0.5 + off]);
    expect(told).toBeGreaterThanOrEqual(low - lastDigit / 2);
    expect(told).toBeLessThanOrEqual(high + lastDigit / 2);
  }

  function expectMean(draws: Float64Array, told: number, lastDigit: number) {
    const { mean, std } = engine.moments(draws, { ddof: 1 });
    const allowed = (WIDTH * std) / Math.sqrt(draws.length) + lastDigit / 2;
    expect(Math.abs(mean - told)).toBeLessThanOrEqual(allowed);
  }

  const dims = [16, 64, 256, 1024];
  const medians: [exponent: number, told: number[], lastDigits: number[]][] = [
    [0.5, [0.4, 0.42, 0.43, 0.43], [0.01, 0.01, 0.01, 0.01]],
    [0.6, [0.32, 0.29, 0.26, 0.23], [0.01, 0.01, 0.01, 0.01]],
    [1, [0.115, 0.059, 0.029, 0.015], [0.001, 0.001, 0.001, 0.001]],
    [0.4, [0.49, 0.58, 0.63, 0.69], [0.01, 0.01, 0.01, 0.01]],
    [0.2, [0.68, 0.58, 0.32, 0.08], [0.01, 0.01, 0.01, 0.01]],
    [0, [0.49, 0.055, 6e-4, 1e-8], [0.01, 0.001, 1e-4, 1e-8]],
  ];
  const exponents = medians.map(([exponent]) => exponent);
  const draws = engine.sampleGradients({ seed: 1, keys: 3, dims, exponents, count: 1500 });

  it.each(medians)("has these medians of the gradient at exponent %d", (exponent, told, digits) => {
    const found = dims.map((_, dim) =>
      column(draws.gradient, dim * exponents.length + exponents.indexOf(exponent)),
    );
    for (const [dim, numbers] of found.entries()) {
      expectMedian(numbers, told[dim] as number, digits[dim] as number);
    }
  });

  it("loses the gradient to either side of ½ as d grows, and at ½ alone keeps it", () => {
    const median = (exponent: number, dim: number) =>
      engine.quantiles(
        column(draws.gradient, dim * exponents.length + exponents.indexOf(exponent)),
        [0.5],
      )[0] as number;
    expect(median(0.5, 3) / median(0.5, 0)).toBeGreaterThan(0.9);
    expect(median(0.5, 3) / median(0.5, 0)).toBeLessThan(1.2);
    expect(median(1, 3) / median(1, 0)).toBeLessThan(0.2);
    expect(median(0, 3) / median(0, 0)).toBeLessThan(1e-4);
  });

  it("has these numbers at 512 dimensions", () => {
    const at = { seed: 1, keys: 3, dims: [512], exponents: [0, 0.5, 1], count: 4000 };
    const { peak, jacobian, gradient } = engine.sampleGradients(at);
    expectMean(column(peak, 0), 0.973, 0.001);
    expectMedian(column(jacobian, 0), 6.7e-7, 1e-8);
    expectMean(column(gradient, 0), 0.86, 0.01);
    expectMedian(column(gradient, 0), 1.5e-5, 1e-6);
    expectMean(column(peak, 1), 0.594, 0.001);
    expectMedian(column(jacobian, 1), 0.44, 0.01);
    expectMean(column(gradient, 1), 0.4, 0.01);
    expectMedian(column(gradient, 1), 0.44, 0.01);
    expectMean(column(peak, 2), 0.346, 0.001);
    expectMedian(column(jacobian, 2), 0.47, 0.01);
    expectMean(column(gradient, 2), 0.021, 0.001);
    expectMedian(column(gradient, 2), 0.021, 0.001);
  });
});
