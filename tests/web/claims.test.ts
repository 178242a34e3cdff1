/** The numbers that the texts of the page state, each computed by the engine. */
import { describe, expect, it } from "vitest";
import {
  type SentenceAttention,
  sentenceAttention,
} from "../../web/src/attention/sentence-attention.js";
import type { Matrix } from "../../web/src/engine/api.js";
import { DIMS as OCTAVES } from "../../web/src/part-kit/axes.js";
import { aligned, COSINES } from "../../web/src/parts/variance/experiments.js";
import { en as bell } from "../../web/src/text/en/bell.js";
import { engine } from "../loaded-engine.js";
import { found } from "./printed-blocks.js";

/** The median of each column. */
const medians = ({ rows, cols, data }: Matrix): number[] =>
  Array.from({ length: cols }, (_, col) => {
    const column = Array.from({ length: rows }, (__, row) => data[row * cols + col] ?? 0);
    return engine.quantiles(column, [0.5])[0] ?? 0;
  });

const DIMS = [4, 8, 16, 64, 256, 512, 1024];
const GRADIENT_EXPONENTS = [0.4, 0.5, 0.75, 1];

/** The median ‖∂y/∂q‖ for three keys, by d, for each exponent. */
function gradientsOf(dims: number[], exponents: number[]): number[][] {
  const options = { seed: 0, keys: 3, dims, exponents, count: 4000 };
  const found = medians(engine.sampleGradients(options).gradient);
  return exponents.map((_, j) => dims.map((__, i) => found[i * exponents.length + j] ?? 0));
}
const gradients = gradientsOf(DIMS, GRADIENT_EXPONENTS);
const gradientsAt = (exponent: number, dims: readonly number[]) => {
  const found = gradients[GRADIENT_EXPONENTS.indexOf(exponent)] ?? [];
  return dims.map((dim) => found[DIMS.indexOf(dim)] ?? Number.NaN);
};

type Side = SentenceAttention["scaled"];
const attention = (dim: number, seed: number, exponent = 0.5) =>
  sentenceAttention(engine, {
    words: ["I", "am", "good"],
    dim,
    seed,
    exponent,
    x: null,
    projections: "random",
  });

describe("the median ‖∂y/∂q‖ of three keys", () => {
  it("tends to a level with the root: .40, .42, .44 at d = 16, 64, 1024", () => {
    expect(gradientsAt(0.5, [16, 64, 1024]).map((value) => value.toFixed(2))).toEqual([
      "0.40",
      "0.42",
      "0.44",
    ]);
  });

  it("fades as d^(½ − α) only in the end", () => {
    const dims = [4, 8, 512, 1024];
    for (const exponent of [0.75, 1]) {
      const power = 0.5 - exponent;
      const values = gradientsAt(exponent, dims);
      const [first = 0, , last = 0] = engine.localExponents(dims, values);
      expect(Math.abs(last - power)).toBeLessThan(0.02);
      expect(first).toBeGreaterThan(0.85 * power);
    }
  });

  it("turns for α = .4 at a few thousand, outside the picture", () => {
    const rising = gradientsAt(0.4, [256, 512, 1024]);
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    // For large d it depends on the spread of the logits alone, d^(½ − α), and is largest at one
    // spread.
    const exponents = Array.from({ length: 61 }, (_, i) => 0.3 + i / 400);
    const atMost = gradientsOf([1024], exponents).map(([value = 0]) => value);
    const best = exponents[atMost.indexOf(Math.max(...atMost))] ?? 0;
    const turn = 1024 ** ((0.5 - best) / 0.1);
    expect(turn).toBeGreaterThan(1500);
    expect(turn).toBeLessThan(10_000);
  });
});

describe("a row of the sentence", () => {
  it("with identical queries and keys leads on the diagonal from d of about 16 on", () => {
    const words = "a dog ate the food because it was hungry in one big house we know".split(" ");
    const leading = (dim: number, count: number) => {
      const rows = Array.from({ length: 20 }, (_, seed) => {
        const asked = { words: words.slice(0, count), dim, seed, exponent: 0.5, x: null };
        const { scaled } = sentenceAttention(engine, { ...asked, projections: "identity" });
        return [...scaled.peakIndex].map((key, row) => key === row);
      }).flat();
      return rows.filter(Boolean).length / rows.length;
    };
    for (const count of [3, 15]) {
      expect(leading(4, count)).toBeLessThan(0.95);
      expect(leading(16, count)).toBeGreaterThan(0.95);
    }
  });

  describe("of sixty seeds", () => {
    const seeds = Array.from({ length: 60 }, (_, seed) => seed);
    /**
     * The attention at d = 1024, seed by seed, so that the engine draws the projections of each
     * once.
     */
    const wide = seeds.map((seed) => ({
      root: attention(1024, seed),
      quarter: attention(1024, seed, 0.25),
      less: attention(1024, seed, 0.4),
    }));
    const share = (rows: readonly Side[]) => {
      const peaks = rows.flatMap(({ peak }) => [...peak]);
      return peaks.filter((peak) => peak > 0.9).length / peaks.length;
    };

    it("usually has one winner without the division at d = 1024, and is usually soft with it", () => {
      expect(share(wide.map(({ root }) => root.unscaled))).toBeGreaterThan(0.9);
      expect(share(wide.map(({ root }) => root.scaled))).toBeLessThan(0.05);
    });

    it.each([
      ["quarter", 32],
      ["less", 4],
    ] as const)(
      "divided by less than the root at d = 1024 (%s) is about as sharp as one without the division at d = %d",
      (of, like) => {
        const narrow = seeds.map((seed) => attention(like, seed).unscaled);
        const off = share(wide.map((one) => one[of].scaled)) - share(narrow);
        expect(Math.abs(off)).toBeLessThan(0.15);
      },
    );
  });
});

