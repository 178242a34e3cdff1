/** What the engine's calls about training share: optimisers, lanes, the state between two calls, and the records of steps. */

import type { ScoreRule } from "./rules-api.js";
import type { Initialisation } from "./types.js";

/** `torch.optim.SGD`, the same with momentum, `torch.optim.Adam` and `torch.optim.AdamW`, as PyTorch defines them. */
export type Optimiser = "sgd" | "momentum" | "adam" | "adamw";

export interface OptimiserOptions {
  readonly optimiser: Optimiser;
  /** Learning rate, above 0 to 10⁴. */
  readonly rate: number;
  /** Of `"momentum"`, 0 to below 1. Default .9. */
  readonly momentum?: number | undefined;
  /** Of `"adam"` and `"adamw"`, 0 to below 1. Default .9. */
  readonly beta1?: number | undefined;
  /** Likewise. Default .999. */
  readonly beta2?: number | undefined;
  /** Of `"adam"` and `"adamw"`, 10⁻³⁰ to 1. Default 10⁻⁸. */
  readonly epsilon?: number | undefined;
  /** Weight decay, 0 to 1. Default 0. */
  readonly decay?: number | undefined;
}

/** What makes logits of the scores besides a number that multiplies them. */
export type LaneRule = Omit<ScoreRule, "offByOne">;

/** What two models of one start may differ in. */
export interface LaneOptions {
  /** Multiplies the scores: 1/√d_k, or 1 for no division. */
  readonly scale: number;
  /** Multiplies the learning rate of W^Q and W^K, 0 to 10⁴. Default 1. */
  readonly queryKeyRate?: number | undefined;
  /**
   * τ of QK-clip (Kimi K2, 2025): after a step in which the largest |logit| S of a head was more than τ, its columns of W^Q and W^K are
   * multiplied by √(τ/S). 10⁻³ to 10⁶. Default: no clip.
   */
  readonly clip?: number | undefined;
}

/** Some steps of one model. */
export interface Steps<T extends Float64Array | Float32Array>
  extends LaneOptions,
    LaneRule,
    OptimiserOptions {
  readonly state: TrainingState<T>;
  readonly steps: number;
}

/** How a model makes logits of its scores. */
export interface Scored extends LaneRule {
  /** Multiplies the scores, as in training. */
  readonly scale: number;
}

/** How a model begins. */
export interface Start {
  readonly seed: number;
  /** Default `"xavier"`. */
  readonly initialisation?: Initialisation | undefined;
  /** Multiplies every W^Q and W^K after they are drawn, 0 to 10⁴ for dates and to 10⁶ for recall. Default 1. */
  readonly queryKeyFactor?: number | undefined;
}

/**
 * A model in training, between two calls. Calls do not change it: they return the next one. `first` is the momentum or the
 * first moments, `second` the second moments; an optimiser without them leaves them empty, and so is the start.
 */
export interface TrainingState<T extends Float64Array | Float32Array = Float32Array> {
  readonly parameters: T;
  readonly first: T;
  readonly second: T;
  /** The number of steps taken. */
  readonly step: number;
}

/** One number for each step, from the pass before its parameters change. g = ‖∂L/∂q_i‖ for each of the N queries. */
export interface Records {
  readonly loss: Float64Array;
  /** ‖∂L/∂W^Q‖_F. */
  readonly gradientNorm: Float64Array;
  /** (Σg²)²/(N Σg⁴): the share of queries that supply the gradient of W^Q. */
  readonly share: Float64Array;
  /** The 10 %, 50 % and 90 % quantiles of g. */
  readonly g10: Float64Array;
  readonly g50: Float64Array;
  readonly g90: Float64Array;
  /** Mean entropy of the rows of attention weights, in nats. */
  readonly entropy: Float64Array;
  /** Mean largest weight of the rows. */
  readonly peak: Float64Array;
}

/**
 * The result of some steps. A step whose loss, gradient or new state is not finite is not taken: `diverged` is then true, and
 * `state` and `records` end before it.
 */
export interface Trained<T extends Float64Array | Float32Array, R extends Records = Records> {
  readonly state: TrainingState<T>;
  readonly records: R;
  readonly diverged: boolean;
}
