/** From what callers pass to what the engine computes on: kinds and lengths are checked here, numbers in C++. */
import type { BooleanMatrix, MatrixInput, Seed, VectorInput } from "./api.js";
import { EngineError } from "./errors.js";

/** A matrix whose entries are a list of numbers of the right length; `single` where it holds a Float32Array. */
export interface Checked {
  readonly rows: number;
  readonly cols: number;
  readonly data: ArrayLike<number>;
  readonly single: boolean;
}

/** One result of at most this many entries: 1 GiB of doubles. */
const MOST_ENTRIES = 2 ** 27;

export function fail(code: "shape" | "type" | "domain" | "limit", message: string): never {
  throw new EngineError(code, message);
}

/** "null", "a string", "an array": what was given, for sentences. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isFloats(value: unknown): value is Float64Array | Float32Array {
  return value instanceof Float64Array || value instanceof Float32Array;
}

function asNumbers(
  name: string,
  list: readonly unknown[],
  place: (index: number) => string,
): number[] {
  // for and not some(): holes in a sparse array count as entries too.
  for (let index = 0; index < list.length; index += 1) {
    if (typeof list[index] !== "number") {
      fail(
        "type",
        `${name}: ${place(index)} is ${kindOf(list[index])}; every entry must be a number.`,
      );
    }
  }
  return list as number[];
}

export function matrix(name: string, value: MatrixInput): Checked {
  if (Array.isArray(value)) return fromRows(name, value);
  const given: unknown = value;
  if (!isObject(given) || !("rows" in given) || !("cols" in given) || !("data" in given)) {
    fail(
      "type",
      `${name} is ${kindOf(given)}; it must be a matrix: { rows, cols, data } or an array of rows of numbers.`,
    );
  }
  const { rows, cols, data } = given;
  if (!isFloats(data)) {
    fail("type", `${name}.data is ${kindOf(data)}; it must be a Float64Array or a Float32Array.`);
  }
  // The names of the sides are put together only where one is wrong: small calls are made of such things.
  const checkedRows = isCount(rows, 0, MOST_ENTRIES) ? rows : count(`${name}.rows`, rows, 0);
  const checkedCols = isCount(cols, 0, MOST_ENTRIES) ? cols : count(`${name}.cols`, cols, 0);
  if (checkedRows * checkedCols !== data.length) {
    fail(
      "shape",
      `${name} is ${checkedRows}×${checkedCols} but its data has ${data.length} entries.`,
    );
  }
  return {
    rows: checkedRows,
    cols: checkedCols,
    data,
    single: data instanceof Float32Array,
  };
}

function fromRows(name: string, rows: readonly unknown[]): Checked {
  const first: unknown = rows[0];
  const cols = Array.isArray(first) ? first.length : 0;
  const data = new Float64Array(entries(name, rows.length, cols));
  for (let i = 0; i < rows.length; i += 1) {
    const row: unknown = rows[i];
    if (!Array.isArray(row)) {
      fail("type", `${name}: row ${i} is ${kindOf(row)}; it must be an array of numbers.`);
    }
    if (row.length !== cols) {
      fail(
        "shape",
        `${name}: row ${i} has ${row.length} entries and row 0 has ${cols}; all rows need one length.`,
      );
    }
    data.set(
      asNumbers(name, row, (j) => `the entry in row ${i}, column ${j}`),
      i * cols,
    );
  }
  return { rows: rows.length, cols, data, single: false };
}

export function vector(name: string, value: VectorInput): Checked {
  if (isFloats(value)) {
    return { rows: 1, cols: value.length, data: value, single: value instanceof Float32Array };
  }
  if (!Array.isArray(value)) {
    fail("type", `${name} is ${kindOf(value)}; it must be an array of numbers or a Float64Array.`);
  }
  const data = asNumbers(name, value, (index) => `entry ${index}`);
  return { rows: 1, cols: data.length, data, single: false };
}

export function finiteEntries(name: string, { data }: Checked): void {
  for (let index = 0; index < data.length; index += 1) {
    if (!Number.isFinite(data[index])) {
      fail(
        "domain",
        `${name}: entry ${index} is ${data[index]}; every entry must be a finite number.`,
      );
    }
  }
}

export function words(value: unknown): readonly string[] {
  if (!Array.isArray(value)) {
    fail("type", `words is ${kindOf(value)}; it must be an array of strings.`);
  }
  for (let index = 0; index < value.length; index += 1) {
    const word: unknown = value[index];
    if (typeof word !== "string") {
      fail("type", `words: entry ${index} is ${kindOf(word)}; every word must be a string.`);
    }
    if (word.includes("\0")) {
      fail("domain", `words: entry ${index} holds a zero character; a word must not.`);
    }
  }
  return value;
}

/** True for what `softmax` reads as one list and not as a matrix. */
export function isVector(value: unknown): value is VectorInput {
  return isFloats(value) || (Array.isArray(value) && !Array.isArray(value[0]));
}

