/** Σy² of undivided scores over d and n, and how even the weights of divided scores are, over n. */
import { type Batch, experiment, overDraws } from "../../experiments/experiment.js";
import { COUNTS, DIMS } from "../../part-kit/axes.js";

/** The standard deviation from which on scores of n keys freeze. */
export const criticalSpread = (keys: number): number => Math.sqrt(2 * Math.log(keys));

/** The limit of Σy² for scores of deviation √d as n grows while √(2 ln n) / √d stays the same. */
export const frozenParticipation = (keys: number, dim: number): number =>
  Math.max(0, 1 - criticalSpread(keys) / Math.sqrt(dim));

/** Draws in a batch of a few dozen milliseconds. */
const BATCH = 8;

/** Σy², mean over the draws [DIMS×COUNTS]. */
export const map = experiment("critical/map", ["rowdraws", "drawseed"], (engine, request) => {
  const options = { seed: request.drawseed, dims: DIMS, counts: COUNTS };
  const draw = (batch: Batch) => {
    const { participation } = engine.sampleParticipation({ ...options, ...batch });
    return { participation };
  };
  return overDraws(engine, request.rowdraws, BATCH, draw, ({ participation: { mean } }) => mean);
});

/**
 * Means for scores divided by √d: entropy / ln n, and the largest weight, an entry for each of
 * COUNTS.
 */
export const means = experiment(
  "critical/means",
  ["dim", "rowdraws", "drawseed"],
  (engine, { dim, rowdraws, drawseed: seed }) => {
    const options = { seed, dims: [dim], counts: COUNTS, exponent: 0.5 };
    const draw = (batch: Batch) => {
      const { entropy, peak } = engine.sampleParticipation({ ...options, ...batch });
      return { entropy, peak };
    };
    return overDraws(engine, rowdraws, BATCH, draw, (summaries) => summaries);
  },
);
