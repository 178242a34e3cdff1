/** What the part on the gradient says in words, measured on draws of its own. */
import { describe, expect, it } from "vitest";
import { ALL } from "../all.js";
import { engine } from "../loaded-engine.js";

const EXPONENTS = [0, 0.5];
/** Where the share is told of three keys. */
const SMALL = [1, 2, 4];
const DIMS = [16, 64, 256, 1024];
/**
 * The number of draws, and two d between which the medians without the division and with it cross.
 */
const KEYS = [
  { keys: 3, count: 4000, crossing: [15, 27] },
  { keys: 16, count: 3000, crossing: [] },
  { keys: 64, count: 1500, crossing: [240, 450] },
  { keys: 512, count: 500, crossing: [700, 1024] },
];

/** The gradients of one side at one d, of another seed than the page's. */
function drawn(keys: number, dims: readonly number[], count: number) {
  const asked = { seed: 12, keys, dims, exponents: EXPONENTS, from: 0, count };
  const { rows, cols, data } = engine.sampleGradients(asked).gradient;
  return (dim: number, side: number) => {
    const cell = dims.indexOf(dim) * EXPONENTS.length + side;
    return Float64Array.from({ length: rows }, (_, draw) => data[draw * cols + cell] ?? 0);
  };
}

const summary = (draws: Float64Array) => {
  const { median, share } = engine.drawSummaries({ rows: 1, cols: draws.length, data: draws });
  return { median: median[0] ?? 0, share: share[0] ?? 0 };
};

/** The standard error of the share, by twenty parts of the draws of which each is left out once. */
function shareError(draws: Float64Array): number {
  const parts = 20;
  const shares = Array.from(
    { length: parts },
    (_, part) => summary(draws.filter((__, i) => i % parts !== part)).share,
  );
  return engine.moments(shares).std * Math.sqrt(parts - 1);
}

const all = KEYS.map(({ keys, count, crossing }) => {
  const dims = [...new Set([...SMALL, ...DIMS, ...crossing])].sort((a, b) => a - b);
  return { keys, crossing, gradients: drawn(keys, dims, count) };
});
const [three] = all;

describe("the gradient", () => {
  it.each(all)(
    "of $keys keys comes from a share of queries that falls from d = 16 on, and with the division stays near 1",
    ({ gradients }) => {
      const [undivided = [], divided = []] = [0, 1].map((side) =>
        DIMS.map((dim) => summary(gradients(dim, side)).share),
      );
      for (const [i, share] of undivided.entries()) {
        if (i > 0) expect(share).toBeLessThan(0.8 * (undivided[i - 1] ?? 0));
        expect(share).toBeLessThan(divided[i] ?? 0);
        expect(divided[i]).toBeGreaterThan(i === 0 ? 0.7 : 0.85);
      }
    },
  );

  it.each(all.filter(({ crossing }) => crossing.length > 0))(
    "of $keys keys has medians that cross between d = $crossing",
    ({ keys, crossing, gradients }) => {
      const [below = 0, above = 0] = crossing.map(
        (dim) => summary(gradients(dim, 0)).median / summary(gradients(dim, 1)).median,
      );
      expect(below).toBeGreaterThan(1.1);
      // At d = 1024 the medians for 512 keys are equal within their errors.
      expect(above).toBeLessThan(keys === 512 ? 1.5 : 0.9);
    },
  );

  it("of 3 keys comes from a share of .41, .54 and .68 at small d with the division", () => {
    for (const [i, told] of [0.41, 0.54, 0.68].entries()) {
      const draws = three?.gradients(SMALL[i] ?? 0, 1) ?? new Float64Array();
      const allowed = 4 * Math.SQRT2 * shareError(draws) + 0.005;
      expect(Math.abs(summary(draws).share - told)).toBeLessThan(allowed);
    }
  });
});

