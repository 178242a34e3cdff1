/** The checks of inputs.ts, and those that only the calls of the later script use. */
import type { Seed, VectorInput } from "./api.js";
import type { Input } from "./descriptor.js";
import {
  type Checked,
  count,
  entriesOf,
  fail,
  isFloats,
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

/** Converts an argument or option to the form in which it crosses; throws an EngineError where it is not allowed. */
type Check<T> = (name: string, value: unknown) => T;

function checkEach<Name extends string>(
  given: Readonly<Record<Name, unknown>>,
  check: Check<Checked>,
): Record<Name, Checked> {
  const checked = Object.entries(given).map(([name, value]) => [name, check(name, value)]);
  return Object.fromEntries(checked);
}

/** The arguments by name. */
export const matrices = <Name extends string>(given: Readonly<Record<Name, unknown>>) =>
  checkEach(given, matrix);
export const vectors = <Name extends string>(given: Readonly<Record<Name, unknown>>) =>
  checkEach(given, vector);

/** Checks the options that `checks` names. `example`: options for the message where `given` is no object. */
export function fields<Checks extends Readonly<Record<string, Check<unknown>>>>(
  given: object,
  example: string,
  checks: Checks,
): { [Name in keyof Checks]: ReturnType<Checks[Name]> } {
  options(given, example);
  const values = given as Readonly<Record<string, unknown>>;
  const checked = Object.entries(checks).map(([name, check]) => [name, check(name, values[name])]);
  return Object.fromEntries(checked);
}

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

/** One of the words `allowed`; `initial` is the default. */
export const word =
  (allowed: readonly string[], initial?: string): Check<number> =>
  (name, value = initial) =>
    oneOf(name, value, allowed);

export const ddof: Check<number> = (name, value = 0) => count(name, value, 0);

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
export function seeds(value: Seed): { words: Input; oneNumber: 0 | 1 } {
  if (typeOf(value) === "Uint32Array") {
    const data = value as Uint32Array;
    return { words: { name: "seed", rows: 1, cols: entriesOf("seed", data), data }, oneNumber: 0 };
  }
  const given: unknown = value;
  const words = Array.isArray(given)
    ? list("seed", given, (word, index) => oneSeed(`seed[${index}]`, word))
    : [oneSeed("seed", given)];
  return { words: own("seed", Uint32Array.from(words)), oneNumber: Array.isArray(given) ? 0 : 1 };
}
