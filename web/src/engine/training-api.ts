/**
 * The engine's calls about training: what they share, those of the recall task and those about
 * dates.
 */
import type { Floats, Initialisation, Lists, Matrix, Numbers, ScoreRule } from "./api.js";

/**
 * `torch.optim.SGD`, the same with momentum, `torch.optim.Adam` and `torch.optim.AdamW`, as PyTorch
 * defines them.
 */
export type Optimiser = "sgd" | "momentum" | "adam" | "adamw";

export interface OptimiserOptions {
  readonly optimiser: Optimiser;
  /** Learning rate, above 0 to 10⁴. */
  readonly rate: number;
  /** The factor of `"momentum"`, 0 to below 1. Default .9. */
  readonly momentum?: number | undefined;
  /** β₁ of `"adam"` and `"adamw"`, 0 to below 1. Default .9. */
  readonly beta1?: number | undefined;
  /** β₂, likewise. Default .999. */
  readonly beta2?: number | undefined;
  /** ε of `"adam"` and `"adamw"`, 10⁻³⁰ to 1. Default 10⁻⁸. */
  readonly epsilon?: number | undefined;
  /** Weight decay, 0 to 1. Default 0. */
  readonly decay?: number | undefined;
}

/** What makes logits of the scores besides a number that multiplies them. */
export type LaneRule = Omit<ScoreRule, "offByOne" | "sink" | "softCapOrder">;

/** What two models of one start may differ in. */
export interface LaneOptions {
  /** Multiplies the scores: 1/√d_k, or 1 for no division. */
  readonly scale: number;
  /** Multiplies the learning rate of W^Q and W^K, 0 to 10⁴. Default 1. */
  readonly queryKeyRate?: number | undefined;
  /**
   * τ of QK-clip (Kimi K2, 2025): after a step in which the largest |logit| S of a head was more
   * than τ, its columns of W^Q and W^K are multiplied by √(τ/S). 10⁻³ to 10⁶. Default: no clip.
   */
  readonly clip?: number | undefined;
}

/** Some steps of one model. */
export interface Steps<T extends Floats> extends LaneOptions, LaneRule, OptimiserOptions {
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
  /**
   * Multiplies every W^Q and W^K after they are drawn, 0 to 10⁴ for dates and to 10⁶ for recall.
   * Default 1.
   */
  readonly queryKeyFactor?: number | undefined;
}

/**
 * A model in training, between two calls. Calls do not change it: they return the next one. `first`
 * is the momentum or the first moments, `second` the second moments; an optimiser without them
 * leaves them empty, and so is the start.
 */
export interface TrainingState<T extends Floats = Float32Array> {
  readonly parameters: T;
  readonly first: T;
  readonly second: T;
  /** The number of steps taken. */
  readonly step: number;
}

/**
 * One number for each step, from the pass before its parameters change. With g = ‖∂L/∂q_i‖ for each
 * of the N queries:
 * - `gradientNorm`: ‖∂L/∂W^Q‖_F;
 * - `share`: (Σg²)²/(N Σg⁴), the share of queries that supply the gradient of W^Q;
 * - `g10`, `g50` and `g90`: the 10 %, 50 % and 90 % quantiles of g;
 * - `entropy`: mean entropy of the rows of attention weights, in nats;
 * - `peak`: mean largest weight of the rows.
 */
export type Records = Lists<
  "loss" | "gradientNorm" | "share" | "g10" | "g50" | "g90" | "entropy" | "peak"
>;

/**
 * The result of some steps. A step whose loss, gradient or new state is not finite is not taken:
 * `diverged` is then true, and `state` and `records` end before it.
 */
export interface Trained<T extends Floats, R extends Records = Records> {
  readonly state: TrainingState<T>;
  readonly records: R;
  readonly diverged: boolean;
}

/** The size of the task and its data. */
export interface RecallTask {
  /** d, 4 to 512. */
  readonly dim: number;
  /** Tokens of a sequence, 2 to 64. */
  readonly n: number;
  /** A whole number below 2³². */
  readonly seed: number;
  /** Sequences of a step, 1 to 512. */
  readonly batch: number;
}

export type RecallStart = Start & Pick<RecallTask, "dim">;

