/** The numbers that the program of the bell must print. */
import { engine } from "../loaded-engine.js";
import { type Expected, sums } from "./printed-blocks.js";
import type { Case } from "./program-cases.js";

/** Each of the three typical scores, with its weight and the slope of softmax there. */
function typicalRows(deviation: number): number[] {
  const scores = [-deviation, 0, deviation];
  return scores.flatMap((_, index) => {
    const { score, weight, slope } = engine.weightArithmetic(scores, { scale: 1, index });
    return [score, weight, slope];
  });
}

export function bell({ state: { dim, exponent } }: Case): Expected {
  const unscaled = engine.scoreDivisor(dim, 0.5);
  const scaled = unscaled / engine.scoreDivisor(dim, exponent);
  const deviations = [unscaled, scaled];
  const at = Array.from({ length: 21 }, (_, i) => 4 * i - 40);
  const densities = deviations.map((std) => engine.normalDensity(at, { mean: 0, std }));
  return {
    "standard deviation, unscaled and scaled": deviations,
    "unscaled: score, weight, slope of the three scores": typicalRows(unscaled),
    "scaled: score, weight, slope of the three scores": typicalRows(scaled),
    "score, density of the unscaled scores, of the scaled ones": sums(
      at.flatMap((score, i) => [score, ...densities.map((density) => density[i] ?? 0)]),
      1,
    ),
  };
}
