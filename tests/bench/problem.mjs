// @ts-check
/**
 * The computation of all contestants: attention of queries, keys and values [n×d] with entries of
 * variance 1.
 */

/**
 * @typedef {"float32" | "float64"} Precision
 * @typedef {Float32Array | Float64Array} Floats
 *
 * @typedef {object} Shape
 * @property {Precision} precision
 * @property {number} n
 * @property {number} d
 *
 * @typedef {Shape & { queries: Floats, keys: Floats, values: Floats, upstream: Floats }} Problem
 */

/**
 * Uniform with variance 1: the same digits in every engine, which Math.log and Math.cos would not
 * give.
 * @param {number} count
 * @param {number} seed
 */
export function entries(count, seed) {
  let state = seed;
  const width = Math.sqrt(12);
  return Float64Array.from({ length: count }, () => {
    // Numerical Recipes' linear congruence; its upper bits are good enough for entries.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32 - 0.5) * width;
  });
}

/** @param {Shape} shape @returns {Problem} */
export function problemOf({ precision, n, d }) {
  const Type = precision === "float32" ? Float32Array : Float64Array;
  const [queries, keys, values, upstream] = [1, 2, 3, 4].map((seed) =>
    Type.from(entries(n * d, seed)),
  );
  return /** @type {Problem} */ ({ precision, n, d, queries, keys, values, upstream });
}

/** The same entries in double precision. @param {Problem} problem @returns {Problem} */
export function widened(problem) {
  const fields = Object.entries(problem).map(([name, value]) => [
    name,
    ArrayBuffer.isView(value) ? Float64Array.from(/** @type {Floats} */ (value)) : value,
  ]);
  return Object.fromEntries(fields);
}

/** The sizes at which attention is measured. */
export const SIZES = /** @type {const} */ ([
  [3, 3],
  [16, 64],
  [64, 64],
  [256, 64],
  [512, 64],
  [1024, 64],
  [512, 512],
  [1024, 512],
]);

/** The distance from one to the next number. */
export const EPS = { float32: 2 ** -23, float64: 2 ** -52 };
