import { loadEngine, type Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";

const engine = await loadEngine();

function column({ rows, cols, data }: Matrix, index: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, row) => data[row * cols + index] as number);
}

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
