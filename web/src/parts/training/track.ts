/** What has been measured of a lane, step by step. */
import type { RaceRecords } from "./rounds.js";

export type Measure = keyof RaceRecords;

/** Numbers of each step, by what they measure. */
export type RaceColumns = Readonly<{ [Name in Measure]?: ArrayLike<number> | undefined }> & {
  readonly loss: ArrayLike<number>;
};

/** The rows of the table. */
const ROWS = 100;

/** The smallest of 1, 2, 5, 10, 20 … that is at least `least`. */
export function rounded125(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (
    [1, 2, 5, 10].map((digit) => digit * power).find((value) => value >= least * (1 - 1e-9)) ??
    least
  );
}

/** Steps up to `last` at equal distances, multiples of `every`. */
export function recordedSteps(last: number, every: number): number[] {
  const stride = every * rounded125(Math.max(1, last / every / ROWS));
  return Array.from({ length: Math.floor(last / stride) }, (_, i) => (i + 1) * stride);
}

/** Of a value, how much of the smoothed one remains at the next step. */
const KEPT = 0.8;

/** The exponentially weighted means up to each value, of their logarithms where `log`: a curve on a logarithmic axis. */
export function smoothed(values: readonly number[], log: boolean): number[] {
  let [sum, weight] = [0, 0];
  return values.map((value) => {
    const next = log ? Math.log(Math.max(value, Number.MIN_VALUE)) : value;
    sum = KEPT * sum + (1 - KEPT) * next;
    weight = KEPT * weight + (1 - KEPT);
    return log ? Math.exp(sum / weight) : sum / weight;
  });
}

/** At most `most` numbers from 0 to count − 1 at equal distances, the last among them. */
export function thinned(count: number, most: number): number[] {
  const stride = Math.max(1, Math.ceil(count / most));
  const first = (count - 1) % stride;
  return Array.from({ length: Math.ceil(count / stride) }, (_, i) => first + i * stride);
}
