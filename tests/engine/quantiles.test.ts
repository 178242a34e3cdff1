import { loadEngine, type Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lists, numbers } from "./arbitraries.js";
import { expectClose, largest } from "./close.js";
import { asRows, goldens } from "./goldens.js";

const engine = await loadEngine();

describe("quantiles", () => {
  type Golden = { data: number[]; probabilities: number[]; quantiles: number[] };

  it.each(goldens<Golden>("quantiles"))("are NumPy's: $name", (golden) => {
    const { data, probabilities, quantiles } = golden;
    const of = largest(data.filter(Number.isFinite));
    expectClose(engine.quantiles(data, probabilities), quantiles, { k: 2, of });
  });

  it("are the sorted data at whole positions, and rise in between", () => {
    const property = (data: number[]) => {
      const sorted = Float64Array.from(data).sort();
      const places = sorted.map((_, index) => (data.length > 1 ? index / (data.length - 1) : 0));
      const found = engine.quantiles(data, places);
      // A position is a rounded product, which may lie a rounding beside the whole number.
      expectClose(found, sorted, { k: 4 * data.length, of: largest(data) });
      const rising = engine.quantiles(data, [0, 0.1, 0.3, 0.5, 0.8, 1]);
      expect(rising).toEqual(rising.slice().sort());
      expect([rising[0], rising[5]]).toEqual([sorted[0], sorted[sorted.length - 1]]);
    };
    fc.assert(fc.property(lists(numbers(100), 30), property));
  });

  it("pass infinities on", () => {
    const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;
    expect([
      ...engine.quantiles([POSITIVE_INFINITY, 1, NEGATIVE_INFINITY], [0, 0.2, 0.5, 0.8]),
    ]).toEqual([NEGATIVE_INFINITY, NEGATIVE_INFINITY, 1, POSITIVE_INFINITY]);
    expect(engine.quantiles([NEGATIVE_INFINITY, POSITIVE_INFINITY], [0.5])[0]).toBeNaN();
  });
});

describe("summaries of draws", () => {
  type Golden = {
    draws: Matrix;
    low: number[];
    median: number[];
    high: number[];
    mean: number[];
    std: number[];
    largest: number[];
    share: number[];
  };

  it.each(goldens<Golden>("draw_summaries"))("are NumPy's: $name", ({ draws, ...golden }) => {
    const { low, median, high, mean, std, largest: most, share } = engine.drawSummaries(draws);
    expect([...most]).toEqual(golden.largest);
    expectClose(low, golden.low, { k: 4 });
    expectClose(median, golden.median, { k: 4 });
    expectClose(high, golden.high, { k: 4 });
    // Sums of at most 40 terms no larger than the largest.
    const of = asRows(draws).map((row) => Math.max(...row.map(Math.abs)));
    expectClose(mean, golden.mean, { k: 8, of });
    expectClose(std, golden.std, { k: 16, of });
    expectClose(share, golden.share, { k: 16 });
  });

  it("have the share of the draws that supply the sum of squares, in any unit", () => {
    const property = (count: number, zeros: number, unit: number) => {
      const row = Array.from({ length: count + zeros }, (_, i) => (i < count ? unit : 0));
      const { share } = engine.drawSummaries([row]);
      expectClose(share, [count / (count + zeros)], { k: 32 });
    };
    const counts = fc.integer({ min: 1, max: 60 });
    const units = fc.constantFrom(1e-300, -1e-300, 0.3, 1e300);
    fc.assert(fc.property(counts, counts, units, property));
    expect([...engine.drawSummaries([[0, 0]]).share]).toEqual([0]);
  });

  it("are the quantiles and the moments of each row", () => {
    const property = (rows: [number, number, number, number][]) => {
      const { low, median, high, mean, std, largest: most } = engine.drawSummaries(rows);
      for (const [index, row] of rows.entries()) {
        expect([low[index], median[index], high[index]]).toEqual([
          ...engine.quantiles(row, [0.1, 0.5, 0.9]),
        ]);
        const moments = engine.moments(row, { ddof: 1 });
        const found = [mean[index] as number, std[index] as number];
        expectClose(found, [moments.mean, moments.std], { k: 16, of: largest(row) });
        expect(most[index]).toBe(moments.max);
      }
    };
    const entry = numbers(100);
    fc.assert(fc.property(lists(fc.tuple(entry, entry, entry, entry), 5), property));
  });
});
