/** What the part on the gradient says in words, measured on draws of its own. */
import { describe, expect, it } from "vitest";
import { DIMS } from "../../web/src/parts/gradient/draws.js";
import { engine } from "./experiment-steps.js";

const EXPONENTS = [0, 0.5];
/** Number of draws for each number of keys, and the seed, another one than the page's. */
const DRAWS = { 3: 4000, 16: 3000, 64: 1500, 512: 500 };
/** Between these the medians without the division and with it cross, for so many keys. */
const CROSSINGS: readonly (readonly [keys: number, below: number, above: number])[] = [
  [3, 15, 27],
  [64, 240, 450],
  [512, 700, 1024],
];
const SEED = 12;

/** The gradients of one side at one d. */
type Gradients = (dim: number, side: number) => Float64Array;

function drawn(keys: number, dims: readonly number[], count: number): Gradients {
  const asked = { seed: SEED, keys, dims, exponents: EXPONENTS, from: 0, count };
  const { rows, cols, data } = engine.sampleGradients(asked).gradient;
  return (dim, side) => {
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

const all = Object.entries(DRAWS).map(([n, count]) => {
  const keys = Number(n);
  const crossing = CROSSINGS.filter(([of]) => of === keys).flatMap(([, ...dims]) => dims);
  const dims = [...new Set([...DIMS, ...crossing])].sort((a, b) => a - b);
  return { keys, gradients: drawn(keys, dims, count) };
});
const of = (keys: number): Gradients => {
  const found = all.find((one) => one.keys === keys);
  if (found === undefined) throw new Error(`there are no draws of ${keys} keys`);
  return found.gradients;
};

/** As measured elsewhere, on 500 to 4,000 draws: at d = 16, 64, 256 and 1024, undivided and divided. */
const TOLD_AT = [16, 64, 256, 1024];
const SHARES: [keys: number, undivided: number[], divided: number[]][] = [
  [3, [0.34, 0.19, 0.095, 0.058], [0.84, 0.88, 0.9, 0.89]],
  [16, [0.6, 0.38, 0.2, 0.11], [0.94, 0.97, 0.98, 0.98]],
  [64, [0.7, 0.47, 0.26, 0.13], [0.86, 0.93, 0.95, 0.95]],
  [512, [0.77, 0.57, 0.31, 0.17], [0.83, 0.93, 0.95, 0.96]],
];
const MEDIANS: [keys: number, undivided: number[], divided: number[]][] = [
  [3, [0.49, 0.075, 5e-4, 2e-8], [0.4, 0.42, 0.43, 0.44]],
  [64, [1.2, 1.6, 0.42, 0.008], [0.18, 0.18, 0.18, 0.18]],
  [512, [1.1, 2.2, 0.87, 0.073], [0.07, 0.07, 0.07, 0.07]],
];

describe("the share of queries that supply the gradient", () => {
  it.each(SHARES)(
    "for %d keys is, within the errors of both samples, that told",
    (keys, ...told) => {
      for (const [side, values] of told.entries()) {
        for (const [i, value] of values.entries()) {
          const draws = of(keys)(TOLD_AT[i] ?? 0, side);
          // Both are samples, of some hundred draws for many keys; a share of heavy tails is told too large by few draws.
          const allowed = 4 * Math.SQRT2 * shareError(draws) + 0.005 + 0.02 * value;
          expect(Math.abs(summary(draws).share - value), `${side}, d ${TOLD_AT[i]}`).toBeLessThan(
            allowed,
          );
        }
      }
    },
  );

  it.each(all)(
    "for $keys keys falls from d = 16 on without the division, and with it stays near 1",
    ({ gradients }) => {
      const shares = (side: number) => TOLD_AT.map((dim) => summary(gradients(dim, side)).share);
      const [undivided, divided] = [shares(0), shares(1)];
      for (const [i, share] of undivided.entries()) {
        if (i > 0) expect(share).toBeLessThan(0.8 * (undivided[i - 1] ?? 0));
        expect(share).toBeLessThan(divided[i] ?? 0);
      }
      for (const [i, share] of divided.entries())
        expect(share).toBeGreaterThan(i === 0 ? 0.7 : 0.85);
    },
  );

  it("is in the end halved when d is quadrupled", () => {
    // Few keys reach that end within d = 1024.
    const gradients = drawn(3, [64, 256, 1024], 20_000);
    for (const dim of [64, 256]) {
      const [before, after] = [gradients(dim, 0), gradients(4 * dim, 0)];
      const ratio = summary(after).share / summary(before).share;
      const error =
        shareError(after) / summary(after).share + shareError(before) / summary(before).share;
      expect(Math.abs(ratio - 0.5)).toBeLessThan(0.05 + 2 * ratio * error);
    }
  });

  it("is small below d = 16 with the division too: .41, .54 and .68 for three keys", () => {
    for (const [dim, told] of [
      [1, 0.41],
      [2, 0.54],
      [4, 0.68],
    ] as const) {
      const draws = of(3)(dim, 1);
      expect(Math.abs(summary(draws).share - told)).toBeLessThan(
        4 * Math.SQRT2 * shareError(draws) + 0.005,
      );
    }
  });
});

describe("the median of the gradient", () => {
  it.each(MEDIANS)(
    "for %d keys lies, within the errors of both samples, at that told",
    (keys, ...told) => {
      for (const [side, values] of told.entries()) {
        for (const [i, value] of values.entries()) {
          const draws = of(keys)(TOLD_AT[i] ?? 0, side);
          // Quantiles between which the medians of two samples differ in one case of a thousand, the other one of 500.
          const off = 1.65 * Math.sqrt(1 / draws.length + 1 / 500);
          const [low = 0, high = 0] = engine.quantiles(draws, [0.5 - off, 0.5 + off]);
          const rounding = 0.5 * 10 ** (Math.floor(Math.log10(value)) - (value < 1e-3 ? 0 : 1));
          expect(value, `${side}, d ${TOLD_AT[i]}`).toBeGreaterThan(low - rounding);
          expect(value, `${side}, d ${TOLD_AT[i]}`).toBeLessThan(high + rounding);
        }
      }
    },
  );

  it("for 512 keys at d = 64 is some 30 times as large without the division", () => {
    const ratio = summary(of(512)(64, 0)).median / summary(of(512)(64, 1)).median;
    expect(ratio).toBeGreaterThan(25);
    expect(ratio).toBeLessThan(37);
  });

  it.each(CROSSINGS)(
    "for %d keys crosses that with the division between d = %d and %d",
    (keys, below, above) => {
      const ratio = (dim: number) =>
        summary(of(keys)(dim, 0)).median / summary(of(keys)(dim, 1)).median;
      expect(ratio(below)).toBeGreaterThan(1.1);
      // At d = 1024 the medians for 512 keys are equal within their errors.
      expect(ratio(above)).toBeLessThan(keys === 512 ? 1.5 : 0.9);
    },
  );
});

describe("the gradient of W^Q in trials with a random gradient at the output", () => {
  /** ‖∂L/∂W^Q‖ without the division over that with it. X, Q, K, V and ∂L/∂Z are independent draws. */
  function ratio(words: number, dim: number, trial: number): number {
    const entries = (which: number) => ({
      ...{ rows: words, cols: dim },
      data: engine.randomEntries({ seed: 1000 * trial + which, count: words * dim }),
    });
    const [x, q, k, v, dZ] = [entries(1), entries(2), entries(3), entries(4), entries(5)];
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

  it("is larger without the division, in most trials 4 to 20 times", () => {
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
