/** Properties, for random arguments, for which tests/cpp has no test. */
import type { EncoderLayerParameters, Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { lists, matrices, numbers } from "./arbitraries.js";
import { EPS, expectClose, expectCloseMatrix, largest } from "./close.js";
import { asRows } from "./goldens.js";

/** Distances of up to 40 between logits: saturated, but no product of two weights is denormal. */
const logit = numbers(20);

describe("saturation", () => {
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

const D = 4;

describe("the encoder", () => {
  const shared = { heads: 2, epsilon: 0.1 };
  const anyWords = fc.integer({ min: 2, max: 6 }).chain((n) => matrices(n, D, 2));
  const options = fc.record({
    layers: fc.array(
      fc
        .nat()
        .map((seed) => engine.drawLayer({ seed, dim: D, hidden: 3, initialisation: "xavier" })),
      { minLength: 1, maxLength: 3 },
    ),
    norm: fc.constantFrom("post" as const, "pre" as const),
    activation: fc.constantFrom("relu" as const, "gelu" as const),
  });
  type Options = { layers: EncoderLayerParameters<Matrix, Float64Array>[] };
  const reversed = (matrix: Matrix): Matrix => ({
    ...matrix,
    data: Float64Array.from(asRows(matrix).reverse().flat()),
  });

  it("permutes its output with its words, without positions", () => {
    const property = (x: Matrix, given: Options) => {
      const { output } = engine.encoder({ ...shared, ...given, x });
      const { output: other } = engine.encoder({ ...shared, ...given, x: reversed(x) });
      // The sums over the words have another order: some eps of the numbers on the way.
      expectCloseMatrix(reversed(other), output, { k: 2 ** 16, of: largest(output.data) });
    };
    fc.assert(fc.property(anyWords, options, property));
  });
});
