/** Entropy against the number of keys, for 1/√d and for κ·ln n/d. */
import type { DrawSummaries } from "../../engine/api.js";
import { type Experiment, pieces } from "../../lab/experiment.js";

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
}

/** Both logits have variance independent of d, so one d stands for all. */
const DIM = 64;
const COUNTS: readonly number[] = Array.from({ length: 12 }, (_, octave) => 2 ** (octave + 1));
const MOST_DRAWS = 400;
const PIECE = 4;

export const growth: Experiment<GrowthRequest, GrowthResult> = function* (engine, request) {
  const total = Math.min(MOST_DRAWS, request.draws);
  const sides = ["root", "logarithmic"] as const;
  const kept = { root: [] as Float64Array[], logarithmic: [] as Float64Array[] };
  for (const { from, count } of pieces(total, PIECE)) {
    const options = { seed: request.seed, dim: DIM, counts: COUNTS, from, count };
    const part = engine.sampleEntropies(options);
    for (const side of sides) kept[side].push(part[side].data);
    const done = from + count;
    const summary = (parts: Float64Array[]) => {
      const rows = parts.flatMap((data) => [...data]);
      const data = Float64Array.from(
        { length: rows.length },
        (_, i) => rows[(i % done) * COUNTS.length + Math.floor(i / done)] ?? 0,
      );
      return engine.drawSummaries({ rows: COUNTS.length, cols: done, data });
    };
    const result = () => ({
      request,
      dim: DIM,
      draws: done,
      counts: COUNTS,
      root: summary(kept.root),
      logarithmic: summary(kept.logarithmic),
    });
    yield { done, total, result };
  }
};
