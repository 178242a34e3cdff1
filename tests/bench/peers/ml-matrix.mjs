// @ts-check
/** ml-matrix: plain JavaScript, always in double precision. It has no gradients. */
import { classicScript } from "./classic-script.mjs";

/** @typedef {import("../problem.mjs").Problem} Problem */

const folder = new URL("../node_modules/ml-matrix/", import.meta.url).href;

export async function load() {
  if (typeof process !== "object") await classicScript(`${folder}matrix.umd.js`);
  const { Matrix } =
    typeof process === "object"
      ? await import(`${folder}matrix.mjs`)
      : /** @type {any} */ (globalThis).mlMatrix;

  /** Softmax by rows, in place; the library has none of its own. @param {any} logits */
  function softmax(logits) {
    for (let i = 0; i < logits.rows; i++) {
      const largest = logits.maxRow(i);
      let sum = 0;
      for (let j = 0; j < logits.columns; j++) {
        const exponential = Math.exp(logits.get(i, j) - largest);
        sum += exponential;
        logits.set(i, j, exponential);
      }
      logits.mulRow(i, 1 / sum);
    }
    return logits;
  }

  return {
    /** @param {Problem} problem */
    forward: ({ precision, n, d, queries, keys, values }) => {
      const Type = precision === "float32" ? Float32Array : Float64Array;
      /** @param {import("../problem.mjs").Floats} data */
      const matrix = (data) => Matrix.from1DArray(n, d, data);
      return () => {
        const scores = matrix(queries).mmul(matrix(keys).transpose());
        const output = softmax(scores.mul(1 / Math.sqrt(d))).mmul(matrix(values));
        return [Type.from(output.to1DArray())];
      };
    },
  };
}