/** `right`: mean weight on the right key. */
export type RecallRecords = Records & Lists<"right">;

export interface RecallTraining<T extends Floats = Float32Array> extends RecallTask, Steps<T> {}

/** A lane has a learning rate of its own. */
export interface RecallLane<T extends Floats = Float32Array> extends LaneOptions, LaneRule {
  readonly rate: number;
  readonly state: TrainingState<T>;
}

export interface RecallLanes<T extends Floats = Float32Array>
  extends RecallTask,
    Omit<OptimiserOptions, "rate"> {
  /** 1 to 64 lanes, whose states have taken the same number of steps. */
  readonly lanes: readonly RecallLane<T>[];
  readonly steps: number;
}

/** A head on the data of a task. */
export interface RecallHead<T extends Floats = Float32Array> extends RecallTask {
  readonly parameters: T;
}

type Double = { readonly dtype: "float64" };
type Single = { readonly dtype?: "float32" | undefined };

/**
 * The calls about the recall task: one head learns to find a token among others and to return its
 * value.
 *
 * A sequence has n tokens x_j and n values v_j, all of N(0, I_d). One of the tokens, number i, is
 * asked for: with q = x_i·W^Q and k_j = x_j·W^K the head returns y = Σ_j w_j v_j, w = softmax of
 * scale·q·k_j. The loss is the mean of (y − v_i)² over the batch and the d coordinates. A state's
 * parameters are W^Q and then W^K, [d×d] by rows. A `LaneRule` makes other logits of the scores.
 *
 * The data of step s come from `RandomState([seed, s])`, sequence by sequence: i =
 * ⌊n·random_sample()⌋, tokens = normal((n, d)), values = normal((n, d)). Training begins with step
 * 1; step 0 is kept for tests.
 */
export interface RecallCalls {
  /** W^Q and then W^K, drawn from `RandomState(seed)`, at step 0. */
  startRecall(options: RecallStart & Double): TrainingState<Float64Array>;
  startRecall(options: RecallStart & Single): TrainingState;

  /**
   * Takes up to `steps` steps from a state. The same steps divided among several calls give the
   * same digits.
   */
  trainRecall(options: RecallTraining<Float64Array>): Trained<Float64Array, RecallRecords>;
  trainRecall(options: RecallTraining): Trained<Float32Array, RecallRecords>;

  /**
   * The same for several lanes, which share the drawn data. A lane's digits do not depend on the
   * others.
   */
  trainRecallLanes(options: RecallLanes<Float64Array>): Trained<Float64Array, RecallRecords>[];
  trainRecallLanes(options: RecallLanes): Trained<Float32Array, RecallRecords>[];

  /**
   * The attention weights [n×n] of the first sequence of a step, each token asked for in its row:
   * the right key is on the diagonal.
   */
  recallWeights<T extends Floats>(
    options: Omit<RecallHead<T>, "batch"> & Scored & { readonly step: number },
  ): Matrix<T>;

  /** Loss and mean weight on the right key over the held-out data. */
  testRecall(options: RecallHead<Floats> & Scored): Numbers<"loss" | "right">;

  /**
   * The weight on the right key in each of `batch` sequences of `n` tokens, here up to 32,768.
   * Sequence number s, from `from` (default 0) on, comes from `RandomState([seed, 0, s])`: i =
   * ⌊n·random_sample()⌋, tokens = normal((n, d)).
   */
  testRecallKeys(
    options: RecallHead<Floats> & Scored & { readonly from?: number | undefined },
  ): Float64Array;

  /**
   * The mean cosine of the query and the key of a token, and the mean q·k before the scale, over
   * the tokens of the held-out data.
   */
  recallAlignment(options: RecallHead<Floats>): Numbers<"cosine" | "score">;

  /**
   * The worst relative error, over W^Q and W^K, of the gradient along a random direction against
   * central differences of the loss, in double precision, at the start and on the data of step 1.
   */
  checkRecall(options: RecallTask & RecallStart & Scored): Numbers<"error">;
}

