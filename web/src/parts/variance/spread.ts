/** The standard deviation of q·k against d, measured in many small experiments, so that its own error can be shown. */
import type { EntryLaw } from "../../engine/api.js";
import { experiment, summariesOf } from "../../experiments/experiment.js";
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
  function* (engine, request) {
    const kept: Float64Array[] = [];
    for (let from = 0; from < REPEATS; from += 1) {
      const options = { ...request, samples: SAMPLES, dims: DIMS };
      kept.push(engine.scoreSpreads({ ...options, from, count: 1 }).data);
      const repeats = kept.length;
      const result = () => {
        const { mean, std } = summariesOf(engine, kept, DIMS.length);
        return { request, dims: DIMS, repeats, samples: SAMPLES, mean, between: std };
      };
      yield { done: repeats, total: REPEATS, result };
    }
  },
);