describe("the gradients of queries without the division", () => {
  /** The gradients of some draws, without the division and with it. */
  function gradientsOf(keys: number, dim: number, seed: number) {
    const asked = { seed, keys, dims: [dim], exponents: EXPONENTS, from: 0, count: 300 };
    const { rows, data } = engine.sampleGradients(asked).gradient;
    const side = (at: number) =>
      Float64Array.from({ length: rows }, (_, draw) => data[EXPONENTS.length * draw + at] ?? 0);
    return { without: side(0), withIt: side(1) };
  }
  /** The share of gradients below a quarter of their mean. */
  function tinyShare(gradients: Float64Array): number {
    const { mean } = engine.moments(gradients);
    return gradients.filter((norm) => norm < mean / 4).length / gradients.length;
  }

  it.each([
    [3, 64],
    [3, 256],
    [64, 1024],
  ])("of %d keys at d = %d are a few large and mostly tiny ones", (keys, dim) => {
    for (const seed of [1, 2]) {
      const { without, withIt } = gradientsOf(keys, dim, seed);
      const { mean, max } = engine.moments(without);
      expect(tinyShare(without)).toBeGreaterThan(0.5);
      expect(max / mean).toBeGreaterThan(4);
      expect(tinyShare(withIt)).toBeLessThan(0.02);
    }
  });

  it("of 64 keys at d = 64 are not mostly tiny: the typical one is larger than with the division", () => {
    for (const seed of [1, 2]) {
      const { without, withIt } = gradientsOf(64, 64, seed);
      expect(tinyShare(without)).toBeLessThan(0.45);
      expect(summary(without).median).toBeGreaterThan(5 * summary(withIt).median);
    }
  });
});

it.runIf(ALL)("the share of queries is in the end halved when d is quadrupled", () => {
  // Few keys reach that end within d = 1024.
  const gradients = drawn(3, [64, 256, 1024], 20_000);
  for (const dim of [64, 256]) {
    const before = gradients(dim, 0);
    const after = gradients(4 * dim, 0);
    const ratio = summary(after).share / summary(before).share;
    const error =
      shareError(after) / summary(after).share + shareError(before) / summary(before).share;
    expect(Math.abs(ratio - 0.5)).toBeLessThan(0.05 + 2 * ratio * error);
  }
});

describe("the gradient of W^Q in trials with a random gradient at the output", () => {
  /**
   * ‖∂L/∂W^Q‖ without the division over that with it. X, Q, K, V and ∂L/∂Z are independent draws.
   */
  function ratio(words: number, dim: number, trial: number): number {
    const entries = (which: number) => ({
      rows: words,
      cols: dim,
      data: engine.randomEntries({ seed: 1000 * trial + which, count: words * dim }),
    });
    const x = entries(1);
    const q = entries(2);
    const k = entries(3);
    const v = entries(4);
    const dZ = entries(5);
    const [without = 0, divided = 0] = [1, 1 / Math.sqrt(dim)].map((scale) => {
      const { data } = engine.attentionGradient(q, k, v, dZ, { scale }).queries;
      let squares = 0;
      for (let row = 0; row < dim; row += 1) {
        for (let col = 0; col < dim; col += 1) {
          let sum = 0;
          for (let i = 0; i < words; i += 1) {
            sum += (x.data[i * dim + row] ?? 0) * (data[i * dim + col] ?? 0);
          }
          squares += sum * sum;
        }
      }
      return Math.sqrt(squares);
    });
    return without / divided;
  }

  it.runIf(ALL)("is larger without the division, in most trials 4 to 20 times", () => {
    const trials = [16, 64].flatMap((words) =>
      [64, 256].flatMap((dim) =>
        Array.from({ length: 12 }, (_, trial) => ratio(words, dim, trial)),
      ),
    );
    expect(Math.min(...trials)).toBeGreaterThan(1);
    const within = trials.filter((times) => times >= 4 && times <= 20);
    expect(within.length / trials.length).toBeGreaterThan(0.7);
  });
});
