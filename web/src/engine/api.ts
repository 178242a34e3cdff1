/** The engine's calls: the reference manual. Its letters are defined at `Engine`. */
import type {
  BooleanMatrix,
  DrawRange,
  ExperimentCalls,
  Floats,
  Lists,
  Matrices,
  Matrix,
  Matrix32,
  MatrixInput,
  Moments,
  Numbers,
  Precision,
  VectorInput,
} from "./experiments-api.js";

export type * from "./experiments-api.js";

/**
 * - `scores`: QKᵀ [n×m];
 * - `logits`: scale·scores [n×m], −∞ where masked;
 * - `weights`: softmax of each row of the logits [n×m]; a row all of whose keys are masked is zero;
 * - `output`: weights·V [n×d_v].
 */
export type Attention<T extends Floats = Float64Array> = Matrices<
  "scores" | "logits" | "weights" | "output",
  T
>;

export type AttentionOutput = keyof Attention;

/**
 * ∂L/∂Q [n×d_k], ∂L/∂K [m×d_k], ∂L/∂V [m×d_v] and ∂L/∂(QKᵀ) [n×m]. A query all of whose keys are
 * masked has gradients of 0, and adds nothing to the others.
 */
export interface AttentionGradient<T extends Floats = Float64Array>
  extends Matrices<"queries" | "keys" | "values" | "scores", T> {
  /** ∂L/∂bias [n×m], where a bias was given: 0 where masked. */
  readonly bias?: Matrix<T>;
  /** ∂L/∂sink, where a sink was given. */
  readonly sink?: number;
}

/**
 * Numbers of each row:
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
 * - `largest`: the row's largest logit, subtracted before exp so that nothing overflows; it changes
 *   no weight;
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
   * Scaled dot-product attention, "Attention Is All You Need" (2017), section 3.2.1, of `queries`
   * [n×d_k] on `keys` [m×d_k] and `values` [m×d_v]. `outputs` names the results to return; without
   * it, all four. With `["output"]` and m > 256 keys its sums are rounded otherwise: an entry then
   * differs by at most (32 + m/16)·ε of the largest
   * |value|, ε = 2⁻⁵², in single precision 2⁻²³; less than 8·ε has been seen. Throws `"shape"`
   * where shapes do not fit, `"domain"` on NaN, infinity, or a product that overflows; one of a
   * masked key may overflow where the scores are not returned.
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

  /**
   * Entropy and peak of each row of `weights` [n×m], whose entries lie between 0 and 1. In double
   * precision.
   */
  rowStatistics(weights: MatrixInput): RowStatistics;

  /** The change of each row of weights [n×m]. In double precision. */
  rowChange(before: MatrixInput, after: MatrixInput): RowChange;

  /** The steps from a row of scores to the weight of key `index`, for logits scale·scores. */
  weightArithmetic(scores: VectorInput, options: Numbers<"scale" | "index">): WeightArithmetic;

  /** dim^exponent, the divisor of the scores; exactly √dim at ½. `exponent` from 0 to 1. */
  scoreDivisor(dim: number, exponent: number): number;

  /**
   * One row per word: `RandomState([seed, zlib.crc32(word.encode())]).normal(size=1024)[:dim]`, dim
   * from 1 to 1024. The same word has the same vector in every sentence, and a larger dim only adds
   * coordinates.
   */
  wordVectors(words: readonly string[], options: Numbers<"seed" | "dim">): Matrix;

  /**
   * x·W [n×columns] for x [n×d], W =
   * `RandomState([seed, i]).normal(size=(1024, 1024))[:d, :columns] / √d` with i = 1, 2, 3 for
   * queries, keys, values. `columns` is d unless given. The draws of the last seed are kept.
   */
  project(
    x: MatrixInput,
    options: { readonly seed: number; readonly projection: Projection; readonly columns?: number },
  ): Matrix;
}

/**
 * All calls but those of layers.
 *
 * Letters: n queries, m keys, d_k the length of a query and a key, d_v the length of a value. Every
 * call is synchronous, changes none of its arguments and returns new arrays: nothing has to be
 * freed. If every input holds a `Float32Array`, the call computes and returns single precision,
 * otherwise double. Bad input throws an `EngineError`; the engine goes on working.
 */
