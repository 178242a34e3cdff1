/**
 * What the engine keeps between calls, draws of projections and of sampled scores, changes no
 * digit.
 */
import type { Histogram, Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";

describe("a projection", () => {
  it("does not depend on which seeds and dimensions came before", () => {
    const property = (dims: number[]) => {
      const first = new Map<string, Matrix>();
      for (const dim of [...dims, ...dims.toReversed()]) {
        const x = engine.randomNormal({ seed: dim, rows: 1, cols: dim });
        for (const seed of [1, 2]) {
          const projected = engine.project(x, { seed, projection: "values", columns: 1 });
          expect(projected).toEqual(first.get(`${seed} ${dim}`) ?? projected);
          first.set(`${seed} ${dim}`, projected);
        }
      }
    };
    const dim = fc.integer({ min: 1, max: 64 });
    const few = { minLength: 2, maxLength: 5 };
    fc.assert(fc.property(fc.array(dim, few), property), { numRuns: 20 });
  });
});

describe("the sampling experiment", () => {
  it("streams all of what it has the moments of", () => {
    const options = { seed: 6, samples: 200, dim: 3, bins: 9, range: [-1, 1] as const };
    const whole = engine.sampleScores(options);
    const streamed: Histogram = engine.scoreHistogram({ ...options, count: 200 });
    expect(whole.histogram).toEqual({ counts: streamed.counts, edges: streamed.edges });
    expect(whole.scores.count).toBe(40_000);
    const { count, mean, variance, std } = whole.scores;
    const { bins: _bins, range: _range, ...alone } = options;
    expect(engine.sampleScores(alone).scores).toEqual({ count, mean, variance, std });
  });
});

describe("the samples drawn ahead", () => {
  it("have the same digits, piece by piece or at once", () => {
    const options = { seed: 8, samples: 500, dim: 90 };
    const once = engine.sampleScores(options);
    // Another experiment in between, so that nothing is kept.
    engine.sampleScores({ seed: 1, samples: 2, dim: 1 });
    const shares: number[] = [];
    while ((shares.at(-1) ?? 0) < 1) shares.push(engine.drawScores(options, 1e5));
    expect(shares.length).toBeGreaterThan(5);
    expect(shares).toEqual([...new Set(shares)].sort((a, b) => a - b));
    expect(engine.sampleScores(options)).toEqual(once);
    expect(engine.drawScores(options, 1)).toBe(1);
  });

  it("are given up for those of other options", () => {
    const one = { seed: 1, samples: 400, dim: 50 };
    const other = { seed: 2, samples: 400, dim: 50 };
    const expected = engine.sampleScores(one);
    engine.drawScores(other, 1);
    engine.drawScores(one, 1);
    expect(engine.sampleScores(one)).toEqual(expected);
  });
});
