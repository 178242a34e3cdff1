/** What the first screen shows, asked of the engine: words → X → Q, K, V → scores → weights → output. */
import type { FirstEngine, Matrix, RowChange, RowStatistics } from "../engine/api.js";
import { EXAMPLE_WORDS, type Projections, type State } from "../state/state.js";

/** How many coordinates of word vectors, queries, keys and outputs are shown. */
export const SHOWN = 16;

export interface AttentionRequest {
  readonly words: readonly string[];
  readonly dim: number;
  readonly seed: number;
  readonly projections: Projections;
  readonly exponent: number;
  /** Word vectors given by hand instead of drawn; then Q = K = V = X. */
  readonly x: readonly (readonly number[])[] | null;
}

/** Attention with one divisor of the scores. */
export interface Side extends Omit<RowStatistics, "peakIndex"> {
  readonly divisor: number;
  readonly weights: Matrix;
  readonly peakIndex: Float64Array;
  /** Z, its first columns [n×≤16]. */
  readonly output: Matrix;
}

export interface SentenceAttention {
  readonly request: AttentionRequest;
  /** The first columns of X, Q and K [n×≤16]. */
  readonly x: Matrix;
  readonly queries: Matrix;
  readonly keys: Matrix;
  /** QKᵀ [n×n], over all d coordinates. */
  readonly scores: Matrix;
  readonly unscaled: Side;
  readonly scaled: Side;
  /** From the unscaled weights to the scaled ones. */
  readonly change: RowChange;
}

export function requestOf(state: State, words: readonly string[]): AttentionRequest {
  const { seed, exponent, projections } = state;
  return state.vectors === "example"
    ? {
        words: EXAMPLE_WORDS,
        dim: EXAMPLE_WORDS.length,
        seed,
        projections: "identity",
        exponent,
        x: state.x,
      }
    : { words, dim: state.dim, seed, projections, exponent, x: null };
}

/** X, Q and K [n×d] of a sentence, and the first `columns` of V. */
export function sentenceVectors(
  engine: FirstEngine,
  { words, dim, seed, projections, x: given }: AttentionRequest,
  columns: number,
): Record<"x" | "queries" | "keys" | "values", Matrix> {
  const x = given === null ? engine.wordVectors(words, { seed, dim }) : fromRows(given);
  if (projections === "identity")
    return { x, queries: x, keys: x, values: firstColumns(x, columns) };
  return {
    x,
    queries: engine.project(x, { seed, projection: "queries" }),
    keys: engine.project(x, { seed, projection: "keys" }),
    values: engine.project(x, { seed, projection: "values", columns }),
  };
}

export function sentenceAttention(
  engine: FirstEngine,
  request: AttentionRequest,
): SentenceAttention {
  const { dim, exponent } = request;
  // Of the values only the columns that are shown: they are a third of the work.
  const shown = Math.min(SHOWN, dim);
  const { x, queries, keys, values } = sentenceVectors(engine, request, shown);

  const side = (divisor: number): Side & { scores: Matrix } => {
    const { scores, weights, output } = engine.attention(queries, keys, values, {
      scale: 1 / divisor,
      outputs: ["scores", "weights", "output"],
    });
    return { divisor, scores, weights, output, ...engine.rowStatistics(weights) };
  };
  const { scores, ...unscaled } = side(1);
  const { scores: _, ...scaled } = side(engine.scoreDivisor(dim, exponent));
  return {
    request,
    x: firstColumns(x, shown),
    queries: firstColumns(queries, shown),
    keys: firstColumns(keys, shown),
    scores,
    unscaled,
    scaled,
    change: engine.rowChange(unscaled.weights, scaled.weights),
  };
}

function fromRows(rows: readonly (readonly number[])[]): Matrix {
  return { rows: rows.length, cols: rows[0]?.length ?? 0, data: Float64Array.from(rows.flat()) };
}

export function firstColumns(matrix: Matrix, cols: number): Matrix {
  if (cols === matrix.cols) return matrix;
  const data = new Float64Array(matrix.rows * cols);
  for (let row = 0; row < matrix.rows; row += 1) {
    const start = row * matrix.cols;
    data.set(matrix.data.subarray(start, start + cols), row * cols);
  }
  return { rows: matrix.rows, cols, data };
}