export interface DateModel {
  /** d, 16 to 256, a multiple of `heads`. */
  readonly dim: number;
  /** Layers of the encoder, and of the decoder. Default 1. */
  readonly layers?: 1 | 2 | undefined;
  /** Default 1. */
  readonly heads?: number | undefined;
  /** The width of the feed-forward networks, 1 to 2048. Default 4·d. */
  readonly hidden?: number | undefined;
}

/**
 * A parameter in the list of all, from number `from` on: a matrix by rows, or a list as one row.
 */
export interface DateEntry extends Numbers<"from" | "rows" | "cols"> {
  /**
   * `sourceEmbedding`, `targetEmbedding`, `encoder.0.wq` …, `decoder.0.cq` …, `output.weight`,
   * `output.bias`.
   */
  readonly name: string;
}

export interface DateLayout {
  readonly size: number;
  readonly entries: readonly DateEntry[];
}

export interface DateStart extends DateModel, Start {}

/** 1 to 10,000 steps. */
export interface DateTraining<T extends Floats = Float32Array> extends DateModel, Steps<T> {
  /** The seed of the examples. */
  readonly seed: number;
  /** Examples of a step, 1 to 512. */
  readonly batch: number;
}

/** A trained model. */
export interface TrainedDates<T extends Floats = Float32Array> extends DateModel, Scored {
  readonly parameters: T;
}

export interface DateAnswer<T extends Floats = Float32Array> {
  readonly answer: string;
  /** What the answer should be. */
  readonly right: string;
  /**
   * The cross-attention of each head of the last layer: a row for each written character, a column
   * for each one read.
   */
  readonly weights: readonly Matrix<T>[];
  /** Mean entropy of these rows, in nats. */
  readonly entropy: number;
  /** Embeddings and positions of the characters of the source, as `encoder` takes them. */
  readonly sourceInput: Matrix<T>;
  /**
   * Embeddings and positions of the start token and of the first nine characters of the answer, as
   * `decoder` takes them.
   */
  readonly targetInput: Matrix<T>;
}

/**
 * The calls about dates: a small Transformer of characters that learns to write `20 Nov 2026`,
 * `November 20, 2026`, `Nov 20 2026` and `2026年11月20日` as `2026-11-20`. Post-norm, ReLU, no biases
 * in the attentions; sinusoidal positions.
 */
export interface DateCalls {
  /** Where each parameter is in the list of all. */
  dateLayout(model: DateModel): DateLayout;

  /**
   * The parameters as training begins, drawn from `RandomState(seed)` in the order of the layout:
   * embeddings from N(0, 1), then the matrices; biases are 0, γ is 1, β is 0. No moments, step 0.
   */
  startDates(start: DateStart & { readonly dtype?: "float32" }): TrainingState<Float32Array>;
  startDates(start: DateStart & { readonly dtype: "float64" }): TrainingState<Float64Array>;

  /**
   * The state after up to `steps` more steps. Step s = 1, 2, … reads
   * `dateExamples({ seed, step: s, count: batch })`, so the digits do not depend on how the steps
   * are divided among calls. Queries and weights of the records are those of the last
   * cross-attention.
   */
  trainDates<T extends Floats>(training: DateTraining<T>): Trained<T>;

  /**
   * The share of answers of which every character is right, and the loss, on the dates of
   * `dateExamples({ seed, step: 0, count })`. `count` is 1 to 10,000.
   */
  testDates(test: TrainedDates<Floats> & Numbers<"seed" | "count">): Numbers<"exact" | "loss">;

  /**
   * What the model writes, character by character. Throws `"domain"` where `source` is not a day of
   * 1950 to 2049 in one of the four formats.
   */
  answerDate<T extends Floats>(
    question: TrainedDates<T> & { readonly source: string },
  ): DateAnswer<T>;

  /**
   * Made-up examples from `RandomState([seed, step])`: two uniform draws each, the day number
   * ⌊36525·u⌋ from 1 January 1950 on, and the number ⌊4·u⌋ of the format.
   */
  dateExamples(
    of: Numbers<"seed" | "step" | "count">,
  ): Readonly<Record<"sources" | "targets", readonly string[]>>;

  /**
   * The worst relative error, over all parameters of the layout, of the gradient at the start
   * against central differences, in double precision, on `batch` examples.
   */
  checkDates(check: DateStart & Scored & { readonly batch: number }): Numbers<"error">;
}
