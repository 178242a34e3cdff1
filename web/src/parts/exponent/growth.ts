/** Entropy against the number of keys, for the logits q·k/√d, κ·ln n/d · q·k and √(ln n / ln 512)/√d · q·k. */
import type { DrawSummaries } from "../../engine/api.js";
import { batches, experiment, summariesOf } from "../../experiments/experiment.js";

export interface GrowthRequest {
  readonly seed: number;
  readonly draws: number;
}

export interface GrowthResult {
  readonly request: GrowthRequest;
  readonly dim: number;
  readonly draws: number;
  /** Numbers of keys n. */
  readonly counts: readonly number[];
  readonly root: DrawSummaries;
  readonly logarithmic: DrawSummaries;
  readonly level: DrawSummaries;
}

/** The variance of the logits does not depend on d, so one d is enough. */
const DIM = 64;
const COUNTS: readonly number[] = Array.from({ length: 12 }, (_, octave) => 2 ** (octave + 1));
const MOST_DRAWS = 400;
/** Draws in a batch of a few dozen milliseconds. */
const BATCH = 4;

export const growth = experiment<GrowthRequest, GrowthResult>(
  "exponent/growth",
  function* (engine, request) {
    const total = Math.min(MOST_DRAWS, request.draws);
    const root: Float64Array[] = [];
    const logarithmic: Float64Array[] = [];
    const level: Float64Array[] = [];
    for (const { from, count } of batches(total, BATCH)) {
      const options = { seed: request.seed, dim: DIM, counts: COUNTS, from, count };
      const drawn = engine.sampleEntropies(options);
      root.push(drawn.root.data);
      logarithmic.push(drawn.logarithmic.data);
      level.push(drawn.level.data);
      const done = from + count;
      const result = () => ({
        ...{ request, dim: DIM, draws: done, counts: COUNTS },
        root: summariesOf(engine, root, COUNTS.length),
        logarithmic: summariesOf(engine, logarithmic, COUNTS.length),
        level: summariesOf(engine, level, COUNTS.length),
      });
      yield { done, total, result };
    }
  },
);
