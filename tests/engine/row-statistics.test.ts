import { loadEngine, type Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrices } from "./arbitraries.js";
import { EPS, expectClose } from "./close.js";
import { asRows, asSingle, goldens } from "./goldens.js";

const engine = await loadEngine();

describe("the statistics of a row of weights", () => {
  const cases = goldens<{
    weights: Matrix;
    entropy: number[];
    peak: number[];
    peakIndex: number[];
  }>("row_statistics");

  it.each(cases)("equal mpmath's: $name", ({ weights, entropy, peak, peakIndex }) => {
    const actual = engine.rowStatistics(weights);
    // A log, a product and a sum of up to 64 terms, all of one sign: also tiny entropies are good.
    expectClose(actual.entropy, entropy, { k: 8 });
    expect([...actual.peak]).toEqual(peak);
    expect([...actual.peakIndex]).toEqual(peakIndex);
  });

  it("lie between those of one key that takes all and of m keys that share", () => {
    const property = (logits: Matrix) => {
      const { entropy, peak } = engine.rowStatistics(engine.softmax(logits));
      for (const [i, nats] of entropy.entries()) {
        expect(nats).toBeGreaterThanOrEqual(0);
        // ln m may be passed by 8 eps: the rounding of 5 weights, 5 terms and their sum.
        expect(nats).toBeLessThanOrEqual(Math.log(logits.cols) * (1 + 8 * EPS));
        expect(peak[i]).toBeGreaterThanOrEqual(1 / logits.cols);
      }
    };
    fc.assert(fc.property(matrices(3, 5, 40), property));
  });

  it("are computed in double precision from single weights", () => {
    const property = (logits: Matrix) => {
      const weights = engine.softmax(asSingle(logits));
      const { data, ...shape } = weights;
      const double = engine.rowStatistics({ ...shape, data: Float64Array.from(data) });
      expect(engine.rowStatistics(weights)).toEqual(double);
      expect(double.entropy).toBeInstanceOf(Float64Array);
    };
    fc.assert(fc.property(matrices(3, 5, 10), property));
  });
});

describe("the change of a row of weights", () => {
  it("is half the sum of the differences", () => {
    const property = (first: Matrix, second: Matrix) => {
      const [before, after] = [engine.softmax(first), engine.softmax(second)];
      const { distance, largest } = engine.rowChange(before, after);
      const changes = asRows(after).map((row, i) =>
        row.reduce((sum, to, j) => sum + Math.abs(to - (before.data[i * 5 + j] ?? 0)) / 2, 0),
      );
      // A sum of 5 terms in whatever order, half an eps each.
      expectClose(distance, changes, { k: 3 });
      expect(largest).toBe(distance.indexOf(Math.max(...distance)));
    };
    fc.assert(fc.property(matrices(3, 5, 10), matrices(3, 5, 10), property));
  });

  it("is 0 from a row to itself and 1 from one key to another", () => {
    const before = [
      [0.5, 0.5, 0],
      [1, 0, 0],
      [0, 0, 1],
    ];
    const after = [
      [0.5, 0.5, 0],
      [0, 1, 0],
      [0, 1, 0],
    ];
    expect(engine.rowChange(before, after)).toEqual({
      distance: Float64Array.of(0, 1, 1),
      largest: 1,
    });
  });
});
