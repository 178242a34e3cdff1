/**
 * Attention with any d_model, d_k and d_v, its scores divided by nothing, by √d_model and by √d_k.
 */
import { matrixOf, transposed } from "../../attention/matrices.js";
import {
  columnsOf,
  firstColumns,
  SHOWN_COLUMNS,
  wordVectors,
} from "../../attention/sentence-attention.js";
import { memoForEach } from "../../belonging.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { QueryGradients } from "../../engine/experiments-api.js";
import { experiment, inOneStep, narrow, type StudyRequest } from "../../experiments/experiment.js";

/** The d of the sentence is d_model. */
export interface WidthsRequest
  extends Pick<StudyRequest, "attention" | "dk" | "dv" | "projection"> {
  /** The matrices where they are pasted. */
  readonly pasted: ProjectionMatrices | null;
}

/** W^Q and W^K [d_model×d_k] and W^V [d_model×d_v]. */
export interface ProjectionMatrices {
  readonly wq: Matrix;
  readonly wk: Matrix;
  readonly wv: Matrix;
}

/** The results with one divisor of the scores: the entropy of each word in nats, and ‖∂y/∂q‖. */
export interface Divided extends QueryGradients {
  readonly divisor: number;
  /** The first columns of the output [n×min(d_v, 64)]. */
  readonly output: Matrix;
  /** Over the queries: of the entropy, and of ‖∂y/∂q‖_F. */
  readonly means: Readonly<Record<"entropy" | "gradient", number>>;
}

/** The side of the matrices that the drawn ones are cut from. */
const SIDE = 1024;

/** W^Q, W^K and W^V by their numbers in the seed. */
const SEED_NUMBERS = { wq: 1, wk: 2, wv: 3 } as const;
type Name = keyof typeof SEED_NUMBERS;

const draw = (engine: Engine, name: Name, seed: number, rows: number): Matrix =>
  engine.randomNormal({
    seed: [seed, SEED_NUMBERS[name]],
    rows,
    cols: SIDE,
    std: 1 / Math.sqrt(rows),
  });

/**
 * The draws, which are the same for every d_k and d_v: they are kept where the page itself draws
 * them, at each step of a slider.
 */
const keptDraw = memoForEach((name: Name, engine: Engine, seed: number, rows: number) =>
  draw(engine, name, seed, rows),
);

export function widthsOf(engine: Engine, request: WidthsRequest) {
  const { attention, dk, dv, projection, pasted } = request;
  const { seed } = attention;
  const { x } = wordVectors(engine, attention);
  const rows = x.cols;
  const drawn = (name: Name) =>
    narrow(request) ? keptDraw(engine, name, engine, seed, rows) : draw(engine, name, seed, rows);
  const matrix = (name: Name, cols: number) =>
    projection === "identity"
      ? matrixOf(rows, cols, (row, col) => Number(row === col))
      : columnsOf(drawn(name), 0, cols);
  const { wq, wk, wv }: ProjectionMatrices = pasted ?? {
    wq: matrix("wq", dk),
    wk: matrix("wk", dk),
    wv: matrix("wv", Math.min(SHOWN_COLUMNS, dv)),
  };
  /**
   * The words times a matrix. Scores are the product of queries and keys: here of the words and its
   * columns.
   */
  const product = (matrix: Matrix) => {
    const columns = transposed(matrix);
    return engine.attention(x, columns, columns, { scale: 1, outputs: ["scores"] }).scores;
  };
  const queries = product(wq);
  const keys = product(wk);
  const shownValues = product(firstColumns(wv, Math.min(SHOWN_COLUMNS, wv.cols)));
  const by = (divisor: number): Divided => {
    const scale = 1 / divisor;
    const { output } = engine.attention(queries, keys, shownValues, { scale, outputs: ["output"] });
    const gradients = engine.queryGradients(queries, keys, { scale });
    const means = {
      entropy: engine.moments(gradients.entropy).mean,
      gradient: engine.moments(gradients.gradient).mean,
    };
    return { divisor, ...gradients, output, means };
  };
  const root = (width: number) => engine.scoreDivisor(width, 0.5);
  return [by(1), by(root(rows)), by(root(wq.cols))] as const;
}

export const widths = experiment(
  "widths/widths",
  ["attention", "dk", "dv", "projection"],
  inOneStep(widthsOf),
  narrow,
);
