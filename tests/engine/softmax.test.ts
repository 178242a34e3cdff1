import { loadEngine, type Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lists, matrices, numbers } from "./arbitraries.js";
import { EPS32, expectClose, expectCloseMatrix } from "./close.js";
import { asRows, asSingle, goldens } from "./goldens.js";

const engine = await loadEngine();

/** Logits of any size, and −∞ for masked keys. */
const anyLogit = fc.oneof(
  { weight: 8, arbitrary: numbers(1000) },
  { weight: 2, arbitrary: numbers(Number.MAX_VALUE) },
  { weight: 1, arbitrary: fc.constant(Number.NEGATIVE_INFINITY) },
);

describe("softmax", () => {
  const cases = goldens<{ logits: Matrix; weights: Matrix }>("softmax");
  it.each(cases)("equals mpmath's: $name", ({ logits, weights }) => {
    // exp, a sum of up to 64 terms and the division make a few eps; half an eps of the distance
    // from the largest logit comes on top where that is rounded.
    expectCloseMatrix(engine.softmax(logits), weights, { k: 8 });
  });

  it.each(cases)("gives a list what it gives a matrix of one row: $name", ({ logits }) => {
    for (const row of asRows(logits)) {
      expect(engine.softmax(row)).toEqual(engine.softmax([row]).data);
      expect(engine.softmax(Float64Array.from(row))).toEqual(engine.softmax([row]).data);
    }
  });

  it("gives a row of only −∞ exact zeros", () => {
    const masked = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    expect(engine.softmax(masked)).toEqual(Float64Array.of(0, 0));
  });

  it("has rows that sum to 1, or to 0 where every logit is −∞", () => {
    const property = (logits: number[]) => {
      const sum = engine.softmax(logits).reduce((a, b) => a + b);
      const masked = logits.every((logit) => logit === Number.NEGATIVE_INFINITY);
      // Half an eps for each of up to 8 divisions and each of two sums of up to 8 terms.
      expectClose([sum], [masked ? 0 : 1], { k: 12 });
    };
    fc.assert(fc.property(lists(anyLogit, 8), property));
  });

  it("does not change a digit where a shift of the logits changes none of their distances", () => {
    const whole = fc.integer({ min: -1000, max: 1000 });
    const shift = fc.integer({ min: -(2 ** 40), max: 2 ** 40 });
    const property = (eighths: number[], by: number) => {
      const logits = eighths.map((eighth) => eighth / 8);
      const shifted = logits.map((logit) => logit + by);
      expect(engine.softmax(shifted)).toEqual(engine.softmax(logits));
    };
    fc.assert(fc.property(lists(whole, 8), shift, property));
  });

  it("permutes its results as its arguments are permuted", () => {
    const property = (logits: number[], keys: number[]) => {
      const order = [...logits.keys()].sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
      const direct = engine.softmax(logits);
      const permuted = engine.softmax(order.map((i) => logits[i] as number));
      // The sum runs in another order: half an eps for each of up to 8 terms, and the division.
      expectClose(
        permuted,
        Float64Array.from(order, (i) => direct[i] as number),
        { k: 10 },
      );
    };
    const order = fc.array(fc.double({ noNaN: true }), { minLength: 8, maxLength: 8 });
    fc.assert(fc.property(lists(anyLogit, 8), order, property));
  });

  it("takes rows of numbers and a matrix alike", () => {
    const property = (logits: Matrix) => {
      expect(engine.softmax(asRows(logits))).toEqual(engine.softmax(logits));
    };
    fc.assert(fc.property(matrices(3, 5, 50), property));
  });

  it("works in single precision where the logits are single", () => {
    const property = (logits: Matrix) => {
      const single = asSingle(logits);
      const weights = engine.softmax(single);
      expect(weights.data).toBeInstanceOf(Float32Array);
      expect(engine.softmax(single.data.subarray(0, 5))).toBeInstanceOf(Float32Array);
      const double = engine.softmax({ ...single, data: Float64Array.from(single.data) });
      // Of 1, which no weight exceeds. Distances of up to 16 are rounded by 8 eps, which is 8 eps
      // of a weight and of the sum; y(1 − y) ≤ ¼ lets half of them through.
      expectCloseMatrix(weights, double, { k: 12, eps: EPS32, of: 1 });
    };
    fc.assert(fc.property(matrices(3, 5, 8), property));
  });
});
