/**
 * What the page shows of the experiments and their programs do not print; that these print the
 * numbers of the other results, whole and stopped, is tested in programs.test.ts.
 */
import type { Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { DIMS } from "../../web/src/part-kit/axes.js";
import { growth, places } from "../../web/src/parts/exponent/experiments.js";
import { draws, SHARE_COUNTS, shares } from "../../web/src/parts/gradient/experiments.js";
import { binsOf, scores } from "../../web/src/parts/variance/experiments.js";
import { DEFINITIONS } from "../../web/src/state/state.js";
import { engine } from "../loaded-engine.js";
import { ASKED, all, attention, last } from "./experiment-steps.js";

describe("the scores", () => {
  const { request } = ASKED.scores;
  const { sampleseed: seed, samples, sampledim, sigma: std, law } = request;

  it("have the moments of what they have streamed so far", () => {
    const [first, , half] = all(scores, request);
    expect([first?.result.streamed, Math.max(...(first?.result.counts ?? []))]).toEqual([null, 0]);
    const { done = 0, result } = half ?? {};
    const part = engine.scoreHistogram({
      seed,
      samples,
      dim: sampledim,
      std,
      law,
      from: 0,
      count: done,
      ...binsOf(request),
    });
    expect(result?.counts).toEqual(part.counts);
    expect(result?.streamed?.count).toBe(done * samples);
    expect(result?.streamed?.mean).toBeCloseTo(part.moments.mean, 6);
    expect(result?.streamed?.std).toBeCloseTo(part.moments.std, 6);
  });

  it.each([1, 2, 3, 64, 99, 100, 1024])(
    "of ±σ lie in the middle of their bins, every other number in none (d = %d)",
    (dim) => {
      const { bins, range } = binsOf({ law: "sign", sampledim: dim, sigma: 0.5 });
      const { edges } = engine.histogram([0], { bins, range });
      const variance = 0.5 ** 2;
      // The possible sums of d products of ±σ²: d, d − 2 … −d times σ².
      for (let times = -dim; times <= dim; times += 2) {
        const score = (times * variance) / Math.sqrt(dim);
        if (score <= range[0] || score >= range[1]) continue;
        const bin = edges.findIndex((edge) => edge > score) - 1;
        const low = edges[bin] ?? 0;
        const high = edges[bin + 1] ?? 0;
        expect((score - low) / (high - low)).toBeCloseTo(0.5, 6);
      }
      // One value a bin, and they reach past six deviations.
      expect((range[1] - range[0]) / bins).toBeCloseTo((2 * variance) / Math.sqrt(dim), 12);
      expect(range[1]).toBeGreaterThanOrEqual(6 * variance);
    },
  );
});

describe.each(["draws", "draws for the map"] as const)("the %s", (name) => {
  const { request } = ASKED[name];
  const { keys, drawseed: seed, exponents } = request;

  it("list the gradients of the first sixty, no matter in which pieces they came", () => {
    for (const { done, result } of all(draws, request)) {
      const count = Math.min(done, 60);
      const whole = engine.sampleGradients({
        keys,
        seed,
        exponents,
        dims: DIMS,
        from: 0,
        count,
      });
      expect(result.singles).toEqual(whole.gradient);
    }
  });
});

it("the entropies of longer sentences take no more draws than they are asked for, and few of many", () => {
  expect(last(all(growth, ASKED.growth.request)).total).toBe(9);
  const { value } = growth.run(engine, { drawseed: 0, draws: 20_000 }).next();
  expect(value).toMatchObject({ total: 400 });
});

describe("the shares", () => {
  const { request } = ASKED.shares;
  const steps = all(shares, request);

  it("are at every step of every draw, or of every second or eighth, so far", () => {
    for (const { done, result } of steps) {
      expect(result.map(({ keys, draws: made }) => [keys, made])).toEqual(
        SHARE_COUNTS.map(({ keys, every }) => [keys, Math.ceil(done / every)]),
      );
    }
  });
});

describe("where the root goes", () => {
  it.each(DEFINITIONS.precision.words)("is computed place by place (%s)", (precision) => {
    const { attention: _, ...options } = { ...ASKED.places.request, precision };
    const x = engine.wordVectors(attention.words, attention);
    const [queries, keys] = (["queries", "keys"] as const).map((projection) =>
      engine.project(x, { seed: attention.seed, projection }),
    ) as [Matrix, Matrix];
    const found = DEFINITIONS.place.words.map((place) => [
      place,
      engine.reducedScores(queries, keys, { ...options, place }),
    ]);
    for (const [i, step] of all(places, { attention, ...options }).entries()) {
      expect([step.done, step.total]).toEqual([i + 1, 4]);
      expect(step.result).toEqual(Object.fromEntries(found.slice(0, i + 1)));
    }
  });

  it("overflows in half precision where the root comes last, and not where it comes first", () => {
    const { result } = last(all(places, ASKED.places.request));
    expect(result.scores?.overflowed).toBeGreaterThan(0);
    expect(result.queries?.overflowed).toBe(0);
    for (const found of Object.values(result)) {
      const { difference, exact, overflowed, largestDifference, largestRelative } = found;
      const pairs = [...difference.data].map(
        (off, i) => [Math.abs(off), exact.data[i] ?? 0] as const,
      );
      const finite = pairs.filter(([off]) => Number.isFinite(off));
      expect(overflowed).toBe(pairs.length - finite.length);
      expect(largestDifference).toBe(Math.max(...finite.map(([off]) => off)));
      const relative = Math.max(...finite.map(([off, of]) => off / Math.abs(of)));
      expect(largestRelative).toBeCloseTo(relative, 12);
    }
  });
});
