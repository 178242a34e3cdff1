import { type EntryLaw, type Histogram, loadEngine, type Moments } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EPS, expectClose } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

interface Golden {
  seed: number;
  samples: number;
  dim: number;
  scale: number | null;
  std: number;
  law: EntryLaw;
  firstQueries: number[];
  query: Moments;
  key: Moments;
  scores: Moments;
  bins: number;
  range: [number, number];
  counts: number[];
  edges: number[];
}

const cases = goldens<Golden>("score_sampling");
const optionsOf = ({ seed, samples, dim, scale, std, law }: Golden) => ({
  ...{ seed, samples, dim, std, law },
  scale: scale ?? undefined,
});

/** Twelve digits, and of a mean near 0 twelve of the deviation's. */
const k = 1e-12 / EPS;

function expectMoments(
  actual: Omit<Moments, "min" | "max">,
  { count, mean, variance, std }: Moments,
) {
  expect(actual.count).toBe(count);
  expectClose([actual.mean], [mean], { k, of: std });
  expectClose([actual.variance, actual.std], [variance, std], { k });
}

const sum = (numbers: ArrayLike<number>) => Array.from(numbers).reduce((a, b) => a + b, 0);

describe("the sampling experiment", () => {
  it.each(cases)("has NumPy's moments: $name", (golden) => {
    const { query, key, scores } = engine.sampleScores(optionsOf(golden));
    expectMoments(query, golden.query);
    expectMoments(key, golden.key);
    expectMoments(scores, golden.scores);
    // The log behind a draw may be off by a last digit.
    const { min, max } = query;
    expectClose([min, max], [golden.query.min, golden.query.max], { k: 2 });
    expect(Object.keys(scores).sort()).toEqual(["count", "mean", "std", "variance"]);
  });

  it("has the digits of the experiment in NumPy, relative to each of them", () => {
    const { query, key, scores } = engine.sampleScores({ seed: 0, samples: 10_000, dim: 100 });
    const actual = [query, key, scores].flatMap(({ mean, std }) => [mean, std]);
    const expected = [
      0.0015121465155362318, 0.9999218259776954, 0.00030444971735968363, 0.9988866485887642,
      0.0001082210308225202, 0.9989145784891948,
    ];
    expectClose(actual, expected, { k });
    expectClose(
      engine.randomEntries({ seed: 0, count: 2 }),
      [1.764052345967664, 0.4001572083672233],
      { k: 1 },
    );
  });

  it.each(cases)("has NumPy's histogram, but for scores at an edge: $name", (golden) => {
    const { bins, range } = golden;
    const { scores, histogram } = engine.sampleScores({ ...optionsOf(golden), bins, range });
    expect(histogram.edges).toEqual(Float64Array.from(golden.edges));
    const moved = golden.counts.map((count, bin) => Math.abs((histogram.counts[bin] ?? 0) - count));
    // One score in ten thousand may fall into the bin beside: off in both.
    expect(sum(moved)).toBeLessThanOrEqual(2e-4 * scores.count);
    expectMoments(scores, golden.scores);
    // Sums of up to 100 products in single precision.
    const { min, max, std } = golden.scores;
    expectClose([scores.min, scores.max], [min, max], { k: 1e-5 / EPS, of: std });
  });

  it("gives the same digits however its queries are split, and whatever was asked before", () => {
    const options = { seed: 4, samples: 150, dim: 20, bins: 30, range: [-4, 4] as const };
    const whole = engine.scoreHistogram({ ...options, count: 150 });
    const property = (cuts: number[], interrupted: boolean) => {
      const ends = [...new Set([0, ...cuts, 150])].sort((a, b) => a - b);
      const parts = ends.slice(1).map((end, index) => {
        if (interrupted) engine.sampleScores({ ...options, seed: 5 });
        const from = ends[index] ?? 0;
        return engine.scoreHistogram({ ...options, from, count: end - from });
      });
      const counts = whole.counts.map((_, bin) => sum(parts.map((part) => part.counts[bin] ?? 0)));
      expect(counts).toEqual(whole.counts);
      const combined = engine.combinedMoments(parts.map(({ moments }) => moments));
      const { count, min, max, mean, variance } = whole.moments;
      expect([combined.count, combined.min, combined.max]).toEqual([count, min, max]);
      expectClose([combined.mean, combined.variance], [mean, variance], { k: 100, of: 1 });
    };
    const cut = fc.integer({ min: 1, max: 149 });
    fc.assert(fc.property(fc.array(cut, { maxLength: 6 }), fc.boolean(), property));
  });

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

  it("divides by √d unless another scale is given", () => {
    const options = { seed: 7, samples: 20, dim: 16 };
    const { scores } = engine.sampleScores(options);
    expect(engine.sampleScores({ ...options, scale: 0.25 }).scores).toEqual(scores);
    expect(engine.sampleScores({ ...options, scale: 1 }).scores.std).toBe(4 * scores.std);
  });

  it("starts with the entries of its first queries", () => {
    for (const { seed, std, law, firstQueries } of cases) {
      const count = firstQueries.length;
      const entries = engine.randomEntries({ seed, count, std, law });
      expectClose(entries, firstQueries, { k: law === "normal" ? 1 : 0 });
    }
    expect(engine.randomEntries({ seed: 1, count: 0 })).toEqual(new Float64Array(0));
  });

  it("draws normal entries of deviation 1 unless told otherwise", () => {
    const { data } = engine.randomNormal({ seed: 8, rows: 1, cols: 9 });
    expect(engine.randomEntries({ seed: 8, count: 9 })).toEqual(data);
    expect(engine.randomEntries({ seed: 8, count: 9, std: 2, law: "normal" })).toEqual(
      data.map((draw) => 2 * draw),
    );
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
    const [one, other] = [
      { seed: 1, samples: 400, dim: 50 },
      { seed: 2, samples: 400, dim: 50 },
    ];
    const expected = engine.sampleScores(one);
    engine.drawScores(other, 1);
    engine.drawScores(one, 1);
    expect(engine.sampleScores(one)).toEqual(expected);
  });
});
