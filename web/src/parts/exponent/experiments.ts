/** Entropy against the number of keys, and the sentence's logits in a reduced precision. */
import { sentenceVectors } from "../../attention/sentence-attention.js";
import type { ReducedScores, RootPlace } from "../../engine/api.js";
import { type Batch, experiment, overDraws } from "../../experiments/experiment.js";
import { indexed } from "../../indexed.js";
import { keys } from "../../keys/exponent.js";

/** The factors of q·k: 1/√d, κ·ln n/d and √(ln n / ln 512)/√d. */
export const FACTORS = ["root", "logarithmic", "level"] as const;
export type FactorName = (typeof FACTORS)[number];

/** The variance of the logits does not depend on d, so one d is enough. */
export const DIM = 64;
/** Numbers of keys n. */
export const GROWTH_COUNTS: readonly number[] = Array.from({ length: 12 }, (_, i) => 2 ** (i + 1));
const MOST_DRAWS = 400;
/** Draws in a batch of a few dozen milliseconds. */
const BATCH = 4;

/** The entropy with each factor, an entry for each of GROWTH_COUNTS. */
export const growth = experiment("exponent/growth", ["draws", "drawseed"], (engine, request) => {
  const options = { seed: request.drawseed, dim: DIM, counts: GROWTH_COUNTS };
  const draw = (batch: Batch) => engine.sampleEntropies({ ...options, ...batch });
  const draws = Math.min(MOST_DRAWS, request.draws);
  return overDraws(engine, draws, BATCH, draw, (summaries) => summaries);
});

/** The logits for each of the four places of the division by √d. */
export const places = experiment(
  "exponent/places",
  ["attention", "precision", "accumulate", "size"],
  function* (engine, { attention, ...options }) {
    const vectors = sentenceVectors(engine, attention, 1);
    const found: Partial<Record<RootPlace, ReducedScores>> = {};
    const { words } = keys.place;
    for (const [index, place] of indexed(words)) {
      found[place] = engine.reducedScores(vectors.queries, vectors.keys, { ...options, place });
      yield { done: index + 1, total: words.length, result: () => ({ ...found }) };
    }
  },
);
