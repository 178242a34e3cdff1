/**
 * The engine's calls about the recall task: one head learns to find a token among others and to return its value.
 *
 * A sequence has n tokens x_j and n values v_j, all of N(0, I_d). One of the tokens, number i, is asked for: with q = x_i·W^Q
 * and k_j = x_j·W^K the head returns y = Σ_j w_j v_j, w = softmax of scale·q·k_j. The loss is the mean of (y − v_i)² over
 * the batch and the d coordinates. A state's parameters are W^Q and then W^K, [d×d] by rows. A `LaneRule` makes other logits
 * of the scores.
 *
 * The data of step s come from `RandomState([seed, s])`, sequence by sequence: i = ⌊n·random_sample()⌋, tokens = normal((n,
 * d)), values = normal((n, d)). Training begins with step 1; step 0 is kept for tests.
 */
import type {
  LaneOptions,
  LaneRule,
  OptimiserOptions,
  Records,
  Scored,
  Start,
  Steps,
  Trained,
  TrainingState,
} from "./training-api.js";
import type { Floats, Matrix } from "./types.js";

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

export interface RecallStart extends Start {
  readonly dim: number;
}

export interface RecallRecords extends Records {
  /** Mean weight on the right key. */
  readonly right: Float64Array;
}

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

export interface RecallCalls {
  /** W^Q and then W^K, drawn from `RandomState(seed)`, at step 0. */
  startRecall(options: RecallStart & Double): TrainingState<Float64Array>;
  startRecall(options: RecallStart & Single): TrainingState;

  /** Up to `steps` steps from a state. The same steps divided among several calls give the same digits. */
  trainRecall(options: RecallTraining<Float64Array>): Trained<Float64Array, RecallRecords>;
  trainRecall(options: RecallTraining): Trained<Float32Array, RecallRecords>;

  /** The same for several lanes, which share the drawn data. A lane's digits do not depend on the others. */
  trainRecallLanes(options: RecallLanes<Float64Array>): Trained<Float64Array, RecallRecords>[];
  trainRecallLanes(options: RecallLanes): Trained<Float32Array, RecallRecords>[];

  /** The attention weights [n×n] of the first sequence of a step, each token asked for in its row: the right key is on the diagonal. */
  recallWeights<T extends Floats>(
    options: Omit<RecallHead<T>, "batch"> & Scored & { readonly step: number },
  ): Matrix<T>;

  /** Loss and mean weight on the right key over the held-out data. */
  testRecall(options: RecallHead<Floats> & Scored): {
    readonly loss: number;
    readonly right: number;
  };

  /**
   * The weight on the right key in each of `batch` sequences of `n` tokens, here up to 32,768. Sequence number s, from `from`
   * (default 0) on, comes from `RandomState([seed, 0, s])`: i = ⌊n·random_sample()⌋, tokens = normal((n, d)).
   */
  testRecallKeys(
    options: RecallHead<Floats> & Scored & { readonly from?: number | undefined },
  ): Float64Array;

  /** Over the tokens of the held-out data: the mean cosine of the query and the key of a token, and the mean q·k, before the scale. */
  recallAlignment(options: RecallHead<Floats>): { readonly cosine: number; readonly score: number };

  /**
   * The worst relative error, over W^Q and W^K, of the gradient along a random direction against central differences of the
   * loss, in double precision, at the start and on the data of step 1.
   */
  checkRecall(options: RecallTask & RecallStart & Scored): {
    readonly error: number;
  };
}
