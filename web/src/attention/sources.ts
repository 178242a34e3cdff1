/** Sources of word vectors: drawn from a seeded generator, or listed in a table (the worked example). */
import type { FirstEngine, Matrix } from "../engine/api.js";

/** Vectors of words, one row a word. */
export interface VectorSource {
  /** @returns [n×d] for n words */
  vectors(words: readonly string[]): Matrix;
}

/**
 * Draws the vector of a word from NumPy's RandomState([seed, crc32(word)]): the same word has the same vector in each
 * sentence, and its first coordinates are the same for each d.
 */
export const drawn = (
  engine: FirstEngine,
  options: { readonly seed: number; readonly dim: number },
): VectorSource => ({ vectors: (words) => engine.wordVectors(words, options) });

/**
 * Looks vectors up in a table with one row [d] for each of `words`. A word that is not listed has no row, so that the engine
 * rejects the matrix.
 */
export const example = (
  words: readonly string[],
  rows: readonly (readonly number[])[],
): VectorSource => ({
  vectors: (asked) => {
    const data = asked.flatMap((word) => rows[words.indexOf(word)] ?? []);
    return { rows: asked.length, cols: rows[0]?.length ?? 0, data: Float64Array.from(data) };
  },
});
