/**
 * The engine's calls about many random draws: the sampling experiment, the gradient, entropy. Draws are numbered, and
 * each has its own random stream, so any range of them can be computed on its own, in any order.
 */
import type { QueryGradients } from "./saturation-api.js";
import type { Lists, Matrices, Matrix, MatrixInput, Moments, VectorInput } from "./types.js";

/** The distribution of the entries of queries and keys; all have mean 0 and variance std². `"sign"`: ±std, each with ½. */
export type EntryLaw = "normal" | "uniform" | "sign";

/** Numbered draws of a seed: `from` (default 0) up to but not including `from + count`. */
export interface DrawRange {
  readonly seed: number;
  readonly from?: number;
  readonly count: number;
}

/** Entries of queries and keys that are drawn. */
export interface EntrySampling {
  /** A whole number from 0 to 4294967295. */
  readonly seed: number;
  /** σ of the entries. Default 1. */
  readonly std?: number | undefined;
  /** Default "normal". */
  readonly law?: EntryLaw | undefined;
}

export interface ScoreSamplingOptions extends EntrySampling {
  /** The number of queries, and of keys: 2 to 20000. */
  readonly samples: number;
  /** d_k, 1 to 1024. */
  readonly dim: number;
  /** Multiplies the scores. Default 1/√dim. */
  readonly scale?: number | undefined;
}

export interface HistogramOptions {
  readonly bins: number;
  readonly range: readonly [low: number, high: number];
}

/** The number of values in each bin, and the edges numpy.linspace(low, high, bins + 1). */
export type Histogram = Lists<"counts" | "edges">;

/** Moments of scores that were not computed one by one: no smallest and no largest. */
export type ScoreMoments = Omit<Moments, "min" | "max">;

export interface ScoreSample {
  /** Of all samples·dim entries, ddof 1. */
  readonly query: Moments;
  readonly key: Moments;
  /** Of all samples² scaled scores, ddof 1, exact although no score is computed. */
  readonly scores: ScoreMoments;
}

export interface ScoreSampleWithHistogram extends ScoreSample {
  /** With the smallest and the largest score, as streamed in single precision. */
  readonly scores: Moments;
  readonly histogram: Histogram;
}

export interface StreamedScores extends Histogram {
  /** Of the scores streamed, in single precision; ddof 0. */
  readonly moments: Moments;
}

/**
 * Summaries of quantities over many draws, one entry per quantity:
 * - `low` and `high`: the quantiles at 10 % and at 90 %;
 * - `std`: ddof 1; 0 for a single draw;
 * - `share`: (Σ x²)² / (N Σ x⁴) over the N draws, from 1/N to 1: the share of draws that supply Σ x². It is k/N where k draws
 *   have the same absolute value and all others are 0; where all are 0 it is 0.
 */
export type DrawSummaries = Lists<"low" | "median" | "high" | "mean" | "std" | "largest" | "share">;

export interface MatrixMoments {
  /** Over all entries. */
  readonly all: Moments;
  /** Within each row. */
  readonly rows: readonly Moments[];
  /** Within each column. */
  readonly cols: readonly Moments[];
}

export interface GradientSamplingOptions extends DrawRange {
  /** The number of keys m, 2 to 512. */
  readonly keys: number;
  /** Rising, each from 1 to 1024. */
  readonly dims: readonly number[];
  /** Scores are divided by d^exponent; each from 0 to 1. */
  readonly exponents: readonly number[];
}

/** Each [draws × dims·exponents], the measures of QueryGradients; the column of dims[i] and exponents[j] is i·exponents.length + j. */
export type GradientDraws = Matrices<keyof QueryGradients>;

/**
 * Entropies in nats [draws×counts]:
 * - `root`: of softmax(q·k / √d);
 * - `logarithmic`: of softmax(κ·ln n·q·k / d), κ = √d / ln 512;
 * - `level`: of softmax(√(ln n / ln 512)·q·k / √d).
 */
