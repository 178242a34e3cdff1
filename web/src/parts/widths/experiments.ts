/**
 * Attention with any d_model, d_k and d_v, its scores divided by nothing, by √d_model and by √d_k.
 */
import { matrixOf, transposed } from "../../attention/matrices.js";
import { columnsOf, firstColumns, SHOWN, wordsOf } from "../../attention/sentence-attention.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { QueryGradients } from "../../engine/experiments-api.js";
import { type Asked, experiment, inOneStep, narrow } from "../../experiments/experiment.js";
import { Memo } from "../../memo.js";

/** The d of the sentence is d_model. */
export interface WidthsRequest extends Pick<Asked, "attention" | "dk" | "dv" | "projection"> {
  /** The matrices where they are pasted. */
  readonly pasted: Projections | null;
}

/** W^Q and W^K [d_model×d_k] and W^V [d_model×d_v]. */
export interface Projections {
  readonly wq: Matrix;
  readonly wk: Matrix;
  readonly wv: Matrix;
}

/** With one divisor of the scores: for each word the entropy in nats, and ‖∂y/∂q‖. */
export interface Divided extends QueryGradients {
  readonly divisor: number;
  /** The first columns of the output [n×min(d_v, 64)]. */
  readonly output: Matrix;
}

/** The side of the matrices that the drawn ones are cut from. */
const SIDE = 1024;

/**
 * The draws, which are the same for every d_k and d_v: they are kept where the page itself draws
 * them, at each step of a slider.
 */
const kept = new Memo();

export function widthsOf(engine: Engine, request: WidthsRequest) {
  const { attention, dk, dv, projection, pasted } = request;
  const { seed } = attention;
  const { x } = wordsOf(engine, attention);
  const rows = x.cols;
  const std = 1 / Math.sqrt(rows);
  const draw = (i: number) => engine.randomNormal({ seed: [seed, i], rows, cols: SIDE, std });
  const drawn = (i: number) =>
    narrow(request) ? kept.of(`W${i}`, [seed, rows], () => draw(i)) : draw(i);
  const matrix = (i: number, cols: number) =>
    projection === "identity"
      ? matrixOf(rows, cols, (row, col) => Number(row === col))
      : columnsOf(drawn(i), 0, cols);
  const { wq, wk, wv }: Projections = pasted ?? {
    wq: matrix(1, dk),
    wk: matrix(2, dk),
    wv: matrix(3, Math.min(SHOWN, dv)),
  };
  /**
   * The words times a matrix. Scores are the product of queries and keys: here of the words and its
   * columns.
   */
  const product = (of: Matrix) => {
    const columns = transposed(of);
    return engine.attention(x, columns, columns, { scale: 1, outputs: ["scores"] }).scores;
  };
  const queries = product(wq);
  const keys = product(wk);
  const shown = product(firstColumns(wv, Math.min(SHOWN, wv.cols)));
  const by = (divisor: number): Divided => {
    const scale = 1 / divisor;
    const { output } = engine.attention(queries, keys, shown, { scale, outputs: ["output"] });
    return { divisor, ...engine.queryGradients(queries, keys, { scale }), output };
  };
  const root = (of: number) => engine.scoreDivisor(of, 0.5);
  return [by(1), by(root(rows)), by(root(wq.cols))] as const;
}

export const widths = experiment(
  "widths/widths",
  ["attention", "dk", "dv", "projection"],
  inOneStep(widthsOf),
  narrow,
);
