import { loadEngine, type Saturation } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lists, numbers } from "./arbitraries.js";
import { EPS, expectClose } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

/** Distances of up to 40 between logits: saturated, but no product of two weights is denormal. */
const logit = numbers(20);

const largest = (list: readonly number[]) => Math.max(...list.map(Math.abs));

/**
 * How many eps a weight may be off: logits that are rounded to eps of themselves put as many into
 * it as they are large, and the sums a few more.
 */
const tolerance = (logits: readonly number[]) => ({ k: 8 + 2 * largest(logits) });

describe("the norms of softmax's Jacobian", () => {
  type Golden = { logits: number[]; frobenius: number; spectral: number };

  it.each(goldens<Golden>("jacobian_norms"))("equal mpmath's: $name", (golden) => {
    const { frobenius, spectral } = engine.jacobianNorms(golden.logits);
    // Relative, however small. Differences of the logits are exact or at most 50: some 8 eps.
    expectClose([frobenius, spectral], [golden.frobenius, golden.spectral], { k: 16 });
  });

  it("are those of the matrix: the spectral one at most ½ and at most the Frobenius one", () => {
    const property = (logits: number[]) => {
      const { frobenius, spectral } = engine.jacobianNorms(logits);
      const { data } = engine.softmaxJacobian(logits);
      expectClose([frobenius], [Math.hypot(...data)], { k: 32 });
      // The largest of up to 8 eigenvalues: two of equal size at least stand in the Frobenius norm.
      const room = 1 + 8 * EPS;
      expect(spectral).toBeLessThanOrEqual(frobenius * room);
      expect(spectral * Math.sqrt(logits.length)).toBeGreaterThanOrEqual(frobenius / room);
      expect(spectral).toBeLessThanOrEqual(0.5 * room);
    };
    fc.assert(fc.property(lists(logit, 8), property));
  });

  it("are an eigenvalue and no smaller than what any vector is stretched by", () => {
    const property = (pairs: [number, number][]) => {
      const logits = pairs.map(([first]) => first);
      const vector = pairs.map(([, second]) => second);
      const { spectral } = engine.jacobianNorms(logits);
      const stretched = Math.hypot(...engine.softmaxJacobianProduct(logits, vector));
      expect(stretched).toBeLessThanOrEqual(spectral * Math.hypot(...vector) * (1 + 64 * EPS));
    };
    fc.assert(fc.property(lists(fc.tuple(logit, numbers(10)), 8), property));
  });

  it("do not change where every logit is moved by as much", () => {
    const property = (logits: number[], offset: number) => {
      const { frobenius, spectral } = engine.jacobianNorms(logits);
      const there = engine.jacobianNorms(logits.map((entry) => entry + offset));
      // The moved logits are rounded.
      const k = 16 + 4 * (largest(logits) + Math.abs(offset));
      expectClose([there.frobenius, there.spectral], [frobenius, spectral], { k });
    };
    fc.assert(fc.property(lists(logit, 8), numbers(1000), property));
  });

  it("of single precision are those of the same numbers in double", () => {
    const logits = Float32Array.of(0.5, -1, 3.3);
    expect(engine.jacobianNorms(logits)).toEqual(engine.jacobianNorms([...logits]));
  });
});

describe("the central difference of softmax", () => {
  const pairs = lists(fc.tuple(numbers(5), numbers(2)), 8);

  it("is the product with the Jacobian, as far as a difference can be", () => {
    const property = (pairs: [number, number][], exponent: number) => {
      const logits = pairs.map(([first]) => first);
      const direction = pairs.map(([, second]) => second);
      const step = 10 ** -exponent;
      const difference = engine.softmaxCentralDifference(logits, direction, { step });
      // The third derivative along g is at most |g|³, over 6 and times h²: halved for good measure.
      // Weights are good to 16 eps, logits of up to 5 and their steps to as many, over h.
      const allowed = (largest(direction) ** 3 * step ** 2) / 2 + (32 * EPS) / step;
      const product = engine.softmaxJacobianProduct(logits, direction);
      expectClose(difference, product, { k: 1, eps: 1, of: allowed });
    };
    fc.assert(fc.property(pairs, fc.integer({ min: 1, max: 8 }), property));
  });

  it("is the difference of two calls of softmax over twice the step", () => {
    const [logits, direction, step] = [[1, -2, 0.5], [3, 0, -1], 0.125];
    const at = (sign: number) =>
      engine.softmax(logits.map((entry, i) => entry + sign * step * (direction[i] ?? 0)));
    const [above, below] = [at(1), at(-1)];
    expect(engine.softmaxCentralDifference(logits, direction, { step })).toEqual(
      above.map((entry, i) => (entry - (below[i] ?? 0)) / (2 * step)),
    );
  });
});

