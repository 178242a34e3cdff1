/**
 * The attention of all heads of a sentence, without the division and with it, and their outputs
 * through W^O.
 */
import { joinedColumns, matrixOf, transposed } from "../../attention/matrices.js";
import { columnsOf, firstColumns, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix, RowStatistics } from "../../engine/api.js";
import { experiment, inOneStep, narrow, type StudyRequest } from "../../experiments/experiment.js";
import { memo } from "../../memo.js";
import type { Projections } from "../../state/state.js";

/** How many columns of outputs, and columns and rows of W^O, are drawn. */
export const DRAWN_COLUMNS = 64;

/** The results with one divisor of the scores. */
export interface HeadsSide {
  readonly divisor: number;
  readonly heads: readonly HeadResult[];
  /** The first columns of Concat(Z_1 … Z_h). */
  readonly concatenated: Matrix;
  /** The first columns of that matrix times W^O. */
  readonly output: Matrix;
}

export interface HeadResult extends RowStatistics {
  /** [n×n] */
  readonly weights: Matrix;
}

export interface HeadsResult {
  readonly words: readonly string[];
  /** d_k of a head. */
  readonly size: number;
  /** The corner of W^O [d×d]. */
  readonly wo: Matrix;
  readonly unscaled: HeadsSide;
  readonly scaled: HeadsSide;
}

/** The side of the matrix that W^O is cut from. */
const SIDE = 1024;

/**
 * W^O is `RandomState([seed, 4]).normal(size=(1024, 1024))[:d, :d] / √d`, with the projection
 * `"identity"` the unit matrix.
 * @returns its drawn columns, as rows
 */
const columnsOfWo = memo((engine: Engine, seed: number, dim: number, projections: Projections) => {
  const drawn =
    projections === "random" &&
    engine.randomNormal({ seed: [seed, 4], rows: dim, cols: SIDE, std: 1 / Math.sqrt(dim) }).data;
  return matrixOf(Math.min(DRAWN_COLUMNS, dim), dim, (col, row) =>
    drawn ? (drawn[row * SIDE + col] ?? 0) : Number(row === col),
  );
});

/** @param request the d of the sentence is d_model, and `heads` divides it */
export function computeHeads(
  engine: Engine,
  request: Pick<StudyRequest, "attention" | "heads">,
): HeadsResult {
  const { attention, heads: count } = request;
  const { words, dim, seed, projections, exponent } = attention;
  const size = dim / count;
  const { queries, keys, values } = sentenceVectors(engine, attention, dim);
  const turned = columnsOfWo(engine, seed, dim, projections);
  const side = (divisor: number): HeadsSide => {
    const matrices = Array.from({ length: count }, (_, i) => {
      const part = (matrix: Matrix) => columnsOf(matrix, i * size, size);
      return engine.attention(part(queries), part(keys), part(values), {
        scale: 1 / divisor,
        outputs: ["weights", "output"],
      });
    });
    const concatenated = joinedColumns(matrices.map(({ output }) => output));
    // Scores are the product of queries and keys: here of the outputs and W^O.
    const { scores } = engine.attention(concatenated, turned, turned, { outputs: ["scores"] });
    return {
      divisor,
      heads: matrices.map(({ weights }) => ({ weights, ...engine.rowStatistics(weights) })),
      concatenated: firstColumns(concatenated, turned.rows),
      output: scores,
    };
  };
  return {
    words,
    size,
    wo: transposed(firstColumns(turned, turned.rows)),
    unscaled: side(1),
    scaled: side(engine.scoreDivisor(size, exponent)),
  };
}

export const heads = experiment(
  "many/heads",
  ["attention", "heads"],
  inOneStep(computeHeads),
  narrow,
);
