/**
 * The results of some calls once more, by the formulas in plain JavaScript. They are compared where the numbers are moderate, so
 * that the plain formulas are good themselves.
 */
import type { Moments, PackageEngine } from "attention-scale";

const { EPSILON } = Number;
type Lists = readonly (readonly number[])[];

const sum = (entries: readonly number[]) => entries.reduce((all, entry) => all + entry, 0);
const at = (entries: readonly number[], index: number) => entries[index] ?? Number.NaN;
const largest = (entries: readonly number[]) => Math.max(...entries.map(Math.abs));

function softmax(logits: readonly number[]): number[] {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const total = sum(powers);
  return powers.map((power) => power / total);
}

/** J g = y∘(g − ⟨g, y⟩). */
function jacobianProduct(weights: readonly number[], upstream: readonly number[]): number[] {
  const inner = sum(weights.map((weight, i) => weight * at(upstream, i)));
  return weights.map((weight, i) => weight * (at(upstream, i) - inner));
}

function demandClose(
  what: string,
  actual: ArrayLike<number>,
  expected: readonly number[],
  room: number,
): void {
  if (actual.length !== expected.length) throw new Error(`${what} has ${actual.length} entries`);
  for (const [i, entry] of expected.entries()) {
    const off = Math.abs((actual[i] ?? Number.NaN) - entry);
    if (!(off <= room)) throw new Error(`${what}[${i}] is ${actual[i]}, and not ${entry}`);
  }
}

/** Squares of such numbers, also times a weight, neither overflow nor lose digits to underflow. */
const isModerate = (entry: number) =>
  entry === 0 || (Math.abs(entry) >= 2 ** -100 && Math.abs(entry) <= 8);

/** The numbers of the arguments where all of them are lists in double precision, not empty, of moderate entries. */
function moderate(given: readonly unknown[]): Lists | undefined {
  const lists: number[][] = [];
  for (const argument of given) {
    const usable = Array.isArray(argument) || argument instanceof Float64Array;
    if (!usable || argument.length === 0 || Array.isArray(argument[0])) return undefined;
    lists.push([...argument]);
  }
  return lists.every((list) => list.every(isModerate)) ? lists : undefined;
}

/*
 * A sum of n terms rounds at most n times, each time by eps/2 of at most the sum of their sizes. Beside it stand less than 16
 * roundings: a difference, a power (two of eps at most, in the engine and here), a quotient, a product, on either side. So a
 * result is off by at most (2n + 16)·eps of the size of its terms.
 */
const room = (n: number, size: number) => (2 * n + 16) * EPSILON * size;

/** The calls compared, with the number of arguments that are lists; the last argument may be options. */
const REFERENCES: Partial<
  Record<keyof PackageEngine, (lists: Lists, result: never, last: unknown) => void>
> = {
  softmax: ([logits = []], result: Float64Array) => {
    // A difference of two logits is rounded by eps/2 of at most 16, and its power by as much, relatively.
    demandClose("softmax", result, softmax(logits), room(logits.length, 16));
  },
  softmaxJacobianProduct: ([logits = [], upstream = []], result: Float64Array) => {
    const expected = jacobianProduct(softmax(logits), upstream);
    // The error of a weight, as above, counts as a factor of g − ⟨g, y⟩, at most 2·|g|, and in ⟨g, y⟩.
    demandClose("J g", result, expected, room(logits.length, 3 * 16 * largest(upstream)));
  },
  passedNorms: ([logits = [], upstream = [], scales = []], result: Float64Array) => {
    const expected = scales.map((scale) => {
      const weights = softmax(logits.map((logit) => scale * logit));
      return Math.sqrt(sum(jacobianProduct(weights, upstream).map((entry) => entry ** 2)));
    });
    // As above, with differences of up to 2·8·8 between scaled logits.
    demandClose("norms", result, expected, room(logits.length, 3 * 128 * largest(upstream)));
  },
  moments: ([data = []], { count, mean, variance, min, max }: Moments, last) => {
    demandClose("count", [count], [data.length], 0);
    const size = largest(data);
    const expected = sum(data) / data.length;
    demandClose("mean", [mean], [expected], room(data.length, size));
    const degrees = data.length - ((last as { ddof?: number }).ddof ?? 0);
    const squares = sum(data.map((entry) => (entry - expected) ** 2));
    // A square is at most (2·size)², and at most twice as many are added as they are divided by.
    const most = 2 * (2 * size) ** 2;
    demandClose("variance", [variance], [squares / degrees], room(data.length, most));
    demandClose("min and max", [min, max], [Math.min(...data), Math.max(...data)], 0);
  },
};

/**
 * Compares a result with the plain formulas, where there are some for the call and its numbers are moderate.
 * @returns whether it was compared @throws an Error that says what is off
 */
export function checkReference(
  name: keyof PackageEngine,
  given: readonly unknown[],
  result: unknown,
): boolean {
  const reference = REFERENCES[name];
  // The moments' second argument is an object of options.
  const lists = reference && moderate(name === "moments" ? given.slice(0, 1) : given);
  if (lists === undefined) return false;
  reference?.(lists, result as never, given.at(-1));
  return true;
}

export const COMPARED = Object.keys(REFERENCES) as (keyof PackageEngine)[];
