/**
 * The types of arguments and results that calls of all files have, such as Matrix and Floats;
 * behind them the engine's calls of the experiments. Random draws are numbered, and each has its
 * own random stream, so any range of them can be computed on its own, in any order.
 */

/** Numbers row by row: entry (i, j) is `data[i * cols + j]`. */
export interface Matrix<T extends Float64Array | Float32Array = Float64Array> {
  readonly rows: number;
  readonly cols: number;
  readonly data: T;
}

/** Numbers in double or in single precision. */
export type Floats = Float64Array | Float32Array;

/**
 * `"xavier"`: each matrix uniform within ±√(6/(rows + cols)); `"packed"`: the same, with W^Q, W^K
 * and W^V as one matrix of 3d rows, as PyTorch's `nn.Transformer`; `"normal"`: N(0, .02²), as BERT
 * and GPT-2. Biases are 0.
 */
export type Initialisation = "xavier" | "packed" | "normal";

/** A matrix in single precision. */
export type Matrix32 = Matrix<Float32Array>;

/** A matrix as an argument: the engine's own type, or rows of numbers, all of one length. */
export type MatrixInput = Matrix | Matrix32 | readonly (readonly number[])[];

/** A list of numbers as an argument. */
export type VectorInput = Float64Array | Float32Array | readonly number[];

/** True where the query (row) attends to the key (column). */
export type BooleanMatrix =
  | readonly (readonly boolean[])[]
  | { readonly rows: number; readonly cols: number; readonly data: ArrayLike<boolean | number> };

/** Numbers, lists of one length, or matrices of one shape, each under its name. */
export type Numbers<Name extends string> = Readonly<Record<Name, number>>;
export type Lists<Name extends string> = Readonly<Record<Name, Float64Array>>;
export type Matrices<Name extends string, T extends Floats = Float64Array> = Readonly<
  Record<Name, Matrix<T>>
>;

/**
 * The moments of a list of numbers: mean, variance and std are the same as numpy.mean, numpy.var
 * and numpy.std.
 */
export type Moments = Numbers<"count" | "mean" | "variance" | "std" | "min" | "max">;

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

/**
 * One entry per query: the largest weight, the entropy in nats, ‖J‖_F, and ‖∂y/∂q‖_F =
 * ‖scale·J·K‖_F.
 */
export type QueryGradients = Lists<"peak" | "entropy" | "jacobian" | "gradient">;

export type Precision = "double" | "float" | "half" | "bfloat16";

/**
 * Which numbers are divided by √d_k: the scores, the queries or the keys; `"both"`: queries and
 * keys each by d_k^¼.
 */
export type RootPlace = "scores" | "queries" | "keys" | "both";

export interface ReducedPrecisionOptions {
  readonly precision: Precision;
  /**
   * `"same"` (default): every product and every sum is rounded; `"float"`: only the end of a dot
   * product.
   */
  readonly accumulate?: "same" | "float";
  /** Default "scores". */
  readonly place?: RootPlace;
  /** Multiplies queries and keys before anything is rounded. Default 1. */
  readonly size?: number;
}

/**
 * Matrices [n×m], and numbers:
 * - `logits`: those in that precision; may hold ±∞, and NaN for ∞ − ∞;
 * - `exact`: size²·q·k/√d in double precision;
 * - `difference`: logits − exact;
 * - `overflowed`: the number of logits that are not finite;
 * - `largestDifference` and `largestRelative`: the largest |difference| and the largest
 *   |difference| / |exact| among the finite ones.
 */
export type ReducedScores = Matrices<"logits" | "exact" | "difference"> &
  Numbers<"overflowed" | "largestDifference" | "largestRelative">;

/** `"sum"`: L = Σ z; `"squares"`: ½ Σ z²; `"target"`: ½ Σ |z_i − v_target|². */
export type OutputLoss = "sum" | "squares" | "target";

export interface LossGradient {
  readonly loss: number;
  /** ∂L/∂Z [n×d_v]. */
  readonly dOutput: Matrix;
}

