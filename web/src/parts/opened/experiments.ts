/** One head of opened tensors: the rule that its code used, and its weights without and with it. */
import { pooled } from "../../draw/sketch.js";
import type { Engine, Matrix, MeasuredRule } from "../../engine/api.js";
import { experiment, inOneStep } from "../../experiments/experiment.js";
import { SIDES, type Side } from "../../part-kit/sides.js";

/** The most rows and columns of a large picture. */
export const MOST_CELLS = 64;

export interface HeadRequest {
  /** [n×d], [m×d] and [n×m]; null where the file has none. Weights, or queries and keys, are there. */
  readonly queries: Matrix | null;
  readonly keys: Matrix | null;
  readonly weights: Matrix | null;
  /** d_k: the coordinates of queries and keys. */
  readonly width: number;
  /** The heads of the layer. */
  readonly heads: number;
  /** The divided side is divided by d_k to this power. */
  readonly exponent: number;
}

/** The weights of a head, without the division or with it. */
export interface HeadSide {
  /** [n×m], or the largest of each block where that is larger than MOST_CELLS. */
  readonly picture: Matrix;
  /** Means over the rows: the entropy in nats, and the largest weight. */
  readonly entropy: number;
  readonly largest: number;
  /** The share of queries that supply the gradient ∂y/∂q; null without queries and keys. */
  readonly share: number | null;
}

export interface HeadReport {
  /** null where it cannot be measured: without queries, keys or weights. */
  readonly rule: MeasuredRule | null;
  /** What the scores of the opened weights were multiplied by: measured, or taken to be 1/√d_k. */
  readonly factor: number;
  readonly sides: Readonly<Record<Side, HeadSide>>;
  /** The standard deviation of all q·k; null without queries and keys. */
  readonly deviation: number | null;
}

interface Vectors {
  readonly queries: Matrix;
  readonly keys: Matrix;
}

/** Scores or weights, of which the values are no part: the keys take their place. */
const attentionOf = (
  engine: Engine,
  { queries, keys }: Vectors,
  scale: number,
  output: "scores" | "weights",
): Matrix => engine.attention(queries, keys, keys, { scale, outputs: [output] })[output];

export function headReport(engine: Engine, request: HeadRequest): HeadReport {
  const { queries, keys, weights, width, heads, exponent } = request;
  const vectors = queries === null || keys === null ? null : { queries, keys };
  const rule =
    vectors === null || weights === null
      ? null
      : engine.measureRule({ ...vectors, weights, heads });
  const measured = rule?.factor ?? 0;
  // A factor that is not positive has no undivided side: softmax would prefer the smallest scores.
  const factor = measured > 0 ? measured : 1 / Math.sqrt(width);
  const divisors = { unscaled: 1, scaled: engine.scoreDivisor(width, exponent) };
  const sideOf = (side: Side): HeadSide => {
    const scale = 1 / divisors[side];
    const shown =
      weights === null
        ? attentionOf(engine, vectors as Vectors, scale, "weights")
        : engine.temperedWeights(weights, scale / factor);
    const { entropy, peak } = engine.rowStatistics(shown);
    const share =
      vectors === null
        ? null
        : engine.ruleStatistics(vectors.queries, vectors.keys, { scale }).share;
    return {
      picture: pooled(shown, MOST_CELLS),
      entropy: engine.moments(entropy).mean,
      largest: engine.moments(peak).mean,
      share,
    };
  };
  const sides = Object.fromEntries(SIDES.map((side) => [side, sideOf(side)]));
  return {
    rule,
    factor,
    sides: sides as HeadReport["sides"],
    deviation:
      vectors === null ? null : engine.moments(attentionOf(engine, vectors, 1, "scores").data).std,
  };
}

/** Its request holds numbers of a file, which no key of the state has. */
export const head = experiment<never, HeadReport, HeadRequest>(
  "opened/head",
  [],
  inOneStep(headReport),
);
