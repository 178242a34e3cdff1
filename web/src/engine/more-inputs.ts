/** The checks of inputs.ts, and those that only the calls of the later script use. */
import type { VectorInput } from "./api.js";
import { entriesOf, type Input, isFloats, list, oneSeed, own } from "./inputs.js";
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