export type EntropyDraws = Matrices<"root" | "logarithmic" | "level">;

export interface SamplingCalls {
  /**
   * The sampling experiment: from one stream `RandomState(seed)`, query = samples×dim draws, then key = dim×samples
   * draws; the moments of both and of all samples² scores scale·query·key, by Σq·k = (Σq)·(Σk) and
   * Σ(q·k)² = ⟨QᵀQ, KKᵀ⟩_F. With `bins` and `range` also the histogram of all scores by NumPy's rule, streamed in
   * single precision. The draws of the last experiment are kept.
   */
  sampleScores(options: ScoreSamplingOptions & HistogramOptions): ScoreSampleWithHistogram;
  sampleScores(options: ScoreSamplingOptions): ScoreSample;

  /**
   * Draws the samples of `sampleScores` and `scoreHistogram` in advance, for about `work` multiply-adds a call: with
   * 20,000 samples and d = 1024 all of it takes seconds. Returns the fraction that is done, from 0 to 1.
   */
  drawScores(options: ScoreSamplingOptions, work: number): number;

  /** The histogram of the scores of some of the queries (`from`, `count`) with all keys. */
  scoreHistogram(options: ScoreSamplingOptions & HistogramOptions & DrawRange): StreamedScores;

  /** The first `count` entries of the query of that experiment. */
  randomEntries(options: EntrySampling & { readonly count: number }): Float64Array;

  /**
   * Standard deviations (ddof 1) of all samples² scores q·k [count×dims], for rising `dims`. Repeat r draws from
   * `RandomState([seed, r])` a query and then a key [samples×1024], 2 to 2000 samples; for each d their first d coordinates count.
   */
  scoreSpreads(
    options: EntrySampling &
      DrawRange & { readonly samples: number; readonly dims: readonly number[] },
  ): Matrix;

  /** As numpy.histogram(data, bins, range): half-open bins, but for the last. */
  histogram(data: VectorInput, options: HistogramOptions): Histogram;

  /** One quantile per probability, by NumPy's linear rule. */
  quantiles(data: VectorInput, probabilities: VectorInput): Float64Array;

  /**
   * The power of x by which y grows between neighbouring points: log(y[i + 1] / y[i]) / log(x[i + 1] / x[i]). x is positive and
   * rising; y is not negative, and where it falls to 0 the power is −∞, where it rises from 0 it is +∞.
   */
  localExponents(x: VectorInput, y: VectorInput): Float64Array;

  /** One summary for each row of `draws` [quantities×draws]. */
  drawSummaries(draws: MatrixInput): DrawSummaries;

  /** Over all entries, within each row, within each column; ddof 0 unless given. */
  matrixMoments(matrix: MatrixInput, options?: { readonly ddof?: number }): MatrixMoments;

  /** The moments of a whole data set, from the moments of each of its parts with ddof 0. Counts add up to 2⁵³ − 1 at most. */
  combinedMoments(parts: readonly Moments[], options?: { readonly ddof?: number }): Moments;

  /** The density of N(mean, std²) at each x. Throws `"domain"` where it overflows, which takes a std below 2.3e-309. */
  normalDensity(
    x: VectorInput,
    options: { readonly mean: number; readonly std: number },
  ): Float64Array;

  /**
   * One query per draw, at every d and every exponent. Draw t is
   * `x = RandomState([seed, keys, t]).normal(size=(keys + 1, 1024))`: the query x[0, :d], the keys x[1:, :d].
   */
  sampleGradients(options: GradientSamplingOptions): GradientDraws;

  /**
   * Entropy for each number of keys n in `counts`, which rise from 1 to 8192 at most. Draw t is
   * `x = RandomState([seed, dim, t]).normal(size=(max(counts) + 1, dim))`: the query x[0], the keys x[1:n + 1].
   */
  sampleEntropies(
    options: DrawRange & { readonly dim: number; readonly counts: readonly number[] },
  ): EntropyDraws;
}
