import { loadEngine } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectClose } from "./close.js";

const engine = await loadEngine();
const dims = fc.integer({ min: 1, max: 1024 });

describe("the divisor of the scores", () => {
  it("is the square root to the last digit at ½", () => {
    const property = (dim: number) => {
      expect(engine.scoreDivisor(dim, 0.5)).toBe(Math.sqrt(dim));
    };
    fc.assert(fc.property(dims, property));
  });

  it("is 1 at 0 and the dimension at 1", () => {
    const property = (dim: number) => {
      expect(engine.scoreDivisor(dim, 0)).toBe(1);
      expect(engine.scoreDivisor(dim, 1)).toBe(dim);
    };
    fc.assert(fc.property(dims, property));
  });

  it("is a power in between", () => {
    const exponents = fc.double({ min: 0, max: 1, noNaN: true });
    const property = (dim: number, exponent: number) => {
      // Either library's pow is good to the last digit or the one before.
      expectClose([engine.scoreDivisor(dim, exponent)], [dim ** exponent], { k: 2 });
    };
    fc.assert(fc.property(dims, exponents, property));
  });
});
