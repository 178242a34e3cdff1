/** The sampling experiment: the exact moments of all scores, then their histogram, streamed in batches. */
import type { Moments, ScoreSample } from "../../engine/api.js";
import { batches, experiment, type Step } from "../../experiments/experiment.js";
import type { State } from "../../state/state.js";

export interface ScoresResult {
  readonly sample: ScoreSample;
  /** The first entries of the query. */
  readonly entries: Float64Array;
  /** Counts of the scaled scores q·k / √d; the unscaled ones have the same counts between edges that are √d times as large. */
  readonly counts: Float64Array;
  readonly edges: Float64Array;
  /** Moments of the scaled scores streamed so far; null before the first. */
  readonly streamed: Moments | null;
}

const BINS = 240;
/** The histogram reaches this many standard deviations of the scaled scores, or a little further. */
const REACH = 6;
const ENTRIES = 400;
/** Multiply-adds in a batch of a few dozen milliseconds. */
const BATCH = 2.5e8;

/**
 * Bins and range for the scaled scores. With entries ±σ the scores are d, d − 2 … −d times σ². Then each bin has one score in
 * its middle; otherwise some bins would hold twice as many scores as others.
 */
export function binsOf({
  sampledim: dim,
  sigma,
  law,
}: Pick<State, "sampledim" | "sigma" | "law">): { bins: number; range: [number, number] } {
  const variance = sigma * sigma;
  if (law !== "sign") return { bins: BINS, range: [-REACH * variance, REACH * variance] };
  const reach = Math.ceil(REACH * Math.sqrt(dim));
  const edge = reach % 2 === dim % 2 ? reach + 1 : reach;
  const end = (edge * variance) / Math.sqrt(dim);
  return { bins: edge, range: [-end, end] };
}

export const scores = experiment(
  "variance/scores",
  ["samples", "sampledim", "sampleseed", "sigma", "law"],
  function* (engine, request): Generator<Step<ScoresResult>> {
    const { sampleseed: seed, samples, sampledim: dim, sigma: std, law } = request;
    const options = { seed, samples, dim, std, law };
    const nothing = { done: 0, total: samples, result: () => null };
    while (engine.drawScores(options, BATCH) < 1) yield nothing;
    const sample = engine.sampleScores(options);
    const shown = Math.min(ENTRIES, samples * dim);
    const entries = engine.randomEntries({ seed, count: shown, std, law });
    const { bins, range } = binsOf(request);
    const { edges } = engine.histogram([0], { bins, range });
    const counts = new Float64Array(bins);
    let streamed: Moments | null = null;
    const step = (done: number) => ({
      done,
      total: samples,
      result: () => ({ sample, entries, counts: counts.slice(), edges, streamed }),
    });
    yield step(0);
    const size = Math.max(8, Math.round(BATCH / samples / dim));
    for (const { from, count } of batches(samples, size)) {
      const part = engine.scoreHistogram({ ...options, bins, range, from, count });
      for (let bin = 0; bin < bins; bin += 1)
        counts[bin] = (counts[bin] ?? 0) + (part.counts[bin] ?? 0);
      const before: Moments[] = streamed === null ? [] : [streamed];
      streamed = engine.combinedMoments([...before, part.moments]);
      yield step(from + count);
    }
  },
);
