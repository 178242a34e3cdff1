// @ts-check
/**
 * The encoder of all contestants: 6 post-norm layers with 8 heads, a feed-forward network four
 * times as wide as d, ReLU.
 */
import { entries } from "./problem.mjs";

export const HEADS = 8;
export const LAYERS = 6;

/**
 * @typedef {import("./problem.mjs").Floats} Floats
 * @typedef {{ name: string, rows: number, cols: number, data: Floats }} Parameter a list has one
 *   row
 * @typedef {{ x: Floats, upstream: Floats, layers: Parameter[][] }} EncoderProblem
 */

/**
 * Matrices of variance 1/rows, biases and β of variance .01, γ around 1.
 * @param {import("./problem.mjs").Problem} problem its queries are the words
 * @returns {EncoderProblem}
 */
export function encoderProblem({ precision, d, queries, upstream }) {
  const Type = precision === "float32" ? Float32Array : Float64Array;
  /** @param {string} names @param {number} rows @param {number} cols */
  const shape = (names, rows, cols) => names.split(" ").map((name) => ({ name, rows, cols }));
  const shapes = [
    ...shape("wq wk wv wo", d, d),
    ...shape("bq bk bv bo", 1, d),
    ...shape("w1", d, 4 * d),
    ...shape("b1", 1, 4 * d),
    ...shape("w2", 4 * d, d),
    ...shape("b2 gamma1 beta1 gamma2 beta2", 1, d),
  ];
  let seed = 4;
  const layers = Array.from({ length: LAYERS }, () =>
    shapes.map(({ name, rows, cols }) => {
      seed += 1;
      const mean = name.startsWith("gamma") ? 1 : 0;
      const std = rows > 1 ? 1 / Math.sqrt(rows) : 0.1;
      const draws = entries(rows * cols, seed);
      const data = Type.from(draws.map((entry) => Math.fround(mean + std * entry)));
      return { name, rows, cols, data };
    }),
  );
  return { x: queries, upstream, layers };
}
