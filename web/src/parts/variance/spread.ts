/** The standard deviation of q·k against d, measured in many small experiments, so that its own error can be shown. */
import type { EntryLaw } from "../../engine/api.js";
import { type Batch, experiment, overDraws } from "../../experiments/experiment.js";
import { DIMS } from "../gradient/draws.js";

export interface SpreadRequest {
  readonly seed: number;
  readonly std: number;
  readonly law: EntryLaw;
}

export interface SpreadResult {
  readonly request: SpreadRequest;
  readonly dims: readonly number[];
  readonly repeats: number;
  /** Queries, and keys, in each repeat. */
  readonly samples: number;
  /** For each d: the mean over the repeats of the standard deviation, and its standard deviation between them (ddof 1). */
  readonly mean: Float64Array;
  readonly between: Float64Array;
}

const REPEATS = 24;
const SAMPLES = 200;

export const spread = experiment<SpreadRequest, SpreadResult>(
  "variance/spread",
  (engine, request) => {
    const options = { ...request, samples: SAMPLES, dims: DIMS };
    const draw = (batch: Batch) => ({
      stds: engine.scoreSpreads({ ...options, ...batch }),
    });
    return overDraws(engine, REPEATS, 1, draw, ({ stds: { mean, std } }, repeats) => ({
      ...{ request, dims: DIMS, repeats, samples: SAMPLES, mean, between: std },
    }));
  },
);
