/** Σy² of undivided scores over d and n, and how even the weights of divided scores are, over n. */
import type { DrawSummaries } from "../../engine/api.js";
import { experiment, overDraws } from "../../experiments/experiment.js";

export const DIMS: readonly number[] = Array.from({ length: 11 }, (_, octave) => 2 ** octave);
/** Numbers of keys n. */
export const COUNTS: readonly number[] = [3, ...Array.from({ length: 13 }, (_, i) => 2 ** (i + 3))];

/** The standard deviation from which on scores of n keys freeze. */
export const criticalSpread = (keys: number): number => Math.sqrt(2 * Math.log(keys));

/** What Σy² of scores of deviation √d goes to as n grows while √(2 ln n) / √d is held. */
export const frozenParticipation = (keys: number, dim: number): number =>
  Math.max(0, 1 - criticalSpread(keys) / Math.sqrt(dim));

/** Draws in a batch of a few dozen milliseconds. */
const BATCH = 8;

export interface MapRequest {
  readonly seed: number;
  readonly draws: number;
}

export interface MapResult {
  readonly request: MapRequest;
  /** Σy², mean over the draws [DIMS×COUNTS]. */
  readonly mean: Float64Array;
}

export const map = experiment<MapRequest, MapResult>("critical/map", (engine, request) => {
  const { seed, draws } = request;
  const asked = { seed, dims: DIMS, counts: COUNTS };
  return overDraws(
    engine,
    draws,
    BATCH,
    (batch) => {
      const { participation } = engine.sampleParticipation({ ...asked, ...batch });
      return { participation };
    },
    ({ participation: { mean } }) => ({ request, mean }),
  );
});

export interface MeansRequest extends MapRequest {
  readonly dim: number;
}

/** Of scores divided by √d, an entry for each of COUNTS. */
export interface MeansResult {
  readonly request: MeansRequest;
  /** Entropy / ln n. */
  readonly entropy: DrawSummaries;
  /** The largest weight. */
  readonly peak: DrawSummaries;
}

export const means = experiment<MeansRequest, MeansResult>("critical/means", (engine, request) => {
  const { seed, dim, draws } = request;
  const asked = { seed, dims: [dim], counts: COUNTS, exponent: 0.5 };
  return overDraws(
    engine,
    draws,
    BATCH,
    (batch) => {
      const { entropy, peak } = engine.sampleParticipation({ ...asked, ...batch });
      return { entropy, peak };
    },
    (summaries) => ({ request, ...summaries }),
  );
});
