/** The one comparison of floating-point numbers in these tests. */
import type { Matrix } from "attention-scale";
import { expect } from "vitest";

/** The distance from 1 to the next number, in double and in single precision. */
export const EPS = 2 ** -52;
export const EPS32 = 2 ** -23;

export interface Tolerance {
  /** How many `eps` a number may be off. */
  readonly k: number;
  /** EPS unless given. */
  readonly eps?: number;
  /**
   * What the tolerance is a share of: |expected|, entry by entry, unless given; or a number; or a
   * number for each entry.
   */
  readonly of?: number | ArrayLike<number> | undefined;
}

/** The largest absolute value among `entries`, and 1 at least. */
export function largest(entries: ArrayLike<number>): number {
  return Array.from(entries).reduce((most, entry) => Math.max(most, Math.abs(entry)), 1);
}

/**
 * Describes each entry that is not close. NaN is never close, and infinities
 * only to themselves. A result below the normal range may be off by its last digit, whatever k is.
 */
export function misses(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  { k, eps = EPS, of }: Tolerance,
): string[] {
  if (actual.length !== expected.length) {
    return [`there are ${actual.length} entries, expected ${expected.length}`];
  }
  const lastDigit = eps === EPS32 ? 2 ** -149 : 2 ** -1074;
  return Array.from(expected).flatMap((want, index) => {
    const have = actual[index] as number;
    const share = typeof of === "object" ? (of[index] as number) : (of ?? Math.abs(want));
    const off = Math.abs(have - want);
    const allowed = Math.max(k * eps * share, lastDigit);
    if (have === want || (Number.isFinite(off) && off <= allowed)) return [];
    return [
      `entry ${index} is ${have}, expected ${want}: off by ${off / share / eps} eps, not ${k}`,
    ];
  });
}

export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: Tolerance,
): void {
  expect(misses(actual, expected, tolerance)).toEqual([]);
}

type AnyMatrix = Matrix | Matrix<Float32Array>;

export function expectCloseMatrix(
  actual: AnyMatrix,
  expected: AnyMatrix,
  tolerance: Tolerance,
): void {
  expect([actual.rows, actual.cols]).toEqual([expected.rows, expected.cols]);
  expectClose(actual.data, expected.data, tolerance);
}
