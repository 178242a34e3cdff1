import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { octaveStep } from "../../web/src/page/number-field.js";
import { LIMITS } from "../../web/src/state/state.js";

const dimStep = (dim: number, by: number) => octaveStep(dim, by, 1, LIMITS.dim);
const dims = fc.integer({ min: LIMITS.dim.least, max: LIMITS.dim.most });

describe("a key on the dimension's slider", () => {
  it("takes a sixteenth of d, or doubles and halves it", () => {
    const one = [dimStep(64, 1), dimStep(64, -1), dimStep(1, 1), dimStep(2, -1), dimStep(12, 1)];
    expect(one).toEqual([68, 60, 2, 1, 13]);
    expect([dimStep(64, 2), dimStep(64, -2), dimStep(3, -2)]).toEqual([128, 32, 2]);
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
