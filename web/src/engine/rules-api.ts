/**
 * What models do to the scores of a row beside multiplying them, and the engine's calls that know it. In this order, each step
 * where its number is given; without any, softmax(scale·q·k):
 *
 *   x = scale·q·k, or g·cos(q, k)       query-key norm; a vector of zeros has cosine 0 and gradient 0
 *   u = a·ln m·x, m keys that take part  "Scalable-Softmax"
 *   logit = c·tanh(u/c)                  soft-cap
 *   y = exp(logit) / Σ exp(logit)        off by one: 1 + Σ as the denominator, y then adds up to less than 1
 */
import type { DrawRange } from "./sampling-api.js";
import type { BooleanMatrix, Lists, Matrices, MatrixInput } from "./types.js";

export interface ScoreRule {
  /** g: x is g·cos(q, k), and the scale does not apply. 0.01 to 1000. */
  readonly queryKeyNorm?: number | undefined;
  /** a: x is multiplied by a·ln m, m the number of keys that take part for the query. 0.01 to 100. */
  readonly lengthFactor?: number | undefined;
  /** c: no logit passes ±c. 0.1 to 1000. */
  readonly softCap?: number | undefined;
  /** Adds 1 to the denominator: what the keys do not get is the rest, an outcome of its own in the entropy. Default false. */
  readonly offByOne?: boolean | undefined;
}

/** The binary of the first screen does not know a rule. */
export interface AttentionOptions extends ScoreRule {
  /** Multiplies the scores. Default 1/√d_k, as in PyTorch's `scaled_dot_product_attention`. Any finite number. */
  readonly scale?: number | undefined;
  /** `"causal"`: query i attends to the keys j ≤ i, also for n ≠ m. Default `"none"`. */
  readonly mask?: "none" | "causal" | BooleanMatrix | undefined;
}

/** A rule for scores that are drawn. */
export interface SampledRule extends ScoreRule {
  /** Multiplies the scores: 0 to 1000000. Default 1/√dim. */
  readonly scale?: number | undefined;
}

/**
 * One entry per query, and the share:
 * - `peak`: the largest weight of a key;
 * - `entropy`, in nats; under off by one the rest is one of the outcomes;
 * - `largest`: the largest logit;
 * - `slope`: ‖∂y/∂x‖_F, of softmax, and of length factor and soft-cap;
 * - `gradient`: ‖∂y/∂q‖_F.
 */
export interface RuleStatistics
  extends Lists<"peak" | "entropy" | "largest" | "slope" | "gradient"> {
  /** The effective share of queries (Σ x²)² / (n Σ x⁴) for x = ‖∂y/∂q‖_F, as `drawSummaries`; from 1/n to 1, 0 where all are 0. */
  readonly share: number;
}

/** Each [draws×rules], the measures of RuleStatistics. */
export type RuleDraws = Matrices<"peak" | "entropy" | "largest" | "slope">;

/**
 * Each [draws×dims·counts]; the column of dims[i] and counts[j] is i·counts + j. `participation`: Σ y², from 1/n to 1;
 * `entropy`: divided by ln n, from 0 to 1; `peak`: the largest weight.
 */
export type ParticipationDraws = Matrices<"participation" | "entropy" | "peak">;

/**
 * Each [draws×rules·counts]; the column of rules[i] and counts[j] is i·counts + j. `needle`: the weight of the needle; `slope`:
 * ‖∂y/∂x‖_F of all keys.
 */
export type NeedleDraws = Matrices<"needle" | "slope">;

export interface RuleCalls {
  /**
   * The rows of y, for the rule in `options`, each row q of `queries` [n×d_k] on `keys` [m×d_k]. A query all of whose keys are
   * masked has zeros. In double precision.
   */
  ruleStatistics(
    queries: MatrixInput,
    keys: MatrixInput,
    options?: AttentionOptions,
  ): RuleStatistics;

  /**
   * One query and `keys` keys per draw, from N(0, I) of `dim` coordinates, all times `size`, without drawing the coordinates: the
   * component of a key along the query is normal, the length of its rest χ. With R(i) = `RandomState([seed, t, i])`, draw t is
   * z = `R(0).normal(size=keys)`, and from R(1) first |q|² = `chisquare(dim)`, then for rules with queryKeyNorm and dim > 1
   * ρ² = `chisquare(dim - 1, size=keys)`; q·k = size²·|q|·z and cos = z/√(z² + ρ²).
   */
  sampleRules(
    options: {
      /** 1 to 1024. */
      readonly dim: number;
      /** 1 to 32768. */
      readonly keys: number;
      /** Of W^Q and W^K: multiplies queries and keys. 0.01 to 1000. Default 1. */
      readonly size?: number;
      readonly rules: readonly SampledRule[];
    } & DrawRange,
  ): RuleDraws;

  /**
   * Softmax over the first n of q·k/dim^exponent, for each n in `counts` and each of `dims`. Draw t is z = `R(0).normal(size=max(counts))`
   * and |q|² = `R(1).chisquare(dim)` for one dim after the other; q·k = |q|·z. All dims and all n share z. R as above.
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

  /**
   * The weight of one key of length √dim whose cosine with the query is `cosine`, among n − 1 random keys, for each n in `counts`.
   * The random keys are the first n − 1 of those of `sampleRules` with max(counts) − 1 keys and size 1, as is the query.
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
