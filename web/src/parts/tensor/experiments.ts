/**
 * Two sentences as one tensor [batch, heads, n, d_k]: the shorter one is padded, and a mask takes
 * its padding out.
 */
import {
  type AttentionRequest,
  columnsOf,
  sentenceVectors,
} from "../../attention/sentence-attention.js";
import type { Engine, Matrix, Moments } from "../../engine/api.js";
import { experiment, inOneStep, narrow, type StudyRequest } from "../../experiments/experiment.js";
import { secondRequest } from "../../part-kit/second-words.js";

/**
 * Variances of QKᵀ with ddof 1, of the words without padding: over all entries, and their means
 * over rows and over columns, null where no row has two entries.
 */
export interface Spread {
  readonly all: number;
  readonly rows: number | null;
  readonly cols: number | null;
}

/** A head of a sentence. It is zero where the sentence is padded: padding has no weight. */
export interface Slice {
  /** [length×d_k] */
  readonly queries: Matrix;
  /** [length×length] */
  readonly weights: Matrix;
}

export interface TensorResult {
  readonly batch: readonly AttentionRequest[];
  /** n, the words of the longer sentence. */
  readonly length: number;
  /** d_k */
  readonly size: number;
  readonly divisor: number;
  /** σ², the variance of the entries of Q and of K without padding, and d_k σ⁴. */
  readonly queries: number;
  readonly keys: number;
  readonly expected: number;
  /** The heads of each sentence. */
  readonly slices: readonly (readonly Slice[])[];
  /** The spread of each head over both sentences. */
  readonly heads: readonly Spread[];
  /** The spread of the whole tensor. */
  readonly whole: Spread;
}

/** The scores of one head of one sentence. */
interface Measured {
  readonly all: Moments;
  /** The variances of rows and columns of more than one score. */
  readonly rows: readonly number[];
  readonly cols: readonly number[];
}

function measured(engine: Engine, scores: Matrix): Measured {
  const moments = engine.moments(scores.data);
  if (scores.rows < 2) return { all: moments, rows: [], cols: [] };
  const { rows, cols } = engine.matrixMoments(scores, { ddof: 1 });
  const variances = (moments: readonly Moments[]) => moments.map(({ variance }) => variance);
  return { all: moments, rows: variances(rows), cols: variances(cols) };
}

function spreadOf(engine: Engine, scores: readonly Measured[]): Spread {
  const within = (lines: "rows" | "cols") => {
    const variances = scores.flatMap((measured) => measured[lines]);
    return variances.length === 0 ? null : engine.moments(variances).mean;
  };
  const parts = scores.map(({ all }) => all);
  const variance = engine.combinedMoments(parts, { ddof: 1 }).variance;
  return { all: variance, rows: within("rows"), cols: within("cols") };
}

/** @param request the words of `second` have spaces between them; `heads` divides d_model */
export function tensorOf(
  engine: Engine,
  request: Pick<StudyRequest, "attention" | "heads" | "division" | "second">,
): TensorResult {
  const { attention, heads: count, division, second } = request;
  const { dim, exponent } = attention;
  const batch = [attention, secondRequest(attention, second.split(" "))];
  const size = dim / count;
  const length = Math.max(...batch.map(({ words }) => words.length));
  const divisor = division === "with" ? engine.scoreDivisor(size, exponent) : 1;
  const vectors = batch.map((sentence) => sentenceVectors(engine, sentence, dim));
  /** The heads of each sentence, without its padding. */
  const heads = vectors.map(({ queries, keys, values }) =>
    Array.from({ length: count }, (_, i) => {
      const part = (matrix: Matrix) => columnsOf(matrix, i * size, size);
      const headQueries = part(queries);
      const options = { scale: 1 / divisor, outputs: ["scores", "weights"] as const };
      const { scores, weights } = engine.attention(headQueries, part(keys), part(values), options);
      return { queries: headQueries, weights, ...measured(engine, scores) };
    }),
  );
  const bothOf = (head: number) => heads.flatMap((sentence) => sentence[head] ?? []);
  const varianceOf = (name: "queries" | "keys") =>
    engine.combinedMoments(vectors.map((sentence) => engine.moments(sentence[name].data))).variance;
  const queries = varianceOf("queries");
  const keys = varianceOf("keys");
  return {
    batch,
    length,
    size,
    divisor,
    queries,
    keys,
    expected: size * queries * keys,
    slices: heads.map((sentence) =>
      sentence.map(({ queries, weights }) => ({
        queries: columnsOf(queries, 0, size, length),
        weights: columnsOf(weights, 0, length, length),
      })),
    ),
    heads: Array.from({ length: count }, (_, i) => spreadOf(engine, bothOf(i))),
    whole: spreadOf(engine, heads.flat()),
  };
}

export const tensor = experiment(
  "tensor/tensor",
  ["attention", "heads", "division", "second"],
  inOneStep(tensorOf),
  narrow,
);
