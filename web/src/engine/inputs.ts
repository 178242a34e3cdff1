/**
 * Checks arguments and converts them to the form in which they cross. Types and lengths are checked here, the values of
 * entries in C++. Each entry of a list is read once, since it may be a getter; descriptor.ts copies typed arrays.
 */
import type { AttentionOptions } from "./api.js";
import type { Input, Numbers } from "./descriptor.js";
import { EngineError } from "./errors.js";
import { hasLostItsMemory, lengthOf, typeOf } from "./typed-arrays.js";

/** A matrix, or a list as one row. */
export interface Checked extends Input {
  readonly data: Float64Array | Float32Array | readonly number[];
}

/** The most entries of one array: 1 GiB of doubles. */
const MOST_ENTRIES = 2 ** 27;

/** The most entries of a list that is copied into a JavaScript array: V8 aborts when one of 2²⁷ entries is filled. */
const MOST_ITEMS = 2 ** 24;

const NUMBERS = "every entry must be a number";

/** A longer list of numbers is copied into a typed array, which takes longer to create than a short list. */
const SHORT_LIST = 1024;

export function fail(code: "shape" | "type" | "domain" | "limit", message: string): never {
  throw new EngineError(code, message);
}

/** The kind of a value for a message: "null", "a string", "an array". */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}

