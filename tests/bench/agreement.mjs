// @ts-check
/**
 * A wrong answer is no time: every result is compared with ours in double precision before its
 * author is timed.
 */
import { EPS } from "./problem.mjs";

/** @typedef {import("./problem.mjs").Precision} Precision */

/**
 * Output and gradients: the largest difference, in units of eps times the largest entry expected.
 */
export const TOLERANCE_EPS = 32;

/**
 * @param {string} who
 * @param {ArrayLike<number>} result
 * @param {ArrayLike<number>} expected
 * @param {Precision} precision
 * @returns {number} the largest difference, in those units
 */
export function expectAgreement(who, result, expected, precision) {
  if (result.length !== expected.length) {
    throw new Error(`${who} returned ${result.length} numbers in place of ${expected.length}.`);
  }
  let difference = 0;
  let largest = 0;
  for (let i = 0; i < expected.length; i++) {
    const want = expected[i] ?? Number.NaN;
    const distance = Math.abs((result[i] ?? Number.NaN) - want);
    // Not Math.max alone, which a NaN in the middle would survive only by luck of its order.
    if (!(distance >= 0)) throw new Error(`${who} returned ${result[i]} at place ${i}.`);
    difference = Math.max(difference, distance);
    largest = Math.max(largest, Math.abs(want));
  }
  const found = difference / largest / EPS[precision];
  if (found > TOLERANCE_EPS) {
    throw new Error(
      `${who} differs from ours by ${found.toPrecision(3)} eps of ${precision}; ${TOLERANCE_EPS} are allowed.`,
    );
  }
  return found;
}