it("the Frobenius norm of J only falls while a grows, the spectral norm rises first", () => {
  const scales = Array.from({ length: 81 }, (_, i) => i / 20);
  const { frobenius, spectral } = engine.saturation([1, 1, 2, 4], scales);
  for (const [i, norm] of [...frobenius].slice(1).entries()) {
    expect(norm).toBeLessThan(frobenius[i] ?? 0);
  }
  const highest = spectral.indexOf(Math.max(...spectral));
  expect(scales[highest]).toBeCloseTo(0.45, 6);
});

it("of three scalings, √(ln n / ln 512)/√d keeps the share of ln n level, and ln n overshoots", () => {
  const counts = [32, 512, 4096];
  const { root, logarithmic, level } = engine.sampleEntropies({
    seed: 0,
    dim: 64,
    counts,
    count: 200,
  });
  const shares = (lane: Matrix) =>
    medians(lane).map((value, i) => (value / Math.log(counts[i] ?? 1)).toFixed(2));
  expect(shares(root)).toEqual(["0.88", "0.92", "0.94"]);
  expect(shares(logarithmic)).toEqual(["0.96", "0.92", "0.89"]);
  expect(shares(level)).toEqual(["0.93", "0.92", "0.92"]);
});

describe("the variance of scores", () => {
  it("is d σ⁴", () => {
    const { scores } = engine.sampleScores({ seed: 0, samples: 3000, dim: 64, std: 2, scale: 1 });
    expect(scores.variance / (64 * 2 ** 4)).toBeCloseTo(1, 1);
  });

  it("at BERT’s start is one of scores that spread by 1.9, divided by .24", () => {
    // A head: 768 inputs of variance 1, weights of σ = .02 without those beyond 2σ, d = 64.
    const product = (a: Matrix, b: Matrix) =>
      engine.attention(a, b, b, { scale: 1, outputs: ["scores"] }).scores;
    const inputs = engine.randomNormal({ seed: 1, rows: 200, cols: 768 });
    const drawn = (seed: number): Matrix => {
      const all = engine.randomEntries({ seed, count: 70 * 768, std: 0.02 });
      const data = all.filter((entry) => Math.abs(entry) < 0.04).slice(0, 64 * 768);
      return { rows: 64, cols: 768, data };
    };
    expect(engine.moments(drawn(2).data).std).toBeCloseTo(0.0176, 3);
    const queries = product(inputs, drawn(2));
    const keys = product(inputs, drawn(3));
    expect(engine.moments(queries.data).std).toBeCloseTo(0.488, 2);
    const scores = engine.moments(product(queries, keys).data).std;
    expect(scores.toFixed(1)).toBe("1.9");
    expect((scores / 8).toFixed(2)).toBe("0.24");
  });
});

it("a score of a query and a key at the cosine c is about c·d, of independent ones it spreads as √d", () => {
  const { scores } = found(aligned.run(engine, { sampleseed: 0 }));
  const last = OCTAVES.length - 1;
  const d = OCTAVES[last] ?? 0;
  for (const [i, cosine] of COSINES.entries()) {
    const cell = last * COSINES.length + i;
    if (cosine > 0) expect((scores.mean[cell] ?? 0) / (cosine * d)).toBeCloseTo(1, 1);
    else expect(Math.abs((scores.std[cell] ?? 0) / Math.sqrt(d) - 1)).toBeLessThan(0.15);
  }
});

// ---- the bell ----

/** The highest of three scores that are `distance` apart. */
const highest = (distance: number) =>
  engine.weightArithmetic([-distance, 0, distance], { scale: 1, index: 2 });

describe("a query of length √d with keys of independent normal entries", () => {
  it("has scores of standard deviation √d, of the shape of a bell", () => {
    expect(bell.further.text[0]).toContain("standard deviation $√d$");
    const dim = 64;
    const keys = engine.randomNormal({ seed: 5, rows: 20_000, cols: dim });
    const drawn = engine.randomNormal({ seed: 6, rows: 1, cols: dim });
    const length = Math.hypot(...drawn.data);
    const query = { ...drawn, data: drawn.data.map((entry) => (entry * Math.sqrt(dim)) / length) };
    const { scores } = engine.attention(query, keys, keys, { outputs: ["scores"] });
    const { mean, std } = engine.moments(scores.data);
    expect(Math.abs(mean)).toBeLessThan((4 * Math.sqrt(dim)) / Math.sqrt(20_000));
    expect(Math.abs(std / Math.sqrt(dim) - 1)).toBeLessThan(4 / Math.sqrt(40_000));
    // The density at the bins' middles times their width is the share of the scores in them.
    const { counts, edges } = engine.histogram(scores.data, { bins: 8, range: [-16, 16] });
    const middles = Array.from(counts, (_, i) => ((edges[i] ?? 0) + (edges[i + 1] ?? 0)) / 2);
    const density = engine.normalDensity(middles, { mean: 0, std: Math.sqrt(dim) });
    for (const [i, count] of counts.entries()) {
      expect(Math.abs(count / 20_000 - 4 * (density[i] ?? 0))).toBeLessThan(0.01);
    }
  });

  it("gives the slope of about e^(−√d) at the highest of the three scores", () => {
    for (const dim of [64, 256, 1024]) {
      expect(highest(Math.sqrt(dim)).slope * Math.exp(Math.sqrt(dim))).toBeCloseTo(1, 2);
    }
  });
});
