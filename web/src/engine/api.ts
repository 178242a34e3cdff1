/**
 * The engine's calls: the reference manual.
 *
 * Letters: n queries, m keys, d_k the length of a query and a key, d_v the length of a value.
 * Every call is synchronous, changes none of its arguments and returns new arrays: nothing has to be freed.
 * If every input holds a `Float32Array`, the call computes and returns single precision, otherwise double.
 * Bad input throws an `EngineError`; the engine goes on working.
 */

import type { AttentionOptions, RuleCalls } from "./rules-api.js";
import type { SamplingCalls } from "./sampling-api.js";
import type { SaturationCalls } from "./saturation-api.js";
import type {
  Floats,
  Lists,
  Matrices,
  Matrix,
  Matrix32,
  MatrixInput,
  Moments,
  Numbers,
  VectorInput,
} from "./types.js";

export type * from "./rules-api.js";
export type * from "./sampling-api.js";
export type * from "./saturation-api.js";
export type * from "./types.js";

export interface Attention<T extends Floats = Float64Array> {
  /** QKᵀ [n×m]. */
  readonly scores: Matrix<T>;
  /** scale·scores [n×m], −∞ where masked. */
  readonly logits: Matrix<T>;
  /** Softmax of each row of the logits [n×m]. A row all of whose keys are masked is zero. */
  readonly weights: Matrix<T>;
  /** weights·V [n×d_v]. */
  readonly output: Matrix<T>;
}

export type AttentionOutput = keyof Attention;

/** ∂L/∂Q [n×d_k], ∂L/∂K [m×d_k], ∂L/∂V [m×d_v] and ∂L/∂(QKᵀ) [n×m]. */
export type AttentionGradient<T extends Floats = Float64Array> = Matrices<
  "queries" | "keys" | "values" | "scores",
  T
>;

/**
 * Of each row:
 * - `entropy`: −Σ w ln w, in nats;
 * - `peak`: the largest weight;
 * - `peakIndex`: its column, the first where several are equal.
 */
export type RowStatistics = Lists<"entropy" | "peak" | "peakIndex">;

export interface RowChange {
  /** Total variation ½ Σ |after − before| of each row, from 0 to 1. */
  readonly distance: Float64Array;
  /** The row that changed most, the first where several are equal. */
  readonly largest: number;
}

/**
 * The steps from a score to its weight:
 * - `score`: q·k;
 * - `logit`: scale·score;
 * - `largest`: the row's largest logit, subtracted before exp so that nothing overflows; it changes no weight;
 * - `exponential`: exp(logit − largest);
 * - `sum`: Σ exp(logit − largest) over the row;
 * - `weight`: exponential / sum;
 * - `slope`: ∂weight/∂logit = y(1 − y), the derivative of softmax;
 * - `derivative`: ∂weight/∂score = scale · slope.
 */
export type WeightArithmetic = Numbers<
  "score" | "logit" | "largest" | "exponential" | "sum" | "weight" | "slope" | "derivative"
>;

/** A whole number from 0 to 4294967295, as `numpy.random.RandomState` takes, or a list of such. */
export type Seed = number | readonly number[] | Uint32Array;

/** The projection of the word vectors: W^Q, W^K or W^V. */
export type Projection = "queries" | "keys" | "values";

type PrecisionOf<A extends readonly unknown[]> = A[number] extends Matrix32 | Float32Array
  ? Float32Array
  : Float64Array;

/** The calls of the first screen, which its own small binary holds. */
export interface FirstEngine {
  /**
   * Scaled dot-product attention, "Attention Is All You Need" (2017), section 3.2.1, of `queries` [n×d_k] on
   * `keys` [m×d_k] and `values` [m×d_v]. `outputs` names the results to return; without it, all four.
   * Throws `"shape"` where shapes do not fit, `"domain"` on NaN, infinity, or a product that overflows.
   */
  attention<
    Q extends MatrixInput,
    K extends MatrixInput,
    V extends MatrixInput,
    O extends AttentionOutput = AttentionOutput,
  >(
    queries: Q,
    keys: K,
    values: V,
    options?: AttentionOptions & { readonly outputs?: readonly O[] },
  ): Pick<Attention<PrecisionOf<[Q, K, V]>>, O>;

