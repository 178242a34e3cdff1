/**
 * The size of q·k against d, of independent vectors and of some that line up, and the sampling
 * experiment.
 */
import { matrixOfRows } from "../../attention/matrices.js";
import { firstColumns } from "../../attention/sentence-attention.js";
import type { Matrix, Moments } from "../../engine/api.js";
import { type Batch, batches, experiment, overDraws } from "../../experiments/experiment.js";
import { DIMS } from "../../part-kit/axes.js";
import type { State } from "../../state/state.js";

// ---- √d: measured in many small experiments, so that its own error can be shown ----

const REPEATS = 24;
/** Queries, and keys, in each repeat. */
export const SAMPLES = 200;

/**
 * The standard deviation of the scores for each of DIMS: its mean over the repeats, and its own
 * standard deviation between them (ddof 1).
 */
export const spread = experiment(
  "variance/spread",
  ["sampleseed", "sigma", "law"],
  (engine, { sampleseed: seed, sigma: std, law }) => {
    const options = { seed, std, law, samples: SAMPLES, dims: DIMS };
    const draw = (batch: Batch) => ({ stds: engine.scoreSpreads({ ...options, ...batch }) });
    return overDraws(engine, REPEATS, 1, draw, ({ stds }, repeats) => ({ ...stds, repeats }));
  },
);

// ---- a query and a key that line up: k = c q + √(1 − c²) u, for independent normal vectors q and
// u ----

/** The cosine of q and k, on average. */
export const COSINES: readonly number[] = [0, 0.28, 0.6];

const DRAWS = 200;
const BATCH = 50;

/** Summaries of q·k [DIMS × COSINES]. */
export const aligned = experiment("variance/aligned", ["sampleseed"], (engine, { sampleseed }) => {
  /** The products of the rows of two matrices: scores before softmax. */
  const products = (a: Matrix, b: Matrix) =>
    engine.attention(a, b, b, { scale: 1, outputs: ["scores"] }).scores;
  const mixes = matrixOfRows(COSINES.map((c) => [c, Math.sqrt(1 - c ** 2)]));
  const draw = ({ from, count }: Batch) => {
    // q·q and q·u, of which q·k is a mix.
    const parts = Array.from({ length: count }, (_, i) => {
      const rows = engine.randomNormal({ seed: [sampleseed, from + i], rows: 2, cols: 1024 });
      return DIMS.map((d) => {
        const first = firstColumns(rows, d);
        const query = { ...first, rows: 1, data: first.data.subarray(0, d) };
        return [...products(query, first).data];
      });
    });
    const { data } = products(matrixOfRows(parts.flat()), mixes);
    return { scores: { rows: count, cols: DIMS.length * COSINES.length, data } };
  };
  return overDraws(engine, DRAWS, BATCH, draw, ({ scores }, draws) => ({ draws, scores }));
});

// ---- the exact moments of all scores, then their histogram, streamed in batches ----

const BINS = 240;
/**
 * The histogram reaches this many standard deviations of the scaled scores, or a little further.
 */
const REACH = 6;
const ENTRIES = 400;
/** Multiply-adds in a batch of a few dozen milliseconds. */
const WORK = 2.5e8;

/**
 * Bins and range for the scaled scores. With entries ±σ the scores are d, d − 2 … −d times σ². Then
 * each bin has one score in its middle; otherwise some bins would hold twice as many scores as
 * others.
 */
export function binsOf({ sampledim, sigma, law }: Pick<State, "sampledim" | "sigma" | "law">) {
  const reach = Math.ceil(REACH * Math.sqrt(sampledim));
  const edge = reach % 2 === sampledim % 2 ? reach + 1 : reach;
  const signs = law === "sign";
  const end = sigma * sigma * (signs ? edge / Math.sqrt(sampledim) : REACH);
  return { bins: signs ? edge : BINS, range: [-end, end] as [number, number] };
}

export const scores = experiment(
  "variance/scores",
  ["samples", "sampledim", "sampleseed", "sigma", "law"],
  function* (engine, request) {
    const { sampleseed: seed, samples: total, sampledim: dim, sigma: std, law } = request;
    const options = { seed, samples: total, dim, std, law };
    while (engine.drawScores(options, WORK) < 1) yield { done: 0, total, result: () => null };
    const sample = engine.sampleScores(options);
    /** The first entries of the query. */
    const entries = engine.randomEntries({ seed, count: Math.min(ENTRIES, total * dim), std, law });
    const { bins, range } = binsOf(request);
    const { edges } = engine.histogram([0], { bins, range });
    /**
     * Counts of the scaled scores q·k / √d; the unscaled ones have the same counts between edges
     * that are √d times as large.
     */
    let counts = new Float64Array(bins);
    /** Moments of the scaled scores so far; null before the first. */
    let streamed: Moments | null = null;
    const result = () => ({ sample, entries, counts: counts.slice(), edges, streamed });
    yield { done: 0, total, result };
    const size = Math.max(8, Math.round(WORK / total / dim));
    for (const { from, count } of batches(total, size)) {
      const part = engine.scoreHistogram({ ...options, bins, range, from, count });
      counts = counts.map((before, bin) => before + (part.counts[bin] ?? 0));
      const before = streamed === null ? [] : [streamed];
      streamed = engine.combinedMoments([...before, part.moments]);
      yield { done: from + count, total, result };
    }
  },
);
