/** Properties of every result, for any arguments. */
import type { Attention, AttentionGradient, Matrix, Moments, PackageEngine } from "attention-scale";

type Floats = Float64Array | Float32Array;

/** Results that the manual allows to be infinite. */
const MAY_BE_INFINITE: Partial<Record<keyof PackageEngine, readonly (string | RegExp)[]>> = {
  attention: ["logits"],
  multiHeadAttention: [/^heads\.\d+\.logits\.data$/],
  encoder: [/\.logits\.data$/],
  decoder: [/\.logits\.data$/],
  quantiles: [""],
  localExponents: [""],
  reducedScores: ["logits", "difference"],
};

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Every number is finite, every matrix has as many entries as it says. */
function checkNumbers(name: keyof PackageEngine, value: unknown, path: string): void {
  if (typeof value === "number") demand(Number.isFinite(value), `${path} is ${value}`);
  else if (ArrayBuffer.isView(value)) {
    const matches = (key: string | RegExp) =>
      typeof key === "string" ? path === key || path === `${key}.data` : key.test(path);
    if (MAY_BE_INFINITE[name]?.some(matches)) return;
    const array = value as Floats;
    const bad = array.findIndex((entry) => !Number.isFinite(entry));
    demand(bad < 0, `${path}[${bad}] is ${array[bad]}`);
  } else if (typeof value === "object" && value !== null) {
    if ("rows" in value && "cols" in value && "data" in value) {
      const { rows, cols, data } = value as Matrix;
      demand(rows * cols === data.length, `${path} is ${rows}×${cols} with ${data.length} entries`);
    }
    for (const [key, entry] of Object.entries(value)) {
      checkNumbers(name, entry, path === "" ? key : `${path}.${key}`);
    }
  }
}

function rowsOf({ rows, cols, data }: Matrix<Floats>): number[][] {
  return Array.from({ length: rows }, (_, i) => [...data.subarray(i * cols, (i + 1) * cols)]);
}

const sum = (row: readonly number[]) => row.reduce((all, entry) => all + entry, 0);
const eps = (data: Floats) => (data instanceof Float32Array ? 1e-5 : 1e-12);

/** Rows of weights sum to 1, or are 0 where every key is masked. */
function checkWeights(weights: Matrix<Floats>): void {
  for (const row of rowsOf(weights)) {
    const off = Math.abs(sum(row) - 1) <= eps(weights.data) || row.every((weight) => weight === 0);
    demand(off && row.every((weight) => weight >= 0), `a row of weights is ${row}`);
  }
}

function checkMoments({ min, max, mean, variance, std, count }: Moments): void {
  const room = 1e-9 * Math.max(Math.abs(min), Math.abs(max));
  demand(min <= max && variance >= 0 && count >= 1, `moments from ${min} to ${max}, ${variance}`);
  demand(min - room <= mean && mean <= max + room, `the mean ${mean} of ${min} to ${max}`);
  demand(Math.abs(std - Math.sqrt(variance)) <= 1e-12 * std, `std ${std} of ${variance}`);
}

/** The least and the most of results, by their names; "" is the result itself. */
const BOUNDS: Partial<Record<keyof PackageEngine, Record<string, readonly [number, number]>>> = {
  rowStatistics: { entropy: [-1e-6, Infinity], peak: [-1e-6, Infinity] },
  rowChange: { distance: [0, Infinity] },
  temperedWeights: { data: [0, 1 + 1e-12] },
  weightArithmetic: { weight: [0, 1], slope: [0, 0.25 + 1e-12] },
  drawSummaries: { std: [0, Infinity], share: [0, 1] },
  normalDensity: { "": [0, Infinity] },
  jacobianNorms: { frobenius: [0, 1], spectral: [0, 0.5 + 1e-12] },
  saturation: { entropy: [0, Infinity], peak: [Number.MIN_VALUE, 1], spectral: [0, 0.5 + 1e-12] },
  passedNorms: { "": [0, Infinity] },
  measureRule: { factorError: [0, Infinity], residual: [0, Infinity], dropout: [0, 1] },
  ruleStatistics: { peak: [0, 1], gradient: [0, Infinity], share: [0, 1 + 1e-12] },
  queryGradients: { peak: [Number.MIN_VALUE, 1], gradient: [0, Infinity] },
};

function checkBounds(name: keyof PackageEngine, result: object): void {
  for (const [key, [least, most]] of Object.entries(BOUNDS[name] ?? {})) {
    const value = key === "" ? result : (result as Record<string, unknown>)[key];
    // A trait that a measured rule has not.
    if (value === null) continue;
    const numbers = typeof value === "number" ? [value] : [...(value as Floats)];
    for (const each of numbers) demand(each >= least && each <= most, `${key} of ${each}`);
  }
}

const CHECKS: Partial<Record<keyof PackageEngine, (result: never) => void>> = {
  attention: ({ weights, logits, scores }: Partial<Attention<Floats>>) => {
    if (weights !== undefined) checkWeights(weights);
    for (const entry of logits?.data ?? []) demand(entry < Infinity, `a logit is ${entry}`);
    if (scores !== undefined && weights !== undefined) {
      demand(scores.rows === weights.rows && scores.cols === weights.cols, "shapes differ");
    }
  },
  attentionGradient: ({ scores }: AttentionGradient<Floats>) => {
    for (const row of rowsOf(scores)) {
      const size = sum(row.map(Math.abs));
      const [tiny, share] = scores.data instanceof Float32Array ? [1e-30, 1e-3] : [1e-290, 1e-9];
      const off = Math.abs(sum(row));
      demand(
        size < tiny || !Number.isFinite(size) || off <= share * size,
        `a row ${row} sums to ${off}`,
      );
    }
  },
  softmax: (result: Floats | Matrix<Floats>) => {
    const single = ArrayBuffer.isView(result);
    checkWeights(single ? { rows: 1, cols: result.length, data: result } : result);
  },
  softmaxJacobian: (jacobian: Matrix<Floats>) => {
    const rows = rowsOf(jacobian);
    for (const [i, row] of rows.entries()) {
      demand(Math.abs(sum(row)) <= eps(jacobian.data), `a row of the Jacobian is ${row}`);
      for (const [j, entry] of row.entries()) demand(entry === rows[j]?.[i], "it is not symmetric");
    }
  },
  moments: checkMoments,
  combinedMoments: ({ count }: Moments) => demand(Number.isSafeInteger(count), `count ${count}`),
  matrixMoments: ({ all, rows, cols }: Record<"rows" | "cols", Moments[]> & { all: Moments }) => {
    for (const one of [all, ...rows, ...cols]) checkMoments(one);
  },
  histogram: ({ counts, edges }: { counts: Floats; edges: Floats }) => {
    demand(edges.length === counts.length + 1, "edges do not fit");
    demand(
      counts.every((count) => Number.isInteger(count) && count >= 0),
      `counts ${counts}`,
    );
  },
  drawSummaries: ({ low, median, high, largest }: Record<string, Float64Array>) => {
    for (const [i, most = 0] of largest?.entries() ?? []) {
      const a = low?.[i] ?? 0;
      const b = median?.[i] ?? 0;
      const c = high?.[i] ?? 0;
      demand(a <= b && b <= c && c <= most, `quantiles ${a}, ${b}, ${c} of up to ${most}`);
    }
  },
};

/** @throws an Error that says what does not hold */
export function checkResult(name: keyof PackageEngine, result: unknown): void {
  checkNumbers(name, result, "");
  checkBounds(name, result as object);
  CHECKS[name]?.(result as never);
}
