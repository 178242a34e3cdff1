/** The entries of the tables of bad calls. */
import { type EngineErrorCode, loadEngine, type PackageEngine } from "attention-scale";

/** The fault, the call, the error's code, and a pattern of its message. */
type Row = [what: string, call: () => unknown, code: EngineErrorCode, message: RegExp];

/** Rows by the argument that is bad. */
export type Tables = Readonly<Record<string, readonly Row[]>>;

export const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;

/** The calls as a caller without a compiler makes them. */
export const e = (await loadEngine()) as unknown as Record<
  keyof PackageEngine,
  (...given: unknown[]) => unknown
>;

/** The worked example: good queries, keys and values. */
export const x = [
  [1, 3, 2],
  [1, 1, 3],
  [1, 2, 1],
];
export const two = [
  [1, 2],
  [3, 4],
];
/** Its product with itself overflows single precision. */
export const large = { rows: 1, cols: 1, data: Float32Array.of(1e30) };

export function float64(rows: number, cols: number, length = rows * cols) {
  return { rows, cols, data: new Float64Array(length) };
}

/** An array that says to be long and has only its first entry. */
export function sparse(first: unknown) {
  return Object.assign(new Array(2 ** 32 - 1), { 0: first });
}

/** An array of three whose middle was never set. */
export function holed(first: unknown, last: unknown) {
  return Object.assign(new Array(3), { 0: first, 2: last });
}

/** Calls that are good but for the options given. */
export const attend = (options: unknown) => e.attention(x, x, x, options);
export const draw = (options: object) => e.randomNormal({ seed: 1, rows: 2, cols: 2, ...options });
export const vectors = (options: object) =>
  e.wordVectors(["good"], { seed: 1, dim: 2, ...options });
export const project = (options: object) =>
  e.project(x, { seed: 1, projection: "keys", ...options });
export const weigh = (options: object) =>
  e.weightArithmetic([1, 2], { scale: 1, index: 0, ...options });
