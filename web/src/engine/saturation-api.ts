/** The engine's calls about saturation: norms of softmax's Jacobian, gradients of queries, and reduced precision. */
import type { Lists, Matrix, MatrixInput, Numbers, VectorInput } from "./types.js";

/** ‖J‖_F and ‖J‖₂, the largest eigenvalue: at most ½. */
export type JacobianNorms = Numbers<"frobenius" | "spectral">;

/**
 * One entry per scale:
 * - `spread`: the standard deviation (ddof 0) of scale·logits;
 * - `entropy`, in nats;
 * - `peak`: the largest weight;
 * - `frobenius` and `spectral`: ‖J‖_F and ‖J‖₂.
 */
export type Saturation = Lists<"spread" | "entropy" | "peak" | "frobenius" | "spectral">;

/** One entry per query: the largest weight, the entropy in nats, ‖J‖_F, and ‖∂y/∂q‖_F = ‖scale·J·K‖_F. */
export type QueryGradients = Lists<"peak" | "entropy" | "jacobian" | "gradient">;

export type Precision = "double" | "float" | "half" | "bfloat16";

/** Which numbers are divided by √d_k: the scores, the queries or the keys; `"both"`: queries and keys each by d_k^¼. */
export type RootPlace = "scores" | "queries" | "keys" | "both";

export interface ReducedPrecisionOptions {
  readonly precision: Precision;
  /** `"same"` (default): every product and every sum is rounded; `"float"`: only the end of a dot product. */
  readonly accumulate?: "same" | "float";
  /** Default "scores". */
  readonly place?: RootPlace;
  /** Multiplies queries and keys before anything is rounded. Default 1. */
  readonly size?: number;
}

export interface ReducedScores {
  /** The logits in that precision [n×m]; may hold ±∞, and NaN for ∞ − ∞. */
  readonly logits: Matrix;
  /** size²·q·k/√d in double precision. */
  readonly exact: Matrix;
  /** logits − exact. */
  readonly difference: Matrix;
  /** The number of logits that are not finite. */
  readonly overflowed: number;
  /** The largest |difference| among the finite ones. */
  readonly largestDifference: number;
  /** The largest |difference| / |exact| among the finite ones. */
  readonly largestRelative: number;
}

/** `"sum"`: L = Σ z; `"squares"`: ½ Σ z²; `"target"`: ½ Σ |z_i − v_target|². */
export type OutputLoss = "sum" | "squares" | "target";

export interface LossGradient {
  readonly loss: number;
  /** ∂L/∂Z [n×d_v]. */
  readonly dOutput: Matrix;
}

export interface SaturationCalls {
  /** The norms of diag(y) − yyᵀ at y = softmax(logits). */
  jacobianNorms(logits: VectorInput): JacobianNorms;

  /** (softmax(x + h·g) − softmax(x − h·g)) / 2h: approximates `softmaxJacobianProduct`. */
  softmaxCentralDifference(
    logits: VectorInput,
    direction: VectorInput,
    options: { readonly step: number },
  ): Float64Array;

  /** Softmax of scale·logits for each of `scales`. */
  saturation(logits: VectorInput, scales: VectorInput): Saturation;

  /** ‖J g‖ at scale·logits, for each of `scales`: the norm of the upstream gradient g after softmax's backward pass. */
  passedNorms(logits: VectorInput, upstream: VectorInput, scales: VectorInput): Float64Array;

  /** For y = softmax(scale·q·Kᵀ), each row q of `queries` [n×d_k] on `keys` [m×d_k]. `scale` default 1/√d_k. */
  queryGradients(
    queries: MatrixInput,
    keys: MatrixInput,
    options?: { readonly scale?: number },
  ): QueryGradients;

  /** The logits of queries [n×d_k] and keys [m×d_k], each step rounded to a reduced precision, and their errors. */
  reducedScores(
    queries: MatrixInput,
    keys: MatrixInput,
    options: ReducedPrecisionOptions,
  ): ReducedScores;

  /** A loss of the output Z [n×d_v] and its gradient; `target`: a row of `values` V [m×d_v]. */
  outputLoss(
    output: MatrixInput,
    values: MatrixInput,
    options: { readonly loss: OutputLoss; readonly target?: number },
  ): LossGradient;
}
