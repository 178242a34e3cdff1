/** The standard deviation of q·k against d, measured in many small experiments, so that its own error shows. */
import type { EntryLaw } from "../../engine/api.js";
import type { Experiment } from "../../lab/experiment.js";
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
  /** For each d: the mean of the repeats' deviations, and how far the repeats lie apart (ddof 1). */
  readonly mean: Float64Array;
  readonly between: Float64Array;
}

const REPEATS = 24;
const SAMPLES = 200;

export const spread: Experiment<SpreadRequest, SpreadResult> = function* (engine, request) {
  const rows: Float64Array[] = [];
  for (let from = 0; from < REPEATS; from += 1) {
    const options = { ...request, samples: SAMPLES, dims: DIMS };
    rows.push(engine.scoreSpreads({ ...options, from, count: 1 }).data);
    const repeats = rows.length;
    const result = () => {
      const data = Float64Array.from(
        { length: DIMS.length * repeats },
        (_, i) => rows[i % repeats]?.[Math.floor(i / repeats)] ?? 0,
      );
      const { mean, std } = engine.drawSummaries({ rows: DIMS.length, cols: repeats, data });
      return { request, dims: DIMS, repeats, samples: SAMPLES, mean, between: std };
    };
    yield { done: repeats, total: REPEATS, result };
  }
};