export interface Engine extends FirstEngine, ExperimentCalls, RuleCalls {
  /**
   * Gradients of L = Σ output∘dOutput at the arguments of `attention`; `dOutput` is [n×d_v]. For
   * the logits x of a row with weights y, ∂L/∂x = y∘(g − ⟨g, y⟩), g = V·dOutput of the row, and
   * ∂L/∂σ = −(1 − Σy)·⟨g, y⟩.
   */
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
   * Softmax of one list of logits, or of each row of a matrix. Stable for huge, tiny and −∞
   * entries; a row of only −∞ gives zeros. Throws `"shape"` when empty, `"domain"` on NaN and +∞.
   */
  softmax(logits: Float32Array): Float32Array;
  softmax(logits: VectorInput): Float64Array;
  softmax<M extends MatrixInput>(logits: M): Matrix<PrecisionOf<[M]>>;

  /**
   * diag(y) − yyᵀ [n×n] at y = softmax(logits); 1 − y_i is the sum of the other weights, so no
   * digits cancel.
   */
  softmaxJacobian<L extends VectorInput>(logits: L): Matrix<PrecisionOf<[L]>>;

  /** The Jacobian of softmax times `upstream` [n], y∘(g − ⟨g, y⟩), without building the matrix. */
  softmaxJacobianProduct<L extends VectorInput, G extends VectorInput>(
    logits: L,
    upstream: G,
  ): PrecisionOf<[L, G]>;

  /**
   * Count, mean, variance (ddof 0 unless given), deviation and range. Throws `"domain"` where count
   * ≤ ddof.
   */
  moments(data: VectorInput, options?: { readonly ddof?: number }): Moments;