export interface CheckedMask {
  readonly kind: 0 | 1 | 2;
  readonly rows: number;
  readonly cols: number;
  readonly data: Uint8Array;
}

const MASK_WORDS = `mask must be "none", "causal" or a boolean matrix`;

const NO_MASK: CheckedMask = { kind: 0, rows: 0, cols: 0, data: new Uint8Array(0) };
const CAUSAL_MASK: CheckedMask = { ...NO_MASK, kind: 1 };

export function mask(value: "none" | "causal" | BooleanMatrix | undefined): CheckedMask {
  if (value === undefined || value === "none") return NO_MASK;
  if (value === "causal") return CAUSAL_MASK;
  const given: unknown = value;
  if (Array.isArray(given)) return maskFromRows(given);
  if (!isObject(given) || !isObject(given.data) || typeof given.data.length !== "number") {
    fail(
      "type",
      `mask is ${typeof given === "string" ? `"${given}"` : kindOf(given)}; ${MASK_WORDS}.`,
    );
  }
  const rows = count("mask.rows", given.rows, 0);
  const cols = count("mask.cols", given.cols, 0);
  const flags = given.data as unknown as ArrayLike<unknown>;
  const length = entries("mask", rows, cols);
  if (flags.length !== length) {
    fail("shape", `mask is ${rows}×${cols} but its data has ${flags.length} entries.`);
  }
  return { kind: 2, rows, cols, data: Uint8Array.from({ length }, (_, i) => bit(flags[i])) };
}

function maskFromRows(rows: readonly unknown[]): CheckedMask {
  const cols = Array.isArray(rows[0]) ? rows[0].length : 0;
  const data = new Uint8Array(entries("mask", rows.length, cols));
  for (let i = 0; i < rows.length; i += 1) {
    const row: unknown = rows[i];
    if (!Array.isArray(row)) fail("type", `mask: row ${i} is ${kindOf(row)}; ${MASK_WORDS}.`);
    if (row.length !== cols) {
      fail(
        "shape",
        `mask: row ${i} has ${row.length} entries and row 0 has ${cols}; all rows need one length.`,
      );
    }
    data.set(
      Array.from(row, (entry) => bit(entry)),
      i * cols,
    );
  }
  return { kind: 2, rows: rows.length, cols, data };
}

function bit(entry: unknown): 0 | 1 {
  if (entry === true || entry === 1) return 1;
  if (entry === false || entry === 0) return 0;
  fail("type", `mask has an entry that is ${kindOf(entry)}; every entry must be true or false.`);
}

/** Options come as an object, or not at all. */
export function options(value: unknown, example: string): void {
  if (!isObject(value)) {
    fail("type", `options is ${kindOf(value)}; it must be an object such as ${example}.`);
  }
}

/** A number of any size; NaN and infinity are for C++ to judge unless `finite` is asked for. */
export function number(name: string, value: unknown): number {
  if (typeof value !== "number") fail("type", `${name} is ${kindOf(value)}; it must be a number.`);
  return value;
}

export function finite(name: string, value: unknown): number {
  const checked = number(name, value);
  if (!Number.isFinite(checked))
    fail("domain", `${name} is ${checked}; it must be a finite number.`);
  return checked;
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

export function seeds(value: Seed): { words: Uint32Array; oneNumber: boolean } {
  if (value instanceof Uint32Array) return { words: value, oneNumber: false };
  if (Array.isArray(value)) {
    const words = Array.from(value, (word, index) => oneSeed(`seed[${index}]`, word));
    return { words: Uint32Array.from(words), oneNumber: false };
  }
  return { words: Uint32Array.of(oneSeed("seed", value)), oneNumber: true };
}

/** Guards sizes before memory is asked for. */
export function entries(what: string, rows: number, cols: number): number {
  if (rows * cols > MOST_ENTRIES) {
    fail(
      "limit",
      `${what} would be ${rows}×${cols}; a matrix may have up to ${MOST_ENTRIES} entries.`,
    );
  }
  return rows * cols;
}

/** The place of a word among those allowed: how an enumeration crosses into C++. */
export function oneOf(name: string, value: unknown, allowed: readonly string[]): number {
  const index = allowed.indexOf(value as string);
  if (index < 0) fail("type", `${name} must be one of ${allowed.join(", ")}.`);
  return index;
}