describe("saturation", () => {
  type Golden = { logits: number[]; scales: number[] } & Record<keyof Saturation, number[]>;

  it.each(goldens<Golden>("saturation"))("equals mpmath's: $name", (golden) => {
    const { logits, scales } = golden;
    const result = engine.saturation(logits, scales);
    scales.forEach((scale, i) => {
      const scaled = logits.map((entry) => scale * entry);
      for (const name of ["entropy", "peak", "frobenius", "spectral"] as const) {
        expectClose([result[name][i] ?? 0], [golden[name][i] ?? 0], tolerance(scaled));
      }
    });
    // Taken before the scale, which is one more rounding.
    expectClose(result.spread, golden.spread, { k: 8 });
  });

  it("does not change where every logit is moved by as much", () => {
    const property = (logits: number[], offset: number, scale: number) => {
      const here = engine.saturation(logits, [scale]);
      const moved = logits.map((entry) => entry + offset);
      const there = engine.saturation(moved, [scale]);
      const k = 16 + 4 * Math.max(1, Math.abs(scale)) * (largest(logits) + Math.abs(offset));
      for (const name of ["entropy", "peak", "frobenius", "spectral"] as const) {
        expectClose(there[name], here[name], { k });
      }
      const of = Math.abs(scale) * (largest(logits) + Math.abs(offset));
      expectClose(there.spread, here.spread, { k: 8, of });
    };
    fc.assert(fc.property(lists(logit, 8), numbers(100), numbers(2), property));
  });

  it("takes entropy away and adds to the peak while the scale grows, from ln n on", () => {
    const property = (logits: number[], first: number, second: number) => {
      const scales = [0, ...[first, second].sort((a, b) => a - b)];
      const { entropy, peak } = engine.saturation(logits, scales);
      const k = 16 + 8 * largest(logits);
      expectClose([entropy[0] ?? 0], [Math.log(logits.length)], { k: 4 });
      for (let i = 1; i < scales.length; i += 1) {
        expect(entropy[i]).toBeLessThanOrEqual((entropy[i - 1] ?? 0) * (1 + k * EPS));
        expect(peak[i]).toBeGreaterThanOrEqual((peak[i - 1] ?? 0) * (1 - k * EPS));
      }
    };
    const scale = numbers(2).map(Math.abs);
    fc.assert(fc.property(lists(logit, 8), scale, scale, property));
  });

  it("of negative logits and a negative scale is that of both positive", () => {
    const property = (logits: number[], scale: number) => {
      const turned = logits.map((entry) => -entry);
      expect(engine.saturation(turned, [-scale])).toEqual(engine.saturation(logits, [scale]));
    };
    fc.assert(fc.property(lists(logit, 8), numbers(3), property));
  });
});

describe("the gradients of the queries", () => {
  type Golden = {
    queries: { rows: number; cols: number; data: Float64Array };
    keys: { rows: number; cols: number; data: Float64Array };
    scale: number | null;
    peak: number[];
    entropy: number[];
    jacobian: number[];
    gradient: number[];
  };

  it.each(goldens<Golden>("query_gradients"))("equal mpmath's: $name", (golden) => {
    const { queries, keys, scale } = golden;
    const result = engine.queryGradients(queries, keys, scale === null ? {} : { scale });
    // A logit is good to eps of the sum of its terms, and that is the relative error of a weight.
    const factor = Math.abs(scale ?? 1 / Math.sqrt(queries.cols));
    const size = (data: Float64Array) => largest([...data]);
    const terms = factor * queries.cols * size(queries.data) * size(keys.data);
    for (const name of ["peak", "entropy", "jacobian", "gradient"] as const) {
      expectClose(result[name], golden[name], { k: 16 + 4 * terms });
    }
  });

  it("are the lengths of what attentionGradient gives the queries", () => {
    // ∂y_j/∂q is the gradient of output j where the values are the identity and dOutput is e_j.
    const queries = engine.randomNormal({ seed: 1, rows: 1, cols: 5 });
    const keys = engine.randomNormal({ seed: 2, rows: 4, cols: 5 });
    const identity = [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((j) => (i === j ? 1 : 0)));
    const rows = identity.map(
      (row) => engine.attentionGradient(queries, keys, identity, [row]).queries.data,
    );
    const { gradient } = engine.queryGradients(queries, keys);
    const length = Math.hypot(...rows.flatMap((row) => [...row]));
    expectClose(gradient, [length], { k: 32 });
  });
});

describe("the norm of what passes back through softmax", () => {
  it("is that of the product, for every scale", () => {
    const property = (logits: number[], seed: number) => {
      const upstream = logits.map((_, i) => Math.sin(seed + i));
      const scales = [0, 0.5, 1, 2];
      const norms = engine.passedNorms(logits, upstream, scales);
      for (const [i, scale] of scales.entries()) {
        const scaled = logits.map((entry) => scale * entry);
        const product = engine.softmaxJacobianProduct(scaled, upstream);
        expectClose([norms[i] ?? 0], [Math.hypot(...product)], { k: 8 });
      }
    };
    fc.assert(fc.property(lists(logit, 8), fc.integer({ min: 0, max: 1000 }), property));
  });

  it("keeps small upstream entries beside a large one of weight 0", () => {
    // The weights are 0, ½, ½, and the norm is |g2 − g3|/√8: by Python's decimal module.
    const norms = engine.passedNorms([-800, 0, 0], [1e308, 1e-20, 3e-20], [1]);
    expectClose(norms, [7.071067811865477e-21], { k: 8 });
  });
});

describe("the local exponents", () => {
  it("are the power of a power, between any points", () => {
    const property = (power: number, factor: number) => {
      const x = [1, 2, 5, 1024];
      const y = x.map((at) => factor * at ** power);
      // Logarithms of up to 30, over distances of at least log 2.
      expectClose(engine.localExponents(x, y), [power, power, power], { k: 200, of: 1 });
    };
    const positive = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(fc.property(fc.double({ min: -3, max: 3, noNaN: true }), positive, property));
  });

  it("are −∞ where a number falls to 0, and 0 where it stays", () => {
    expect([...engine.localExponents([1, 2, 4], [1, 0, 0])]).toEqual([-Infinity, 0]);
  });
});