  /**
   * The digits of `numpy.random.RandomState(seed).normal(mean, std, (rows, cols))`, within 2 ulp
   * with mean 0 and std 1 (the two libraries' log may differ in the last digit). As in NumPy a draw
   * is mean + std·x for such an x, which is within 2⁻⁵²·(3·|std·x| + |draw|) of NumPy's: more last
   * digits of the draw where mean and std·x cancel.
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

/**
 * What models do to the scores of a row beside multiplying them. In this order, each step where its
 * number is given; without any, softmax(scale·q·k):
 *
 *   x = scale·q·k, or g·cos(q, k)        query-key norm; a vector of zeros has cosine 0 and
 *                                        gradient 0
 *   u = a·ln m·x, m keys that take part  "Scalable-Softmax"
 *   logit = c·tanh(u/c)                  soft-cap
 *   y = exp(logit) / Σ exp(logit)        off by one: 1 + Σ as the denominator, with a sink σ
 *                                        exp(σ) + Σ; y then adds up to less than 1
 *
 * A mask, which makes a logit −∞, and a bias come behind the cap, or with `softCapOrder` before it.
 */
export interface ScoreRule {
  /** g: x is g·cos(q, k), and the scale does not apply. 0.01 to 1000. */
  readonly queryKeyNorm?: number | undefined;
  /**
   * a: x is multiplied by a·ln m, m the number of keys that take part for the query. 0.01 to 100.
   */
  readonly lengthFactor?: number | undefined;
  /** c: no logit passes ±c, but for its bias. 0.1 to 1000. Gemma 2 (2024), section 2. */
  readonly softCap?: number | undefined;
  /**
   * `"before-mask"`: c·tanh(u/c) + bias, then the mask. `"after-mask"`: c·tanh((u + bias)/c) of what
   * is masked too, where tanh(−∞) = −1: a hidden key has the logit −c and takes part, a row of
   * hidden keys the mean of all values. Libraries have shipped that; it is here to show it. Default
   * `"before-mask"`; without a cap the order has no effect.
   */
  readonly softCapOrder?: "before-mask" | "after-mask" | undefined;
  /**
   * Adds 1 to the denominator: what the keys do not get is the rest, an outcome of its own in the
   * entropy. Default false.
   */
  readonly offByOne?: boolean | undefined;
  /**
   * σ: one more outcome with this logit and no value, exp(σ) in the denominator, as the learned
   * sinks of gpt-oss (2025). A row all of whose keys are masked stays zero: the sink takes all. 0 is
   * `offByOne`, beside which it must not stand. −1e30 to 1e30.
   */
  readonly sink?: number | undefined;
}

/** The binary of the first screen knows `scale` and `mask` alone. */
export interface AttentionOptions extends ScoreRule {
  /**
   * Multiplies the scores. Default 1/√d_k, as in PyTorch's `scaled_dot_product_attention`. Any
   * finite number.
   */
  readonly scale?: number | undefined;
  /**
   * `"causal"`: query i attends to the keys j ≤ i, also for n ≠ m, unless `causal` says otherwise.
   * Default `"none"`.
   */
  readonly mask?: "none" | "causal" | BooleanMatrix | undefined;
  /**
   * The corner in which the diagonal of a causal mask ends, also beside a boolean matrix:
   * `"upper-left"` or true admits the keys j ≤ i, `"lower-right"` j ≤ i + m − n, so that the last
   * query sees all keys, as PyTorch's `causal_upper_left` and `causal_lower_right`.
   */
  readonly causal?: boolean | "upper-left" | "lower-right" | undefined;
  /**
   * [n×m], added to the scaled scores, as a float `attn_mask` of PyTorch, T5's positions (Raffel et
   * al., 2020, section 2.1) or ALiBi (Press et al., 2022). A key of −∞ is masked. Like a mask it
   * does not decide on the precision.
   */
  readonly bias?: MatrixInput | undefined;
}

/** A rule for scores that are drawn. */
export interface SampledRule extends ScoreRule {
  /** Multiplies the scores: 0 to 1000000. Default 1/√dim. */
  readonly scale?: number | undefined;
}

/**
 * One entry per query, and the share:
 * - `peak`: the largest weight of a key;
 * - `entropy`, in nats; under off by one or a sink the rest is one of the outcomes;
 * - `largest`: the largest logit;
 * - `slope`: ‖∂y/∂x‖_F, of softmax, and of length factor and soft-cap;
 * - `gradient`: ‖∂y/∂q‖_F.
 */
export interface RuleStatistics
  extends Lists<"peak" | "entropy" | "largest" | "slope" | "gradient"> {
  /**
   * The effective share of queries (Σ x²)² / (n Σ x⁴) for x = ‖∂y/∂q‖_F, as `drawSummaries`; from
   * 1/n to 1, 0 where all are 0.
   */
  readonly share: number;
}

/** Each [draws×rules], the measures of RuleStatistics. */
export type RuleDraws = Matrices<"peak" | "entropy" | "largest" | "slope">;

/**
 * Each [draws×rules·counts]; the column of rules[i] and counts[j] is i·counts + j. `needle`: the
 * weight of the needle; `slope`: ‖∂y/∂x‖_F of all keys.
 */
export type NeedleDraws = Matrices<"needle" | "slope">;

/** A factor that has a name. */
export interface FactorName {
  /** Such as `"1/√d_head"`; that of a model has the model in brackets. */
  readonly name: string;
  readonly factor: number;
  /** The measured factor relative to this one: measured/factor − 1. */
  readonly off: number;
  /** Whether the measured factor is this one within its error. */
  readonly fits: boolean;
}

/**
 * Rotary positions, which turn pairs of the first `width` coordinates by position·base^(−2t/width):
 * `"half-split"` pairs t and t + width/2, `"interleaved"` 2t and 2t + 1.
 */
export interface RotaryPositions {
  readonly layout: "half-split" | "interleaved";
  /** null where several bases fit. */
  readonly base: number | null;
  readonly width: number;
}

/**
 * What weights do not tell, or tell beside the rule:
 * - `"saturated"`: no row has two weights that can be compared;
 * - `"uniform"`: the weights of each row are equal within their rounding;
 * - `"too-few-weights"`: too few to tell a rule from chance;
 * - `"one-row"`: one query alone tells neither a cap nor a norm nor positions;
 * - `"no-rule"`: no rule fits; weights that are means over heads are such;
 * - `"no-name"`: the factor is measured, and has no name;
 * - `"mask-unknown"`: zeros whose reason cannot be told;
 * - `"irregular-mask"`: masked keys that are neither causal nor a window nor padding;
 * - `"rows-below-one"`, `"rows-above-one"`: rows that do not add up to 1, for no known reason;
 * - `"rotary-base"`: several bases fit;
 * - `"masked-rows"`: queries without a weight;
 * - `"fewer-positions"`: not every query took part, by `maxPositions`.
 */
export type RuleNote =
  | "saturated"
  | "uniform"
  | "too-few-weights"
  | "one-row"
  | "no-rule"
  | "no-name"
  | "mask-unknown"
  | "irregular-mask"
  | "rows-below-one"
  | "rows-above-one"
  | "rotary-base"
  | "masked-rows"
  | "fewer-positions";

export interface MeasureRuleOptions {
  /** [n×d]. */
  readonly queries: MatrixInput;
  /** [m×d]. */
  readonly keys: MatrixInput;
  /** [n×m], no entry negative; of one head. */
  readonly weights: MatrixInput;
  /**
   * At most so many queries take part in fits, evenly spaced. Default 64.
   */
  readonly maxPositions?: number | undefined;
  /** The number of heads, for the names that depend on it. */
  readonly heads?: number | undefined;
  /** The width of the model, likewise. heads·d unless given. */
  readonly modelWidth?: number | undefined;
}

/** A trait that was not found is null. */
export interface MeasuredRule {
  /**
   * What multiplies q·k, or the cosine under a query-key norm; of the row with the most keys where
   * it grows with their number. null where no rule fits.
   */
  readonly factor: number | null;
  /** The standard error of the factor. */
  readonly factorError: number | null;
  /** The name of the factor, `"query-key norm"` under one; null where none fits. */
  readonly name: string | null;
  /** Named factors, at most six: those that fit, then the nearest. */
  readonly candidates: readonly FactorName[];
  /** c of the logits c·tanh(factor·q·k/c). */
  readonly cap: number | null;
  /** g of the logits g·cos(q, k). */
  readonly queryKeyNorm: number | null;
  /** a of the logits a·ln m·q·k/√d, or a·ln m·g·cos(q, k), m the keys of the row. */
  readonly lengthFactor: number | null;
  /** Key j takes part for j ≤ i (`"upper-left"`) or j ≤ i + m − n (`"lower-right"`). */
  readonly causal: "upper-left" | "lower-right" | null;
  /** w: keys at a distance of less than w from the query take part. */
  readonly window: number | null;
  /** The number of keys that are masked for all queries. */
  readonly padding: number | null;
  /** Positions that queries and keys do not have yet. */
  readonly rotary: RotaryPositions | null;
  /**
   * The slope of a bias slope·(j − i), or −slope·|i − j| without a causal mask; `"relative"`: any
   * other function of i − j.
   */
  readonly bias: number | "relative" | null;
  /** The logit of one more outcome that has no key; 0 of a softmax with 1 + Σ as its denominator. */
  readonly sink: number | null;
  /** The share p of dropped weights, where the others are multiplied by 1/(1 − p). */
  readonly dropout: number | null;
  /** The smallest format that holds every weight; null where too few of them tell. */
  readonly precision: Precision | null;
  /** The root mean square of what the rule leaves of ln w. */
  readonly residual: number | null;
  readonly notes: readonly RuleNote[];
}

/** The calls that know a rule for the scores. */
export interface RuleCalls {
  /**
   * The rule by which weights follow from queries and keys. Within a row ln w = factor·q·k + bias −
   * a constant: a least-squares fit, in which a logarithm counts by the inverse of its variance by
   * rounding. Where that does not fit, it tries a cap, a query-key norm, a length factor, biases
   * and rotary positions that are still to be applied. A factor is named where it is within four
   * errors of a name. Within 10⁻⁶ for weights in double precision, as a rule within 10⁻³ for those
   * in half precision. Throws `"shape"` where shapes do not fit, `"domain"` on NaN, infinity, a
   * negative weight, or a product that overflows.
   */
  measureRule(options: MeasureRuleOptions): MeasuredRule;

