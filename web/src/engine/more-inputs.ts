/** The checks of inputs.ts, and those that only the calls of the later script use. */
import type { VectorInput } from "./api.js";
import {
  count,
  entriesOf,
  flag,
  type Input,
  isFloats,
  LARGEST_SEED,
  list,
  own,
  READERS,
  type Readers,
  vector,
  wrongType,
} from "./inputs.js";
import { typeOf } from "./typed-arrays.js";

export * from "./inputs.js";

/** Options, of which nothing is known yet. */
export type Given = Readonly<Record<string, unknown>>;

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

const oneSeed = (name: string, value: unknown) => count(name, value, LARGEST_SEED);

/** A list of whole numbers of 32 bits. */
export function wholes(name: string, value: unknown): Input {
  const { cols, data } = vector(name, value);
  const words = new Uint32Array(cols);
  for (let index = 0; index < cols; index += 1) {
    words[index] = oneSeed(`${name}[${index}]`, data[index]);
  }
  return own(name, words);
}

/** The keys that are no padding, as one row. */
function padding(name: string, value: unknown): Input | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) wrongType(name, value, "it must be an array of true and false");
  const bits = list(name, value, (entry, index) => flag(`${name}[${index}]`, entry));
  return own(name, Uint8Array.from(bits));
}

/** Those of all calls. */
export const ALL_READERS: Readers = { ...READERS, "u8[]": padding, "u32[]": wholes };
