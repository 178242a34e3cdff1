import { loadEngine, type Seed } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectClose } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe("normal draws", () => {
  type Golden = {
    seed: Seed;
    mean: number;
    std: number;
    rows: number;
    cols: number;
    first: number[];
    picks: { index: number; value: number }[];
  };

  it.each(goldens<Golden>("random_normal"))(
    "are NumPy's: $name",
    ({ first, picks, ...options }) => {
      const { rows, cols, data } = engine.randomNormal(options);
      expect([rows, cols]).toEqual([options.rows, options.cols]);
      const indices = [...first.keys(), ...picks.map(({ index }) => index)];
      const expected = [...first, ...picks.map(({ value }) => value)];
      const actual = indices.map((index) => data[index] as number);
      // The two libraries' log may differ in the last digit, which the draw's root and product pass
      // on: two eps of the draw or of what it adds to the mean.
      const of = expected.map((value) => Math.max(Math.abs(value), Math.abs(value - options.mean)));
      expectClose(actual, expected, { k: 2, of });
    },
  );

  it("come in one order whatever the shape", () => {
    const property = (seed: number, rows: number, cols: number) => {
      const shaped = engine.randomNormal({ seed, rows, cols });
      const inOneRow = engine.randomNormal({ seed, rows: 1, cols: rows * cols + 1 });
      expect(shaped.data).toEqual(inOneRow.data.subarray(0, rows * cols));
    };
    const size = fc.integer({ min: 1, max: 30 });
    fc.assert(fc.property(seeds, size, size, property));
  });

  it("are the standard draws times the deviation plus the mean", () => {
    const property = (seed: number, mean: number, std: number) => {
      const standard = engine.randomNormal({ seed, rows: 2, cols: 3 });
      expect(engine.randomNormal({ seed, rows: 2, cols: 3, mean, std }).data).toEqual(
        standard.data.map((draw) => mean + std * draw),
      );
    };
    const means = fc.integer({ min: -99, max: 99 }).map((whole) => whole / 7);
    const deviations = fc.integer({ min: 0, max: 99 }).map((whole) => whole / 7);
    fc.assert(fc.property(seeds, means, deviations, property));
  });

  it("take a list of seeds as an array or as a Uint32Array", () => {
    const property = (seed: number[]) => {
      const size = { rows: 2, cols: 2 };
      expect(engine.randomNormal({ seed: Uint32Array.from(seed), ...size })).toEqual(
        engine.randomNormal({ seed, ...size }),
      );
    };
    fc.assert(fc.property(fc.array(seeds, { minLength: 1, maxLength: 5 }), property));
  });

  it("are none where no rows are asked for", () => {
    const none = { rows: 0, cols: 3, data: new Float64Array(0) };
    expect(engine.randomNormal({ seed: 13, rows: 0, cols: 3 })).toEqual(none);
  });
});
