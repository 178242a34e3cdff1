/**
 * Checks arguments and converts them to the form in which they cross. Types and lengths are checked
 * here, the values of entries in C++. Each entry of a list is read once, since it may be a getter;
 * descriptor.ts copies typed arrays.
 */
import { EngineError } from "./errors.js";
import { hasLostItsMemory, lengthOf, typeOf } from "./typed-arrays.js";

/** A typed array that is copied into the engine's memory. */
export type NumberArray = Float64Array | Float32Array | Uint32Array | Uint8Array;

/** An array of rows·cols entries that is copied into the workspace; a list is one row. */
export interface Input {
  /** The name of the argument, for messages. */
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
  readonly data: NumberArray | readonly number[];
}

/** The most entries of one array: 1 GiB of doubles. */
const MOST_ENTRIES = 2 ** 27;

/**
 * The most entries of a list that is copied into a JavaScript array: V8 aborts when one of 2²⁷
 * entries is filled.
 */
const MOST_ITEMS = 2 ** 24;

const ENTRY_RULE = "every entry must be a number";

/**
 * A longer list of numbers is copied into a typed array, which takes longer to create than a short
 * list.
 */
const SHORT_LIST = 1024;

export function fail(code: "shape" | "type" | "domain" | "limit", message: string): never {
  throw new EngineError(code, message);
}

/** The kind of a value for a message: "null", "a string", "an array". */
export function valueKind(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}

/** Throws: the value is of another type than `rule` says. */
export function wrongType(name: string, value: unknown, rule: string): never {
  fail("type", `${name} is ${valueKind(value)}; ${rule}.`);
}

/** Options, of which nothing is known yet. */
export type UncheckedOptions = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

export function isFloats(value: unknown): value is Float64Array | Float32Array {
  const type = typeOf(value);
  return type === "Float64Array" || type === "Float32Array";
}

/** The length of a typed array. */
export function checkedLength(name: string, array: NumberArray): number {
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
  list: readonly unknown[],
  take: (entry: unknown, index: number) => T,
): T[] {
  const length = checkedEntries(name, 1, lengthOfList(name, list), MOST_ITEMS);
  const items: T[] = [];
  // for and not map(): holes in a sparse array count as entries too.
  for (let index = 0; index < length; index += 1) items.push(take(list[index], index));
  return items;
}

export function matrix(name: string, value: unknown): Input {
  if (Array.isArray(value)) {
    return fromRows(name, value, Float64Array, "it must be an array of numbers", numberAt);
  }
  if (!isObject(value) || !("rows" in value) || !("cols" in value) || !("data" in value)) {
    const matrix = "{ rows, cols, data } or an array of rows of numbers";
    wrongType(name, value, `it must be a matrix: ${matrix}`);
  }
  const { rows, cols, data } = value;
  if (!isFloats(data)) {
    wrongType(`${name}.data`, data, "it must be a Float64Array or a Float32Array");
  }
  // The names of rows and cols are composed only for an error: composing them would slow down a
  // small call.
  const checkedRows = isCount(rows, 0, MOST_ENTRIES) ? rows : count(`${name}.rows`, rows);
  const checkedCols = isCount(cols, 0, MOST_ENTRIES) ? cols : count(`${name}.cols`, cols);
  const length = checkedLength(name, data);
  if (checkedRows * checkedCols !== length) {
    fail("shape", `${name} is ${checkedRows}×${checkedCols} but its data has ${length} entries.`);
  }
  return { name, rows: checkedRows, cols: checkedCols, data };
}

function numberAt(entry: unknown, name: string, row: number, col: number): number {
  if (typeof entry !== "number") {
    wrongType(`${name}: the entry in row ${row}, column ${col}`, entry, ENTRY_RULE);
  }
  return entry;
}

