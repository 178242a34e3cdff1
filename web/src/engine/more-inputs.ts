/** The checks of inputs.ts, and those that only the calls of the later script use. */
import type { VectorInput } from "./api.js";
import {
  count,
  entriesOf,
  flag,
  type Input,
  isFloats,
  isObject,
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

/** A row of numbers for each record of a list. `kinds`: what it must be, for messages, and what a record must be. */
export function records(
  name: string,
  given: unknown,
  [kinds, kind]: readonly [string, string],
  numbersOf: (record: Given, name: string) => number[],
): Input {
  if (!Array.isArray(given)) wrongType(name, given, `it must be ${kinds}`);
  const rows = list(name, given, (record, index) => {
    const own = `${name}[${index}]`;
    if (!isObject(record)) wrongType(own, record, `it must be ${kind}`);
    return numbersOf(record, own);
  });
  const data = Float64Array.from(rows.flat());
  return { name, rows: rows.length, cols: rows[0]?.length ?? 0, data };
}

/** The 32-bit words of a seed, and before them 0 for RandomState(seed), 1 for RandomState([…]). */
function seed(name: string, given: unknown): Input {
  if (!Array.isArray(given) && typeOf(given) !== "Uint32Array") {
    return own(name, Uint32Array.of(0, oneSeed(name, given)));
  }
  const words = Array.isArray(given)
    ? list(name, given, (word, index) => oneSeed(`${name}[${index}]`, word))
    : (given as Uint32Array);
  const length = Array.isArray(words) ? words.length : entriesOf(name, words as Uint32Array);
  const data = new Uint32Array(length + 1).fill(1, 0, 1);
  data.set(words, 1);
  return own(name, data);
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
export const ALL_READERS: Readers = {
  ...READERS,
  ...{ "u8[]": padding, "u32[]": wholes, "u32{seed}": seed },
};
