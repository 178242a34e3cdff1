import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dimStep } from "../../web/src/page/controls.js";
import { LIMITS } from "../../web/src/state/state.js";

const dims = fc.integer({ min: LIMITS.dim.least, max: LIMITS.dim.most });

describe("a key on the dimension's slider", () => {
  it.each([
    [64, 1, 68],
    [64, -1, 60],
    [1, 1, 2],
    [2, -1, 1],
    [12, 1, 13],
    [64, 2, 128],
    [64, -2, 32],
    [3, -2, 2],
  ])("takes %i by %i to %i", (dim, by, expected) => {
    expect(dimStep(dim, by)).toBe(expected);
  });

  it("moves by at least one and stays within the limits, in whole numbers", () => {
    const property = (dim: number, by: number) => {
      const { least, most } = LIMITS.dim;
      const next = dimStep(dim, by);
      expect(Number.isInteger(next) && next >= least && next <= most).toBe(true);
      const end = by > 0 ? most : least;
      if (dim === end) expect(next).toBe(end);
      else expect(Math.sign(next - dim)).toBe(Math.sign(by));
    };
    fc.assert(fc.property(dims, fc.constantFrom(-2, -1, 1, 2), property), { numRuns: 2000 });
  });
});