  /** Entropy and peak of each row of `weights` [n×m], whose entries lie between 0 and 1. In double precision. */
  rowStatistics(weights: MatrixInput): RowStatistics;

  /** The change of each row of weights [n×m]. In double precision. */
  rowChange(before: MatrixInput, after: MatrixInput): RowChange;

  /** The steps from a row of scores to the weight of key `index`, for logits scale·scores. */
  weightArithmetic(
    scores: VectorInput,
    options: { scale: number; index: number },
  ): WeightArithmetic;

  /** dim^exponent, the divisor of the scores; exactly √dim at ½. `exponent` from 0 to 1. */
  scoreDivisor(dim: number, exponent: number): number;

  /**
   * One row per word: `RandomState([seed, zlib.crc32(word.encode())]).normal(size=1024)[:dim]`, dim from 1 to 1024.
   * The same word has the same vector in every sentence, and a larger dim only adds coordinates.
   */
  wordVectors(
    words: readonly string[],
    options: { readonly seed: number; readonly dim: number },
  ): Matrix;

  /**
   * x·W [n×columns] for x [n×d], W = `RandomState([seed, i]).normal(size=(1024, 1024))[:d, :columns] / √d` with
   * i = 1, 2, 3 for queries, keys, values. `columns` is d unless given. The draws of the last seed are kept.
   */
  project(
    x: MatrixInput,
    options: { readonly seed: number; readonly projection: Projection; readonly columns?: number },
  ): Matrix;
}

export interface Engine extends FirstEngine, SamplingCalls, SaturationCalls, RuleCalls {
  /** Gradients of L = Σ output∘dOutput at the arguments of `attention`; `dOutput` is [n×d_v]. */
  attentionGradient<
    Q extends MatrixInput,
    K extends MatrixInput,
    V extends MatrixInput,
    D extends MatrixInput,
  >(
    queries: Q,
    keys: K,
    values: V,
    dOutput: D,
    options?: AttentionOptions,
  ): AttentionGradient<PrecisionOf<[Q, K, V, D]>>;

  /**
   * Softmax of one list of logits, or of each row of a matrix. Stable for huge, tiny and −∞ entries; a row of only
   * −∞ gives zeros. Throws `"shape"` when empty, `"domain"` on NaN and +∞.
   */
  softmax(logits: Float32Array): Float32Array;
  softmax(logits: VectorInput): Float64Array;
  softmax<M extends MatrixInput>(logits: M): Matrix<PrecisionOf<[M]>>;

  /** diag(y) − yyᵀ [n×n] at y = softmax(logits); 1 − y_i is the sum of the other weights, so no digits cancel. */
  softmaxJacobian<L extends VectorInput>(logits: L): Matrix<PrecisionOf<[L]>>;

  /** The Jacobian of softmax times `upstream` [n], y∘(g − ⟨g, y⟩), without building the matrix. */
  softmaxJacobianProduct<L extends VectorInput, G extends VectorInput>(
    logits: L,
    upstream: G,
  ): PrecisionOf<[L, G]>;

  /** Count, mean, variance (ddof 0 unless given), deviation and range. Throws `"domain"` where count ≤ ddof. */
  moments(data: VectorInput, options?: { readonly ddof?: number }): Moments;

  /**
   * The digits of `numpy.random.RandomState(seed).normal(mean, std, (rows, cols))`, within 2 ulp (the two
   * libraries' log may differ in the last digit).
   */
  randomNormal(options: {
    readonly seed: Seed;
    readonly rows: number;
    readonly cols: number;
    readonly mean?: number;
    readonly std?: number;
  }): Matrix;

  /** The SIMD instruction sets that the engine was built with, as Eigen names them. */
  simdInstructions(): string;
}