/** Throws: the value is of another type than `rule` says. */
export function wrongType(name: string, value: unknown, rule: string): never {
  fail("type", `${name} is ${kindOf(value)}; ${rule}.`);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isFloats(value: unknown): value is Float64Array | Float32Array {
  const type = typeOf(value);
  return type === "Float64Array" || type === "Float32Array";
}

/** The length of a typed array. */
export function entriesOf(name: string, array: Numbers): number {
  if (hasLostItsMemory(array)) {
    fail("type", `${name} has no memory left: its buffer was transferred or made smaller.`);
  }
  return lengthOf(array);
}

/** The length of a list, checked: that of a proxy may be any value. */
function lengthOfList(name: string, list: readonly unknown[]): number {
  const { length }: { length: unknown } = list;
  if (!isCount(length, 0, LARGEST_SEED)) {
    wrongType(`${name} has a length that`, length, "it must be a whole number");
  }
  return length;
}

/** The entries of a list, each read once and checked by `take`. */
export function list<T>(
  name: string,
  given: readonly unknown[],
  take: (entry: unknown, index: number) => T,
): T[] {
  const length = entries(name, 1, lengthOfList(name, given), MOST_ITEMS);
  const taken: T[] = [];
  // for and not map(): holes in a sparse array count as entries too.
  for (let index = 0; index < length; index += 1) taken.push(take(given[index], index));
  return taken;
}

export function matrix(name: string, given: unknown): Checked {
  if (Array.isArray(given)) {
    return fromRows(name, given, Float64Array, "it must be an array of numbers", numberAt);
  }
  if (!isObject(given) || !("rows" in given) || !("cols" in given) || !("data" in given)) {
    const matrix = "{ rows, cols, data } or an array of rows of numbers";
    wrongType(name, given, `it must be a matrix: ${matrix}`);
  }
  const { rows, cols, data } = given;
  if (!isFloats(data)) {
    wrongType(`${name}.data`, data, "it must be a Float64Array or a Float32Array");
  }
  // The names of rows and cols are composed only for an error: composing them would slow down a small call.
  const checkedRows = isCount(rows, 0, MOST_ENTRIES) ? rows : count(`${name}.rows`, rows, 0);
  const checkedCols = isCount(cols, 0, MOST_ENTRIES) ? cols : count(`${name}.cols`, cols, 0);
  const length = entriesOf(name, data);
  if (checkedRows * checkedCols !== length) {
    fail("shape", `${name} is ${checkedRows}×${checkedCols} but its data has ${length} entries.`);
  }
  return { name, rows: checkedRows, cols: checkedCols, data };
}

function numberAt(entry: unknown, name: string, row: number, col: number): number {
  if (typeof entry !== "number") {
    wrongType(`${name}: the entry in row ${row}, column ${col}`, entry, NUMBERS);
  }
  return entry;
}

/** A matrix from a list of lists of one length, each entry as `take` returns it. */
function fromRows<Data extends Float64Array | Uint8Array>(
  name: string,
  given: readonly unknown[],
  make: new (length: number) => Data,
  rule: string,
  take: (entry: unknown, name: string, row: number, col: number) => number,
) {
  const rows = lengthOfList(name, given);
  const first: unknown = given[0];
  const cols = Array.isArray(first) ? lengthOfList(name, first) : 0;
  const data = new make(entries(name, rows, cols));
  for (let i = 0; i < rows; i += 1) {
    const row: unknown = i === 0 ? first : given[i];
    if (!Array.isArray(row)) wrongType(`${name}: row ${i}`, row, rule);
    const length = lengthOfList(name, row);
    if (length !== cols) {
      fail(
        "shape",
        `${name}: row ${i} has ${length} entries and row 0 has ${cols}; all rows must have the same length.`,
      );
    }
    for (let j = 0; j < cols; j += 1) data[i * cols + j] = take(row[j], name, i, j);
  }
  return { name, rows, cols, data };
}

export function vector(name: string, value: unknown): Checked {
  if (isFloats(value)) return { name, rows: 1, cols: entriesOf(name, value), data: value };
  if (!Array.isArray(value)) {
    wrongType(name, value, "it must be an array of numbers or a Float64Array");
  }
  const cols = entries(name, 1, lengthOfList(name, value));
  const data: number[] | Float64Array = cols > SHORT_LIST ? new Float64Array(cols) : [];
  for (let index = 0; index < cols; index += 1) {
    const entry: unknown = value[index];
    if (typeof entry !== "number") wrongType(`${name}: entry ${index}`, entry, NUMBERS);
    data[index] = entry;
  }
  return { name, rows: 1, cols, data };
}

export function words(value: unknown): readonly string[] {
  if (!Array.isArray(value)) wrongType("words", value, "it must be an array of strings");
  return list("words", value, (word, index) => {
    if (typeof word !== "string") {
      wrongType(`words: entry ${index}`, word, "every word must be a string");
    }
    if (word.includes("\0")) {
      fail("domain", `words: entry ${index} holds a zero character; a word must not.`);
    }
    return word;
  });
}

const MASK_WORDS = `mask must be "none", "causal" or a boolean matrix`;

/** The options of attention and of its gradient. `scale` is NaN for the default; `mask`: n×m bytes, if a matrix is given. */
export function attentionOptions({ mask, scale: given }: AttentionOptions) {
  const named = mask === undefined || mask === "none" || mask === "causal";
  return {
    causal: mask === "causal" ? 1 : 0,
    mask: named ? undefined : booleanMatrix(mask),
    scale: scale(given),
  };
}

function booleanMatrix(given: unknown): Input {
  if (Array.isArray(given)) return fromRows("mask", given, Uint8Array, MASK_WORDS, bit);
  const flags = isObject(given) ? given.data : undefined;
  const length = typeOf(flags) ? entriesOf("mask", flags as Numbers) : Object(flags).length;
  if (!isObject(given) || !isObject(flags) || typeof length !== "number") {
    fail(
      "type",
      `mask is ${typeof given === "string" ? `"${given}"` : kindOf(given)}; ${MASK_WORDS}.`,
    );
  }
  const rows = count("mask.rows", given.rows, 0);
  const cols = count("mask.cols", given.cols, 0);
  const data = new Uint8Array(entries("mask", rows, cols));
  if (length !== rows * cols) {
    fail("shape", `mask is ${rows}×${cols} but its data has ${length} entries.`);
  }
  for (let index = 0; index < length; index += 1) data[index] = bit(flags[index]);
  return { name: "mask", rows, cols, data };
}

function bit(entry: unknown): 0 | 1 {
  if (entry === true || entry === 1) return 1;
  if (entry === false || entry === 0) return 0;
  wrongType("mask has an entry that", entry, "every entry must be true or false");
}

/** Throws unless the options are an object. */
export function options(value: unknown, example: string): void {
  if (!isObject(value)) wrongType("options", value, `it must be an object such as ${example}`);
}

/** Any number, also NaN and infinity, which C++ judges. */
export function number(name: string, value: unknown): number {
  if (typeof value !== "number") wrongType(name, value, "it must be a number");
  return value;
}

export function finite(name: string, value: unknown): number {
  const checked = number(name, value);
  if (!Number.isFinite(checked))
    fail("domain", `${name} is ${checked}; it must be a finite number.`);
  return checked;
}

/** The factor of the scores; NaN for the default. */
export function scale(value: unknown): number {
  return value === undefined ? Number.NaN : finite("scale", value);
}

function isCount(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** A whole number from `least` to `most`. */
export function count(name: string, value: unknown, least: number, most = MOST_ENTRIES): number {
  const checked = number(name, value);
  if (!isCount(checked, least, most)) {
    fail("domain", `${name} is ${checked}; it must be a whole number from ${least} to ${most}.`);
  }
  return checked;
}

export const LARGEST_SEED = 2 ** 32 - 1;

export function oneSeed(name: string, value: unknown): number {
  return count(name, value, 0, LARGEST_SEED);
}

/** An array that the engine's own code has made, as one row. */
export function own(name: string, data: Numbers): Input {
  return { name, rows: 1, cols: data.length, data };
}

/** The number of entries of an array. Throws before memory is allocated where it is too large. */
export function entries(what: string, rows: number, cols: number, most = MOST_ENTRIES): number {
  // Rows of length 0 are counted too: each of them is read.
  if (rows * Math.max(cols, 1) > most) {
    fail("limit", `${what} would be ${rows}×${cols}; it may have up to ${most} entries.`);
  }
  return rows * cols;
}

/** The index of a word in `allowed`: the value of the enumeration in C++. */
export function oneOf(name: string, value: unknown, allowed: readonly string[]): number {
  const index = allowed.indexOf(value as string);
  if (index < 0) fail("type", `${name} must be one of ${allowed.join(", ")}.`);
  return index;
}
