import { loadEngine, type Moments } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lists, numbers } from "./arbitraries.js";
import { expectClose } from "./close.js";
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
