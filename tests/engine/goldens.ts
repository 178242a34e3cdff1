/**
 * The reference numbers of tests/fixtures; its README says where each comes from and how good it
 * is.
 */
import { readFileSync } from "node:fs";
import type { Matrix } from "attention-scale";

/** How the fixtures write the numbers that JSON has no word for. */
const NON_FINITE = new Map<unknown, number>([
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["NaN", Number.NaN],
]);

/**
 * The reviver of JSON.parse: it gives non-finite numbers as numbers, and matrices as the engine
 * takes them.
 */
function decode(_key: string, value: unknown): unknown {
  if (typeof value === "object" && value !== null && "rows" in value && "data" in value) {
    return { ...value, data: Float64Array.from(value.data as number[]) };
  }
  return NON_FINITE.get(value) ?? value;
}

/** The cases of tests/fixtures/<file>.json, whose shape the caller knows. */
export function goldens<Case extends object>(file: string): (Case & { name: string })[] {
  const text = readFileSync(new URL(`../fixtures/${file}.json`, import.meta.url), "utf8");
  const { cases } = JSON.parse(text, decode);
  if (!Array.isArray(cases) || cases.length === 0) throw new Error(`${file}.json has no cases.`);
  return cases;
}

/** Fields of both attention.json and attention_gradient.json. */
export interface AttentionArguments {
  readonly precision: "double" | "single";
  readonly queries: Matrix;
  readonly keys: Matrix;
  readonly values: Matrix;
  /** null stands for the default, 1/√d_k. */
  readonly scale: number | null;
  /** A matrix has 1 where the key takes part. */
  readonly mask: "none" | "causal" | Matrix;
}

export function attentionOptions({ scale, mask }: Pick<AttentionArguments, "scale" | "mask">) {
  return { scale: scale ?? undefined, mask };
}

export function asSingle({ rows, cols, data }: Matrix): Matrix<Float32Array> {
  return { rows, cols, data: Float32Array.from(data) };
}

export function asDouble({ rows, cols, data }: Matrix | Matrix<Float32Array>): Matrix {
  return { rows, cols, data: Float64Array.from(data) };
}

export function asRows({ rows, cols, data }: Matrix): number[][] {
  return Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);
}

/** softmax by its formula, for rows that have no golden. */
export function softmaxOf(logits: readonly number[]): number[] {
  const powers = logits.map((logit) => Math.exp(logit - Math.max(...logits)));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