/**
 * The distribution of the entries of queries and keys; all have mean 0 and variance std². `"sign"`:
 * ±std, each with ½.
 */
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
  /** Moments of all samples·dim entries, ddof 1. */
  readonly query: Moments;
  readonly key: Moments;
  /** Moments of all samples² scaled scores, ddof 1, exact although no score is computed. */
  readonly scores: ScoreMoments;
}

export interface ScoreSampleWithHistogram extends ScoreSample {
  /** The moments, with the smallest and the largest score as streamed in single precision. */
  readonly scores: Moments;
  readonly histogram: Histogram;
}

export interface StreamedScores extends Histogram {
  /** Moments of the streamed scores, in single precision; ddof 0. */
  readonly moments: Moments;
}

/**
 * Summaries of quantities over many draws, one entry per quantity:
 * - `low` and `high`: the quantiles at 10 % and at 90 %;
 * - `std`: ddof 1; 0 for a single draw;
 * - `share`: (Σ x²)² / (N Σ x⁴) over the N draws, from 1/N to 1: the share of draws that supply Σ
 *   x². It is k/N where k draws have the same absolute value and all others are 0; where all are 0
 *   it is 0.
 */
export type DrawSummaries = Lists<"low" | "median" | "high" | "mean" | "std" | "largest" | "share">;

export interface MatrixMoments {
  /** The moments of all entries. */
  readonly all: Moments;
  /** The moments of each row. */
  readonly rows: readonly Moments[];
  /** The moments of each column. */
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

/**
 * Each [draws × dims·exponents], the measures of QueryGradients; the column of dims[i] and
 * exponents[j] is i·exponents.length + j.
 */
export type GradientDraws = Matrices<keyof QueryGradients>;

/**
 * Entropies in nats [draws×counts]:
 * - `root`: of softmax(q·k / √d);
 * - `logarithmic`: of softmax(κ·ln n·q·k / d), κ = √d / ln 512;
 * - `level`: of softmax(√(ln n / ln 512)·q·k / √d).
 */
export type EntropyDraws = Matrices<"root" | "logarithmic" | "level">;

/**
 * Each [draws×dims·counts]; the column of dims[i] and counts[j] is i·counts + j. `participation`: Σ
 * y², from 1/n to 1; `entropy`: divided by ln n, from 0 to 1; `peak`: the largest weight.
 */
export type ParticipationDraws = Matrices<"participation" | "entropy" | "peak">;

/**
 * The calls about many draws; then those about saturation: norms of softmax's Jacobian, gradients
 * of queries, reduced precision.
 */
export interface ExperimentCalls {
  /**
   * The sampling experiment: from one stream `RandomState(seed)`, query = samples×dim draws, then
   * key = dim×samples draws; the moments of both and of all samples² scores scale·query·key, by
   * Σq·k = (Σq)·(Σk) and Σ(q·k)² = ⟨QᵀQ, KKᵀ⟩_F. With `bins` and `range` also the histogram of all
   * scores by NumPy's rule, streamed in single precision. The draws of the last experiment are
   * kept.
   */
  sampleScores(options: ScoreSamplingOptions & HistogramOptions): ScoreSampleWithHistogram;
  sampleScores(options: ScoreSamplingOptions): ScoreSample;

  /**
   * Draws the samples of `sampleScores` and `scoreHistogram` in advance, for about `work`
   * multiply-adds a call: with 20,000 samples and d = 1024 all of it takes seconds. Returns the
   * fraction that is done, from 0 to 1.
   */
  drawScores(options: ScoreSamplingOptions, work: number): number;

  /** The histogram of the scores of some of the queries (`from`, `count`) with all keys. */
  scoreHistogram(options: ScoreSamplingOptions & HistogramOptions & DrawRange): StreamedScores;

  /** The first `count` entries of the query of that experiment. */
  randomEntries(options: EntrySampling & { readonly count: number }): Float64Array;

  /**
   * Standard deviations (ddof 1) of all samples² scores q·k [count×dims], for rising `dims`. Repeat
   * r draws from `RandomState([seed, r])` a query and then a key [samples×1024], 2 to 2000 samples;
   * for each d their first d coordinates count.
   */
  scoreSpreads(
    options: EntrySampling &
      DrawRange & { readonly samples: number; readonly dims: readonly number[] },
  ): Matrix;

