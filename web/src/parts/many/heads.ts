/** The attention of all heads of a sentence, without the division and with it. */
import { type AttentionRequest, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix, RowStatistics } from "../../engine/api.js";

/** The largest d_model whose heads are computed within a frame; of a larger one the worker does it. */
export const QUICK = 128;

export interface HeadsRequest {
  /** Its d is d_model. */
  readonly attention: AttentionRequest;
  /** h, a divisor of d_model. */
  readonly heads: number;
}

/** One head [n×n]. */
export interface Head extends RowStatistics {
  readonly weights: Matrix;
}

export interface HeadsSide {
  readonly divisor: number;
  readonly heads: readonly Head[];
}

export interface HeadsResult {
  readonly request: HeadsRequest;
  readonly words: readonly string[];
  readonly unscaled: HeadsSide;
  readonly scaled: HeadsSide;
}

/** Columns of a matrix. */
export function columnsOf({ rows, cols, data }: Matrix, from: number, count: number): Matrix {
  const part = new Float64Array(rows * count);
  for (let row = 0; row < rows; row += 1)
    part.set(data.subarray(row * cols + from, row * cols + from + count), row * count);
  return { rows, cols: count, data: part };
}

export function headsOf(engine: Engine, request: HeadsRequest): HeadsResult {
  const { attention, heads: count } = request;
  const { words, dim, exponent } = attention;
  const size = dim / count;
  const { queries, keys, values } = sentenceVectors(engine, attention, dim);
  const side = (divisor: number): HeadsSide => ({
    divisor,
    heads: Array.from({ length: count }, (_, i) => {
      const part = (of: Matrix) => columnsOf(of, i * size, size);
      const { weights } = engine.attention(part(queries), part(keys), part(values), {
        scale: 1 / divisor,
        outputs: ["weights"],
      });
      return { weights, ...engine.rowStatistics(weights) };
    }),
  });
  return { request, words, unscaled: side(1), scaled: side(engine.scoreDivisor(size, exponent)) };
}
