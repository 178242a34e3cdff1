/** Numbers at the ends of their range, which must give right results or an error that says what overflows. */
import { loadEngine } from "attention-scale";
import { describe, expect, it } from "vitest";
import { expectClose } from "./close.js";

const engine = await loadEngine();
const { MAX_VALUE, MAX_SAFE_INTEGER } = Number;

const overflow = (message: RegExp) =>
  expect.objectContaining({
    name: "EngineError",
    code: "domain",
    message: expect.stringMatching(message),
  });

describe("the norm of a passed gradient", () => {
  it("is right where the upstream entries are further apart than a double reaches", () => {
    // y1·y2·2e308·√2 by Python's decimal module.
    const norms = engine.passedNorms([0, 1], [1e308, -1e308], [1]);
    expectClose(norms, [5.561025250289944e307], { k: 8 });
  });
});

describe("the normal density", () => {
  it("is refused where it overflows", () => {
    const message = /^std is 4.94\S+e-324; .* at 0 overflows double precision: make std larger\.$/;
    expect(() => engine.normalDensity([0], { mean: 0, std: 5e-324 })).toThrow(overflow(message));
  });

  it("keeps its digits where its exponential vanishes", () => {
    // By Python's decimal module; the exponent of 760 rounds by up to 380 eps.
    const narrow = engine.normalDensity([39e-300], { mean: 0, std: 1e-300 });
    expectClose(narrow, [2.089087249429479e-31], { k: 800 });
    const wide = engine.normalDensity([1e308], { mean: -1e308, std: 1e308 });
    expectClose(wide, [5.3990966513188e-310], { k: 4 });
  });
});

describe("the gradient of attention", () => {
  it("is untouched by a masked key whose product would overflow", () => {
    const single = (...entries: number[]) => {
      return { rows: entries.length, cols: 1, data: Float32Array.from(entries) };
    };
    const [one, two, values, dOutput] = [single(1), single(1, 1), single(1, 3e38), single(1e30)];
    const gradient = engine.attentionGradient(one, two, values, dOutput, { mask: "causal" });
    expect([...gradient.values.data]).toEqual([Math.fround(1e30), 0]);
    for (const { data } of [gradient.queries, gradient.keys, gradient.scores]) {
      expect(data.every((entry) => entry === 0)).toBe(true);
    }
    expect(() => engine.attentionGradient(one, two, values, dOutput)).toThrow(
      overflow(/^∂L\/∂scores: .* overflows single precision/),
    );
  });
});

describe("combined moments", () => {
  it("are refused where their counts add up to more than a count holds", () => {
    const part = { count: MAX_SAFE_INTEGER, mean: 0, variance: 1, std: 1, min: -1, max: 1 };
    expect(engine.combinedMoments([part])).toEqual(part);
    for (const parts of [2, 1024, 1025, 2049]) {
      expect(() => engine.combinedMoments(new Array(parts).fill(part))).toThrow(
        overflow(/^parts: their counts add up to more than 9007199254740991, /),
      );
    }
  });
});

describe("summaries of draws", () => {
  it("are refused where the deviation overflows", () => {
    expect(() => engine.drawSummaries([[MAX_VALUE, -MAX_VALUE]])).toThrow(
      overflow(/^draws: .* row 0 .* deviation overflows/),
    );
  });
});

describe("local exponents", () => {
  it("are those of neighbours whose logarithms are equal", () => {
    const next = 1.0000000000000002e300;
    expectClose(engine.localExponents([1e300, next], [1e300, next]), [1], { k: 2 });
  });
});

describe("saturation", () => {
  it("has no spread above the largest logit", () => {
    for (let n = 2; n < 64; n += 1) {
      const logits = Float64Array.from({ length: n }, (_, i) => (i % 2 ? MAX_VALUE : -MAX_VALUE));
      const [spread] = engine.saturation(logits, [1]).spread;
      expect(spread).toBeGreaterThan(MAX_VALUE * 0.9);
      expect(spread).toBeLessThanOrEqual(MAX_VALUE);
    }
  });
});

describe("a streamed histogram", () => {
  it("leaves out what is below a range too wide for single precision", () => {
    const sampling = { seed: 1, samples: 20, dim: 2, count: 20 };
    const counted = (range: readonly [number, number]) =>
      engine.scoreHistogram({ ...sampling, bins: 1, range }).counts[0];
    expect(counted([0, 1e300])).toBe(counted([0, 1e3]));
    expect(counted([-1e300, 1e300])).toBe(400);
  });
});
