/**
 * Calls that have no goldens: their arguments and results in place. tests/cpp has their properties
 * and edge cases.
 */
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { expectClose } from "./close.js";

const { NEGATIVE_INFINITY } = Number;

const logits = [1, -2, 0.5];
const direction = [3, 0, -1];

describe("the change of a row of weights", () => {
  it("is 0 from a row to itself and 1 from one key to another", () => {
    const before = [
      [0.5, 0.5, 0],
      [1, 0, 0],
      [0, 0, 1],
    ];
    const after = [
      [0.5, 0.5, 0],
      [0, 1, 0],
      [0, 0.75, 0.25],
    ];
    expect(engine.rowChange(before, after)).toEqual({
      distance: Float64Array.of(0, 1, 0.75),
      largest: 1,
    });
  });
});

describe("the arithmetic of one weight", () => {
  it("leads to that of softmax and to its derivative", () => {
    const scaled = logits.map((entry) => entry / 2);
    const [weight = 0] = engine.softmax(scaled);
    const [slope = 0] = engine.softmaxJacobian(scaled).data;
    const steps = engine.weightArithmetic(logits, { scale: 0.5, index: 0 });
    expect(steps).toMatchObject({ score: 1, logit: 0.5, largest: 0.5, exponential: 1 });
    const found = [1 / steps.sum, steps.weight, steps.slope, steps.derivative];
    expectClose(found, [weight, weight, slope, slope / 2], { k: 4 });
  });
});

describe("the divisor of the scores", () => {
  it("is the dimension to the exponent", () => {
    expect(engine.scoreDivisor(16, 0.25)).toBe(2);
  });
});

describe("the central difference of softmax", () => {
  it("is the difference of two calls of softmax over twice the step", () => {
    const step = 0.125;
    const at = (sign: number) =>
      engine.softmax(logits.map((entry, i) => entry + sign * step * (direction[i] ?? 0)));
    const above = at(1);
    const below = at(-1);
    expect(engine.softmaxCentralDifference(logits, direction, { step })).toEqual(
      above.map((entry, i) => (entry - (below[i] ?? 0)) / (2 * step)),
    );
  });
});

describe("the norm of what passes back through softmax", () => {
  it("is that of the product, for every scale", () => {
    const scales = [0, 0.5, 2];
    const norms = scales.map((scale) => {
      const scaled = logits.map((entry) => scale * entry);
      return Math.hypot(...engine.softmaxJacobianProduct(scaled, direction));
    });
    expectClose(engine.passedNorms(logits, direction, scales), norms, { k: 8 });
  });
});

describe("the local exponents", () => {
  it("are −∞ where a number falls to 0, and 0 where it stays", () => {
    expect([...engine.localExponents([1, 2, 4, 8], [1, 2, 0, 0])]).toEqual([
      1,
      NEGATIVE_INFINITY,
      0,
    ]);
  });
});
