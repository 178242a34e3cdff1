import { loadEngine, type Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EPS, expectClose, expectCloseMatrix } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

describe("entropy over random draws", () => {
  type Golden = {
    seed: number;
    dim: number;
    counts: number[];
    from: number;
    count: number;
    root: Matrix;
    logarithmic: Matrix;
    level: Matrix;
  };

  it.each(goldens<Golden>("entropy_sampling"))("equals mpmath's: $name", (golden) => {
    const { root, logarithmic, level, seed, dim, counts, from, count } = golden;
    const draws = engine.sampleEntropies({ seed, dim, counts, from, count });
    expectCloseMatrix(draws.root, root, { k: 1e-13 / EPS });
    expectCloseMatrix(draws.logarithmic, logarithmic, { k: 1e-13 / EPS });
    expectCloseMatrix(draws.level, level, { k: 1e-13 / EPS });
  });

  it("is that of softmax over the first keys", () => {
    const { data } = engine.randomNormal({ seed: [3, 4, 0], rows: 21, cols: 4 });
    const row = (index: number) => data.subarray(4 * index, 4 * index + 4);
    const score = (key: number) =>
      row(key + 1).reduce((sum, x, i) => sum + x * (row(0)[i] ?? 0), 0);
    const counts = [1, 5, 20];
    const { root } = engine.sampleEntropies({ seed: 3, dim: 4, counts, count: 1 });
    const expected = counts.map((n) => {
      const logits = Array.from({ length: n }, (_, key) => score(key) / 2);
      const weights = engine.softmax(logits);
      return engine.rowStatistics({ rows: 1, cols: n, data: weights }).entropy[0] as number;
    });
    expectClose(root.data, expected, { k: 32, of: 1 });
  });

  it("has the same digits in any part of its draws", () => {
    const options = { seed: 5, dim: 6, counts: [3, 30] };
    const whole = engine.sampleEntropies({ ...options, count: 9 });
    const property = (first: number) => {
      const parts = [
        engine.sampleEntropies({ ...options, count: first }),
        engine.sampleEntropies({ ...options, from: first, count: 9 - first }),
      ];
      for (const name of ["root", "logarithmic", "level"] as const) {
        expect(parts.flatMap((part) => [...part[name].data])).toEqual([...whole[name].data]);
      }
    };
    fc.assert(fc.property(fc.integer({ min: 1, max: 8 }), property), { numRuns: 8 });
  });
});
