/** The checks of inputs.ts, and those that only the calls of the later script use. */
import type { VectorInput } from "./api.js";
import { type Input, matrixOf } from "./descriptor.js";
import {
  type Checked,
  count,
  entries,
  entriesOf,
  fail,
  isFloats,
  LARGEST_SEED,
  list,
  matrix,
  oneOf,
  oneSeed,
  options,
  own,
  vector,
} from "./inputs.js";
import { typeOf } from "./typed-arrays.js";

export * from "./inputs.js";

/** Options, of which nothing is known yet. */
export type Given = Readonly<Record<string, unknown>>;

/** Converts an argument or option to the form in which it crosses; throws an EngineError where it is not allowed. */
type Check<T> = (name: string, value: unknown) => T;

/** Checks all arguments, given by name, in the same way. */
const each =
  (check: Check<Checked>) =>
  <Name extends string>(given: Readonly<Record<Name, unknown>>): Record<Name, Checked> =>
    mapped(given, (value: unknown, name) => check(name, value));

export const matrices = each(matrix);
export const vectors = each(vector);

/** The same names, each with what `change` returns for its value. */
export function mapped<Name extends string, From, To>(
  values: Readonly<Record<Name, From>>,
  change: (value: From, name: string) => To,
): Record<Name, To> {
  const changed = Object.entries<From>(values).map(([name, value]) => [name, change(value, name)]);
  return Object.fromEntries(changed);
}

/** Checks the options that `checks` names. `example`: options for the message where `given` is no object. */
export function fields<Checks extends Readonly<Record<string, Check<unknown>>>>(
  given: object,
  example: string,
  checks: Checks,
): { [Name in keyof Checks]: ReturnType<Checks[Name]> } {
  options(given, example);
  const checked = mapped(checks, (check, name) => check(name, (given as Given)[name]));
  return checked as { [Name in keyof Checks]: ReturnType<Checks[Name]> };
}

/** The same check of a value that may be left out. */
export const optional =
  <T>(check: Check<T>, initial: unknown): Check<T> =>
  (name, value = initial) =>
    check(name, value);

/** A whole number from `least` to `most`. */
export const whole =
  (least: number, most?: number): Check<number> =>
  (name, value) =>
    count(name, value, least, most);

/** A list of whole numbers from `least` to `most`. C++ checks whether they rise. */
export const wholes =
  (least: number, most: number): Check<Input> =>
  (name, value) => {
    const { cols, data } = vector(name, value);
    const words = new Uint32Array(cols);
    for (let index = 0; index < cols; index += 1) {
      words[index] = count(`${name}[${index}]`, data[index], least, most);
    }
    return own(name, words);
  };

/** One of the words `allowed`. */
export const word =
  (allowed: readonly string[]): Check<number> =>
  (name, value) =>
    oneOf(name, value, allowed);

const MOST_DRAWS = 100_000;

interface DrawsGiven {
  readonly from?: unknown;
  readonly count: unknown;
}

/** A range of numbered draws. */
export function drawRange({ from: first = 0, count: wanted }: DrawsGiven) {
  const from = count("from", first, 0, LARGEST_SEED);
  const most = Math.min(MOST_DRAWS, LARGEST_SEED - from + 1);
  return { from, count: count("count", wanted, 1, most) };
}

/** A matrix as a result. Throws where it is too large; `what` names it. */
export function room(what: string, rows: number, cols: number) {
  entries(what, rows, cols);
  return matrixOf(rows, cols);
}

export function finiteEntries(name: string, { cols, data }: Checked): void {
  for (let index = 0; index < cols; index += 1) {
    if (!Number.isFinite(data[index])) {
      fail(
        "domain",
        `${name}: entry ${index} is ${data[index]}; every entry must be a finite number.`,
      );
    }
  }
}

/** Whether `softmax` takes the value as one list and not as a matrix. */
export function isVector(value: unknown): value is VectorInput {
  return isFloats(value) || (Array.isArray(value) && !Array.isArray(value[0]));
}

/** The 32-bit words of a seed; `oneNumber` is 1 for RandomState(seed), 0 for RandomState([…]). */
export function seeds(name: string, given: unknown): { seeds: Input; oneNumber: 0 | 1 } {
  if (typeOf(given) === "Uint32Array") {
    const data = given as Uint32Array;
    return { seeds: { name, rows: 1, cols: entriesOf(name, data), data }, oneNumber: 0 };
  }
  const words = Array.isArray(given)
    ? list(name, given, (word, index) => oneSeed(`${name}[${index}]`, word))
    : [oneSeed(name, given)];
  return { seeds: own(name, Uint32Array.from(words)), oneNumber: Array.isArray(given) ? 0 : 1 };
}
