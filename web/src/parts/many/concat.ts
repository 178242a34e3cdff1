/** The outputs of all heads side by side, and that matrix times W^O. */
import { type AttentionRequest, wordsOf } from "../../attention/sentence-attention.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { LayerCalls } from "../../engine/layers-api.js";
import type { HeadsRequest } from "./heads.js";

export interface ConcatRequest extends HeadsRequest {
  readonly division: "with" | "without";
  /** Of the scores. */
  readonly divisor: number;
}

export interface Concat {
  readonly request: ConcatRequest;
  readonly words: readonly string[];
  /** Concat(Z_1 … Z_h) [n×d]. */
  readonly concatenated: Matrix;
  /** W^O [d×d]. */
  readonly wo: Matrix;
  /** [n×d]. */
  readonly output: Matrix;
}

/** The side of the matrices that the projections are cut from. */
const SIDE = 1024;

/**
 * W^Q, W^K, W^V and W^O for i = 1, 2, 3, 4: `RandomState([seed, i]).normal(size=(1024, 1024))[:d, :d] / √d`, as `project` cuts
 * the first three; with the projection `"identity"` the unit matrix.
 */
function projectionOf(engine: Engine, { seed, dim, projections }: AttentionRequest, i: number) {
  const data = new Float64Array(dim * dim);
  if (projections === "identity") {
    for (let row = 0; row < dim; row += 1) data[row * dim + row] = 1;
    return { rows: dim, cols: dim, data };
  }
  const std = 1 / Math.sqrt(dim);
  const drawn = engine.randomNormal({ seed: [seed, i], rows: dim, cols: SIDE, std });
  for (let row = 0; row < dim; row += 1)
    data.set(drawn.data.subarray(row * SIDE, row * SIDE + dim), row * dim);
  return { rows: dim, cols: dim, data };
}

export function concatOf(engine: Engine, layers: LayerCalls, request: ConcatRequest): Concat {
  const { attention, heads, divisor } = request;
  const [x] = wordsOf(engine, attention);
  const of = (i: number) => projectionOf(engine, attention, i);
  const matrices = { wq: of(1), wk: of(2), wv: of(3), wo: of(4) };
  const { concatenated, output } = layers.multiHeadAttention({
    ...{ x, ...matrices, heads, scale: 1 / divisor },
    outputs: ["concatenated", "output"],
  });
  return { request, words: attention.words, concatenated, wo: matrices.wo, output };
}
