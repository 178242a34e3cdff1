/**
 * The calls of the engine behind the first screen: words → X → Q, K, V → scores → weights → output.
 */
import type { FirstEngine, Matrix, RowChange, RowStatistics } from "../engine/api.js";
import { EXAMPLE_WORDS, type State } from "../state/state.js";

/** How many coordinates of word vectors, queries, keys and outputs are shown. */
export const SHOWN_COLUMNS = 16;

export interface AttentionRequest extends Pick<State, "dim" | "seed" | "projections" | "exponent"> {
  /** The words of the queries, and of the keys and values where `keyWords` is absent: n of them. */
  readonly words: readonly string[];
  /** The words of the keys and values where these are others: m of them. */
  readonly keyWords?: readonly string[];
  /** The vectors of `words` in the worked example, row by row; null where they are drawn. */
  readonly x: readonly (readonly number[])[] | null;
  /**
   * The vectors of both word lists [n×d], [m×d] as another source answered; they replace `x` and
   * drawn ones.
   */
  readonly vectors?: { readonly queries: Matrix; readonly keys: Matrix };
}

export function requestOf(state: State, words: readonly string[]): AttentionRequest {
  const { dim, seed, projections, exponent, x } = state;
  const drawn = { words, dim, seed, projections, exponent, x: null };
  if (state.vectors === "random") return drawn;
  return { ...drawn, words: EXAMPLE_WORDS, dim: EXAMPLE_WORDS.length, projections: "identity", x };
}

/**
 * Vectors of words [n×d]: drawn from NumPy's RandomState([seed, crc32(word)]), where the same word
 * has the same vector in each sentence and its first coordinates are the same for each d; or looked
 * up in a table with a row for each of some words. A word that is not listed has no row, so that
 * the engine rejects the matrix.
 */
export function vectorsOf(
  engine: FirstEngine,
  words: readonly string[],
  { seed, dim, words: listed, x }: Pick<AttentionRequest, "seed" | "dim" | "words" | "x">,
): Matrix {
  if (x === null) return engine.wordVectors(words, { seed, dim });
  const data = words.flatMap((word) => x[listed.indexOf(word)] ?? []);
  return { rows: words.length, cols: x[0]?.length ?? 0, data: Float64Array.from(data) };
}

/** Attention with one divisor of the scores. */
export interface DividedAttention extends RowStatistics {
  readonly divisor: number;
  /** [n×m] */
  readonly weights: Matrix;
  /** Z, its first columns [n×≤16]. */
  readonly output: Matrix;
}

/**
 * The attention of a sentence to itself, or of one sentence to another, with and without the
 * division.
 */
export interface SentenceAttention {
  readonly request: AttentionRequest;
  /** The n words of the rows of scores, weights and output. */
  readonly queryWords: readonly string[];
  /** The m words of the columns of scores and weights. */
  readonly keyWords: readonly string[];
  /** The first columns of X and Q [n×≤16], and of K [m×≤16]. */
  readonly x: Matrix;
  readonly queries: Matrix;
  readonly keys: Matrix;
  /** QKᵀ [n×m], over all d coordinates. */
  readonly scores: Matrix;
  readonly unscaled: DividedAttention;
  readonly scaled: DividedAttention;
  /** The deviation of the scaled weights from the unscaled ones. */
  readonly change: RowChange;
}

/** The vectors of the words that ask [n×d] and of those that are asked [m×d]. */
export function wordVectors(
  engine: FirstEngine,
  request: AttentionRequest,
): { readonly x: Matrix; readonly y: Matrix } {
  const { words, keyWords, vectors } = request;
  const x = vectors?.queries ?? vectorsOf(engine, words, request);
  const drawn = () => (keyWords === undefined ? x : vectorsOf(engine, keyWords, request));
  return { x, y: vectors?.keys ?? drawn() };
}

/** X and Q [n×d], K [m×d], and the first `columns` of V [m×columns]. */
export function sentenceVectors(engine: FirstEngine, request: AttentionRequest, columns: number) {
  const { seed, projections } = request;
  const { x, y } = wordVectors(engine, request);
  if (projections === "identity") {
    return { x, queries: x, keys: y, values: firstColumns(y, columns) };
  }
  return {
    x,
    queries: engine.project(x, { seed, projection: "queries" }),
    keys: engine.project(y, { seed, projection: "keys" }),
    values: engine.project(y, { seed, projection: "values", columns }),
  };
}

export function sentenceAttention(
  engine: FirstEngine,
  request: AttentionRequest,
): SentenceAttention {
  const { words, keyWords = words, dim, exponent } = request;
  // Values are projected to the columns that are shown: all of them would be a third of the work.
  const shownColumns = Math.min(SHOWN_COLUMNS, dim);
  const { x, queries, keys, values } = sentenceVectors(engine, request, shownColumns);
  const side = (divisor: number) => {
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
    queryWords: words,
    keyWords,
    x: firstColumns(x, shownColumns),
    queries: firstColumns(queries, shownColumns),
    keys: firstColumns(keys, shownColumns),
    scores,
    unscaled,
    scaled,
    change: engine.rowChange(unscaled.weights, scaled.weights),
  };
}

/**
 * Some columns of a matrix, with zeros beyond its last one; with zeros below it, where it is to
 * have more rows.
 */
export function columnsOf(matrix: Matrix, from: number, count: number, rows = matrix.rows): Matrix {
  const data = new Float64Array(rows * count);
  for (let row = 0; row < matrix.rows; row += 1) {
    const start = row * matrix.cols;
    const end = start + Math.min(from + count, matrix.cols);
    data.set(matrix.data.subarray(start + from, end), row * count);
  }
  return { rows, cols: count, data };
}

export const firstColumns = (matrix: Matrix, cols: number): Matrix => columnsOf(matrix, 0, cols);
