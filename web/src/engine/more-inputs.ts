/** The checks of inputs.ts, and those that only calls outside the first screen need: the first script does not hold them. */
import type { MatrixInput, Seed, VectorInput } from "./api.js";
import type { Input } from "./descriptor.js";
import {
  type Checked,
  count,
  entriesOf,
  fail,
  isFloats,
  list,
  matrix,
  oneSeed,
  own,
  vector,
} from "./inputs.js";
import { typeOf } from "./typed-arrays.js";

export * from "./inputs.js";

function checkEach<Name extends string, T>(
  given: Readonly<Record<Name, T>>,
  check: (name: Name, value: T) => Checked,
): Record<Name, Checked> {
  const checked: Partial<Record<Name, Checked>> = {};
  for (const name of Object.keys(given) as Name[]) checked[name] = check(name, given[name]);
  return checked as Record<Name, Checked>;
}

/** The arguments by name. */
export const matrices = <Name extends string>(given: Readonly<Record<Name, MatrixInput>>) =>
  checkEach(given, matrix);
export const vectors = <Name extends string>(given: Readonly<Record<Name, VectorInput>>) =>
  checkEach(given, vector);

/** Whether all hold Float32Arrays, so that the call works in single precision. */
export const allSingle = (given: Readonly<Record<string, Checked>>) =>
  Object.values(given).every(({ single }) => single);

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

export function ddof(value: unknown): number {
  return value === undefined ? 0 : count("ddof", value, 0);
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

/** A list of whole numbers from `least` to `most`. C++ checks whether they rise. */
export function counts(name: string, value: VectorInput, least: number, most: number): Input {
  const { cols, data } = vector(name, value);
  const words = new Uint32Array(cols);
  for (let index = 0; index < cols; index += 1) {
    words[index] = count(`${name}[${index}]`, data[index], least, most);
  }
  return own(name, words);
}
