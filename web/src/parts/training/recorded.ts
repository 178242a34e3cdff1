/** The steps of the table of a race: few enough to be read. */

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
