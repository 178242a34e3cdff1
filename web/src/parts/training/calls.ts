/** TEMPORARY, not committed: recall's calls until they are merged. */
import type { Engine, Matrix } from "../../engine/api.js";
import type { Initialisation, LayerCalls } from "../../engine/layers-api.js";
import type {
  LaneOptions,
  OptimiserOptions,
  Records,
  Trained,
  TrainingState,
} from "../../engine/training-api.js";

interface Task {
  readonly dim: number;
  readonly n: number;
  readonly seed: number;
  readonly batch: number;
}
export type RecallRecords = Records & { readonly right: Float64Array };
export interface RecallCalls {
  startRecall(o: {
    dim: number;
    seed: number;
    initialisation?: Initialisation;
    queryKeyFactor?: number;
  }): TrainingState;
  trainRecall(
    o: Task & LaneOptions & OptimiserOptions & { state: TrainingState; steps: number },
  ): Trained<Float32Array, RecallRecords>;
  recallWeights(
    o: Omit<Task, "batch"> & { scale: number; parameters: Float32Array; step: number },
  ): Matrix<Float32Array>;
  recallAlignment(o: Task & { parameters: Float32Array }): { cosine: number; score: number };
  checkRecall(
    o: Task & { scale: number; initialisation?: Initialisation; queryKeyFactor?: number },
  ): { error: number };
}
export type Calls = Engine & LayerCalls & RecallCalls;
