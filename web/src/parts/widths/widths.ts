/** Attention with any d_model, d_k and d_v, its scores divided by nothing, by √d_model and by √d_k. */
import { matrixOf } from "../../attention/matrices.js";
import {
  type AttentionRequest,
  columnsOf,
  firstColumns,
  SHOWN,
  wordsOf,
} from "../../attention/sentence-attention.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { LayerCalls } from "../../engine/layers-api.js";
import type { Memo } from "../../memo.js";

export interface WidthsRequest {
  /** Its d is d_model. */
  readonly attention: AttentionRequest;
  readonly dk: number;
  readonly dv: number;
  readonly projection: "drawn" | "identity" | "pasted";
  /** W^Q and W^K [d_model×d_k] and W^V [d_model×d_v] where they are pasted. */
  readonly pasted: readonly [wq: Matrix, wk: Matrix, wv: Matrix] | null;
}

/** With one divisor of the scores, an entry a word. */
export interface Divided {
  readonly divisor: number;
  /** In nats. */
  readonly entropy: Float64Array;
  /** ‖∂y/∂q‖. */
  readonly gradient: Float64Array;
  /** [n×d_v], the first columns of them. */
  readonly output: Matrix;
}

export interface WidthsResult {
  readonly request: WidthsRequest;
  readonly words: readonly string[];
  /** By nothing, by √d_model, by √d_k. */
  readonly divided: readonly [none: Divided, model: Divided, keys: Divided];
}

/** The side of the matrices that the drawn ones are cut from. */
const SIDE = 1024;

/** @param kept keeps the draws: they are the same for every d_k and d_v */
export function widthsOf(
  engine: Engine,
  layers: LayerCalls,
  request: WidthsRequest,
  kept: Memo,
): WidthsResult {
  const { attention, dk, dv, projection, pasted } = request;
  const { words, seed } = attention;
  const [x] = wordsOf(engine, attention);
  const rows = x.cols;
  const std = 1 / Math.sqrt(rows);
  const drawn = (i: number) =>
    kept.of(`W${i}`, [engine, seed, rows], () =>
      engine.randomNormal({ seed: [seed, i], rows, cols: SIDE, std }),
    );
  const matrix = (i: number, cols: number) =>
    projection === "identity"
      ? matrixOf(rows, cols, (row, col) => Number(row === col))
      : columnsOf(drawn(i), 0, cols);
  const [wq, wk, wv] = pasted ?? [matrix(1, dk), matrix(2, dk), matrix(3, dv)];
  const wo = { rows: dv, cols: 1, data: new Float64Array(dv) };
  const { heads } = layers.multiHeadAttention({
    ...{ x, wq, wk, wv, wo, heads: 1 },
    outputs: ["heads"],
  });
  const [{ queries, keys, values }] = heads as unknown as [
    Record<"queries" | "keys" | "values", Matrix>,
  ];
  const shown = firstColumns(values, Math.min(SHOWN, values.cols));
  const by = (divisor: number): Divided => {
    const scale = 1 / divisor;
    const { output } = engine.attention(queries, keys, shown, { scale, outputs: ["output"] });
    return { divisor, ...engine.queryGradients(queries, keys, { scale }), output };
  };
  const root = (of: number) => engine.scoreDivisor(of, 0.5);
  return { request, words, divided: [by(1), by(root(rows)), by(root(wq.cols))] };
}
