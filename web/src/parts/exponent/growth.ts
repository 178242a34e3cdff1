/** Entropy against the number of keys, for the logits q·k/√d, κ·ln n/d · q·k and √(ln n / ln 512)/√d · q·k. */
import { experiment, overDraws } from "../../experiments/experiment.js";

/** The factors of q·k, in the order above. */
export const LANES = ["root", "logarithmic", "level"] as const;
export type Lane = (typeof LANES)[number];

/** The variance of the logits does not depend on d, so one d is enough. */
export const DIM = 64;
/** Numbers of keys n. */
export const COUNTS: readonly number[] = Array.from(
  { length: 12 },
  (_, octave) => 2 ** (octave + 1),
);
const MOST_DRAWS = 400;
/** Draws in a batch of a few dozen milliseconds. */
const BATCH = 4;

/** The entropy in each lane, an entry for each of COUNTS. */
export const growth = experiment(
  "exponent/growth",
  ["draws", "drawseed"],
  (engine, { draws: total, drawseed: seed }) =>
    overDraws(
      engine,
      Math.min(MOST_DRAWS, total),
      BATCH,
      (batch) => engine.sampleEntropies({ seed, dim: DIM, counts: COUNTS, ...batch }),
      (lanes) => lanes,
    ),
);