  /**
   * The same as numpy.histogram(data, bins, range): all bins but the last are half-open. A range
   * [x, x] becomes [x − ½, x + ½], as it does there.
   */
  histogram(data: VectorInput, options: HistogramOptions): Histogram;

  /** One quantile per probability, by NumPy's linear rule. */
  quantiles(data: VectorInput, probabilities: VectorInput): Float64Array;

  /**
   * The power of x by which y grows between neighbouring points: log(y[i + 1] / y[i]) / log(x[i +
   * 1] / x[i]). x is positive and rising; y is not negative, and where it falls to 0 the power is
   * −∞, where it rises from 0 it is +∞.
   */
  localExponents(x: VectorInput, y: VectorInput): Float64Array;

  /** One summary for each row of `draws` [quantities×draws]. */
  drawSummaries(draws: MatrixInput): DrawSummaries;

  /** The moments of all entries, of each row and of each column; ddof is 0 unless given. */
  matrixMoments(matrix: MatrixInput, options?: { readonly ddof?: number }): MatrixMoments;

  /**
   * The moments of a whole data set, from the moments of each of its parts with ddof 0. Counts add
   * up to 2⁵³ − 1 at most.
   */
  combinedMoments(parts: readonly Moments[], options?: { readonly ddof?: number }): Moments;

  /**
   * The density of N(mean, std²) at each x. Throws `"domain"` where it overflows, which takes a std
   * below 2.3e-309.
   */
  normalDensity(x: VectorInput, options: Numbers<"mean" | "std">): Float64Array;

  /**
   * One query per draw, at every d and every exponent. Draw t is
   * `x = RandomState([seed, keys, t]).normal(size=(keys + 1, 1024))`: the query x[0, :d], the keys
   * x[1:, :d].
   */
  sampleGradients(options: GradientSamplingOptions): GradientDraws;

  /**
   * Entropy for each number of keys n in `counts`, which rise from 1 to 8192 at most. Draw t is
   * `x = RandomState([seed, dim, t]).normal(size=(max(counts) + 1, dim))`: the query x[0], the keys
   * x[1:n + 1].
   */
  sampleEntropies(
    options: DrawRange & { readonly dim: number; readonly counts: readonly number[] },
  ): EntropyDraws;

  /**
   * Softmax over the first n of q·k/dim^exponent, for each n in `counts` and each of `dims`. Draw t
   * is z = `R(0).normal(size=max(counts))` and |q|² = `R(1).chisquare(dim)` for one dim after the
   * other, R(i) = `RandomState([seed, t, i])`; q·k = |q|·z. All dims and all n share z.
   */
  sampleParticipation(
    options: {
      /** Rising, each from 1 to 1024. */
      readonly dims: readonly number[];
      /** Rising, each from 2 to 32768. */
      readonly counts: readonly number[];
      /** Scores are divided by dim^exponent, 0 to 1. Default 0: undivided. */
      readonly exponent?: number;
    } & DrawRange,
  ): ParticipationDraws;

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

  /**
   * ‖J g‖ at scale·logits, for each of `scales`: the norm of the upstream gradient g after
   * softmax's backward pass.
   */
  passedNorms(logits: VectorInput, upstream: VectorInput, scales: VectorInput): Float64Array;

  /**
   * w^power, divided by its sum in each row, of given `weights` [n×m]: softmax(power·x) where they
   * are softmax(x). A weight of 0 stays 0. Throws `"domain"` on a negative weight and unless `power`
   * is at least 0.
   */
  temperedWeights(weights: MatrixInput, power: number): Matrix;

  /**
   * The measures of y = softmax(scale·q·Kᵀ) and its gradient, for each row q of `queries` [n×d_k]
   * on `keys` [m×d_k]. The default of `scale` is 1/√d_k.
   */
  queryGradients(
    queries: MatrixInput,
    keys: MatrixInput,
    options?: { readonly scale?: number },
  ): QueryGradients;

  /**
   * The logits of queries [n×d_k] and keys [m×d_k], each step rounded to a reduced precision, and
   * their errors.
   */
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
