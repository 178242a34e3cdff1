/** The goldens of layers, as the engine's calls take and return them. */
import type { Matrix } from "attention-scale";
import { expectClose, expectCloseMatrix, largest } from "./close.js";

export type GoldenParameters = Readonly<Record<string, Matrix | null>>;

export interface GoldenMasks {
  readonly heads: number;
  readonly batch: number;
  readonly causal: boolean;
  readonly mask: Matrix | null;
  /** [batch×keys], 1 where the key takes part. */
  readonly padding: Matrix | null;
  readonly x: Matrix;
  readonly output: Matrix;
  readonly doutput: Matrix;
}

/** 1e-10 of the largest entry, or of 1. */
const K = 1e-10 * 2 ** 52;

/** The rows of one of `batch` sequences. */
export function sequence({ rows, cols, data }: Matrix, batch: number, index: number): Matrix {
  const height = rows / batch;
  const part = data.slice(index * height * cols, (index + 1) * height * cols);
  return { rows: height, cols, data: part };
}

const isMatrix = (name: string) => /^(w[qkvo12]|c[qkvo])$/.test(name);

/** The parameters as arguments: lists for biases, γ and β. */
export const asArguments = (parameters: GoldenParameters) =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === null ? [] : [[name, isMatrix(name) ? value : value.data]],
    ),
  );

export const bitsOf = (padding: Matrix | null, index: number) =>
  padding ? [...sequence(padding, padding.rows, index).data].map((bit) => bit === 1) : undefined;

/** The masks of a sequence of a case. */
export const masksOf = ({ causal, mask, padding }: GoldenMasks, index: number) => ({
  causal,
  mask: mask ?? ("none" as const),
  padding: bitsOf(padding, index),
});

export function expectGolden(actual: Matrix, expected: Matrix): void {
  expectCloseMatrix(actual, expected, { k: K, of: largest(expected.data) });
}

/** The gradients of all sequences together are those of the batch. */
export function expectGradients(
  parts: readonly object[],
  expected: Readonly<Record<string, Matrix>>,
): void {
  for (const [name, { data }] of Object.entries(expected)) {
    const sum = new Float64Array(data.length);
    for (const part of parts as Record<string, Matrix | Float64Array>[]) {
      const gradient = part[name] as Matrix | Float64Array;
      const entries = "data" in gradient ? gradient.data : gradient;
      for (const [index, entry] of entries.entries()) sum[index] = (sum[index] ?? 0) + entry;
    }
    expectClose(sum, data, { k: K, of: largest(data) });
  }
}
