import { loadEngine, type WeightArithmetic } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lists, numbers } from "./arbitraries.js";
import { expectClose } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

const STEPS = [
  "score",
  "logit",
  "largest",
  "exponential",
  "sum",
  "weight",
  "derivative",
] as const satisfies (keyof WeightArithmetic)[];

const inOrder = (steps: WeightArithmetic) => STEPS.map((step) => steps[step]);

describe("the arithmetic of a weight", () => {
  type Golden = WeightArithmetic & { scores: number[]; scale: number; index: number };

  it.each(goldens<Golden>("weight_arithmetic"))("equals mpmath's: $name", (golden) => {
    // At most an exp, a sum of 6 terms, two divisions and two products stand behind a number.
    const actual = engine.weightArithmetic(golden.scores, golden);
    expectClose(inOrder(actual), inOrder(golden), { k: 4 });
    expect(actual.score).toBe(golden.score);
  });

  it("comes to what softmax and its Jacobian say", () => {
    const property = (scores: number[], scale: number, seed: number) => {
      const index = seed % scores.length;
      const steps = engine.weightArithmetic(scores, { scale, index });
      const logits = scores.map((score) => scale * score);
      const jacobian = engine.softmaxJacobian(logits).data;
      const slope = jacobian[index * scores.length + index] ?? 0;
      const derivative = scale * slope;
      const weight = engine.softmax(logits)[index] ?? 0;
      // Both sum up to 8 terms, and the derivative takes two such sums.
      const { weight: shown, slope: shownSlope, derivative: shownDerivative } = steps;
      expectClose([shown, shownSlope, shownDerivative], [weight, slope, derivative], { k: 16 });
      expectClose([steps.logit, steps.largest], [logits[index] ?? 0, Math.max(...logits)], {
        k: 0,
      });
    };
    fc.assert(fc.property(lists(numbers(20), 8), numbers(1), fc.nat(), property));
  });

  it("is computed in double precision from single scores", () => {
    const scores = Float32Array.of(0.1, 0.2, 0.3);
    const options = { scale: 0.7, index: 1 };
    expect(engine.weightArithmetic(scores, options)).toEqual(
      engine.weightArithmetic([...scores], options),
    );
  });
});
