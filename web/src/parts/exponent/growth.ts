/** Entropy against the number of keys, for the logits q·k/√d, κ·ln n/d · q·k and √(ln n / ln 512)/√d · q·k. */
import type { DrawSummaries } from "../../engine/api.js";
import { experiment, overDraws } from "../../experiments/experiment.js";

export interface GrowthRequest {
  readonly seed: number;
  readonly draws: number;
}

/** The factors of q·k, in the order above. */
export const LANES = ["root", "logarithmic", "level"] as const;
export type Lane = (typeof LANES)[number];

export interface GrowthResult {
  readonly request: GrowthRequest;
  readonly dim: number;
  readonly draws: number;
  /** Numbers of keys n. */
  readonly counts: readonly number[];
  readonly lanes: Readonly<Record<Lane, DrawSummaries>>;
}

/** The variance of the logits does not depend on d, so one d is enough. */
const DIM = 64;
const COUNTS: readonly number[] = Array.from({ length: 12 }, (_, octave) => 2 ** (octave + 1));
const MOST_DRAWS = 400;
/** Draws in a batch of a few dozen milliseconds. */
const BATCH = 4;

export const growth = experiment<GrowthRequest, GrowthResult>(
  "exponent/growth",
  (engine, request) =>
    overDraws(
      engine,
      Math.min(MOST_DRAWS, request.draws),
      BATCH,
      (batch) => engine.sampleEntropies({ seed: request.seed, dim: DIM, counts: COUNTS, ...batch }),
      (lanes, draws) => ({ request, dim: DIM, draws, counts: COUNTS, lanes }),
    ),
);