/** A matrix from a list of lists of one length, each entry as `take` returns it. */
function fromRows<Data extends Float64Array | Uint8Array>(
  name: string,
  list: readonly unknown[],
  make: new (length: number) => Data,
  rule: string,
  take: (entry: unknown, name: string, row: number, col: number) => number,
) {
  const rows = lengthOfList(name, list);
  const first: unknown = list[0];
  const cols = Array.isArray(first) ? lengthOfList(name, first) : 0;
  const data = new make(checkedEntries(name, rows, cols));
  for (let i = 0; i < rows; i += 1) {
    const row: unknown = i === 0 ? first : list[i];
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

export function vector(name: string, value: unknown): Input {
  if (isFloats(value)) return { name, rows: 1, cols: checkedLength(name, value), data: value };
  if (!Array.isArray(value)) {
    wrongType(name, value, "it must be an array of numbers or a Float64Array");
  }
  const cols = checkedEntries(name, 1, lengthOfList(name, value));
  const data: number[] | Float64Array = cols > SHORT_LIST ? new Float64Array(cols) : [];
  for (let index = 0; index < cols; index += 1) {
    const entry: unknown = value[index];
    if (typeof entry !== "number") wrongType(`${name}: entry ${index}`, entry, ENTRY_RULE);
    data[index] = entry;
  }
  return { name, rows: 1, cols, data };
}

export function namedWords(value: unknown): readonly string[] {
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

/** The rows·cols bytes of a mask, where a matrix is given. */
export function mask(name: string, value: unknown): Input | undefined {
  if (value === undefined || value === "none" || (value === "causal" && name === "mask")) return;
  const rule = `it must be ${name === "mask" ? `"none", "causal" or ` : ""}a boolean matrix`;
  const bit = (entry: unknown) => bitOf(name, entry);
  if (Array.isArray(value)) return fromRows(name, value, Uint8Array, rule, bit);
  const flags = isObject(value) ? value.data : undefined;
  const length = typeOf(flags) ? checkedLength(name, flags as NumberArray) : Object(flags).length;
  if (!isObject(value) || !isObject(flags) || typeof length !== "number") {
    const kind = typeof value === "string" ? `"${value}"` : valueKind(value);
    fail("type", `${name} is ${kind}; ${rule}.`);
  }
  const rows = count(`${name}.rows`, value.rows);
  const cols = count(`${name}.cols`, value.cols);
  const data = new Uint8Array(checkedEntries(name, rows, cols));
  if (length !== rows * cols) {
    fail("shape", `${name} is ${rows}×${cols} but its data has ${length} entries.`);
  }
  for (let index = 0; index < length; index += 1) data[index] = bit(flags[index]);
  return { name, rows, cols, data };
}

function bitOf(name: string, entry: unknown): 0 | 1 {
  if (entry === true || entry === 1) return 1;
  if (entry === false || entry === 0) return 0;
  wrongType(`${name} has an entry that`, entry, "every entry must be true or false");
}

/** True or false, or `initial` where that is given and the value left out. */
export function flag(name: string, value: unknown, initial?: boolean): 0 | 1 {
  const isTrue = value === undefined ? initial : value;
  if (typeof isTrue !== "boolean") wrongType(name, isTrue, "it must be true or false");
  return isTrue ? 1 : 0;
}

export function checkedNumber(name: string, value: unknown): number {
  if (typeof value !== "number") wrongType(name, value, "it must be a number");
  return value;
}

export function finite(name: string, value: unknown): number {
  const checked = checkedNumber(name, value);
  if (!Number.isFinite(checked)) {
    fail("domain", `${name} is ${checked}; it must be a finite number.`);
  }
  return checked;
}

function isCount(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** A whole number up to `most`. */
export function count(name: string, value: unknown, most = MOST_ENTRIES): number {
  const checked = checkedNumber(name, value);
  if (!isCount(checked, 0, most)) {
    fail("domain", `${name} is ${checked}; it must be a whole number from 0 to ${most}.`);
  }
  return checked;
}

export const LARGEST_SEED = 2 ** 32 - 1;

/** An array that the engine's own code has made, as one row. */
export function ownArray(name: string, data: NumberArray): Input {
  return { name, rows: 1, cols: data.length, data };
}

/** The number of entries of an array. Throws before memory is allocated where it is too large. */
export function checkedEntries(
  what: string,
  rows: number,
  cols: number,
  most = MOST_ENTRIES,
): number {
  // Rows of length 0 are counted too: each of them is read.
  if (rows * Math.max(cols, 1) > most) {
    fail("limit", `${what} would be ${rows}×${cols}; it may have up to ${most} entries.`);
  }
  return rows * cols;
}

/** The index of a word in `allowed`: the value of the enumeration in C++. */
export function wordIndex(name: string, value: unknown, allowed: readonly string[]): number {
  const index = allowed.indexOf(value as string);
  if (index < 0) fail("type", `${name} must be one of ${allowed.join(", ")}.`);
  return index;
}

/** The names of the results to return; without any, all. */
export function outputNames(value: unknown, allowed: readonly string[]): readonly string[] {
  if (value === undefined) return allowed;
  const refuse = () =>
    fail("type", `outputs must be an array of names from ${allowed.join(", ")}.`);
  if (!Array.isArray(value)) return refuse();
  return list("outputs", value, (name) => allowed.find((it) => it === name) ?? refuse());
}

export const isSingle = ({ data }: Input) => typeOf(data) === "Float32Array";

/** A number that crosses, as an argument or in a record of a list. */
export interface Field {
  readonly name: string;
  /**
   * The value as it crosses. Throws an EngineError that calls it `label` where it is of another
   * type.
   */
  read(label: string, value: unknown): unknown;
}

/**
 * How the arrays of a call are read, by their types in its signature; records by the numbers that
 * each holds.
 */
type Reader = (name: string, value: unknown, fields: readonly Field[]) => Input | undefined;
export type Readers = Readonly<Record<string, Reader>>;

/** The readers of the calls of the first screen. */
export const READERS: Readers = { "f64[][]": matrix, "f64[]": vector, "u8[][]": mask };

export function wrongOptions(value: unknown, example: string): never {
  wrongType("options", value, `it must be an object such as ${example}`);
}

/** The options of a call as an object that may hold anything. */
export function options(value: unknown, example: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) wrongOptions(value, example);
  return value;
}