  /**
   * The rows of y, for the rule in `options`, each row q of `queries` [n×d_k] on `keys` [m×d_k]. A
   * query all of whose keys are masked has zeros. In double precision.
   */
  ruleStatistics(
    queries: MatrixInput,
    keys: MatrixInput,
    options?: AttentionOptions,
  ): RuleStatistics;

  /**
   * One query and `keys` keys per draw, from N(0, I) of `dim` coordinates, all times `size`,
   * without drawing the coordinates: the component of a key along the query is normal, the length
   * of its rest χ. With R(i) = `RandomState([seed, t, i])`, draw t is z = `R(0).normal(size=keys)`,
   * and from R(1) first |q|² = `chisquare(dim)`, then for rules with queryKeyNorm and dim > 1 ρ² =
   * `chisquare(dim - 1, size=keys)`; q·k = size²·|q|·z and cos = z/√(z² + ρ²).
   */
  sampleRules(
    options: {
      /** 1 to 1024. */
      readonly dim: number;
      /** 1 to 32768. */
      readonly keys: number;
      /** The factor on W^Q and W^K, and so on queries and keys. 0.01 to 1000. Default 1. */
      readonly size?: number;
      readonly rules: readonly SampledRule[];
    } & DrawRange,
  ): RuleDraws;

  /**
   * The weight of one key of length √dim whose cosine with the query is `cosine`, among n − 1
   * random keys, for each n in `counts`. The random keys are the first n − 1 of those of
   * `sampleRules` with max(counts) − 1 keys and size 1, as is the query.
   */
  sampleNeedle(
    options: {
      /** 1 to 1024. */
      readonly dim: number;
      /** −1 to 1. */
      readonly cosine: number;
      /** Rising, each from 2 to 32768. */
      readonly counts: readonly number[];
      readonly rules: readonly SampledRule[];
    } & DrawRange,
  ): NeedleDraws;
}
