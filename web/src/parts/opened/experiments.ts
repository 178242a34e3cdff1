/** One head of opened tensors: the rule that its code used, and its weights without and with it. */
import { pooled } from "../../draw/sketch.js";
import type { Engine, Matrix, MeasuredRule } from "../../engine/api.js";
import { experiment, inOneStep } from "../../experiments/experiment.js";
import type { Side } from "../../part-kit/sides.js";
import type { State } from "../../state/state.js";

/** The most rows and columns of a large picture. */
export const MOST_CELLS = 64;

export interface HeadRequest {
  /**
   * [n×d], [m×d] and [n×m]; null where the file has none. Weights or scores, or queries and keys, are
   * there.
   */
  readonly queries: Matrix | null;
  readonly keys: Matrix | null;
  readonly weights: Matrix | null;
  /** Scores before softmax [n×m], of which masked ones are −∞; they count where no weights are. */
  readonly scores: Matrix | null;
  /** d_k: the coordinates of queries and keys. */
  readonly width: number;
  /** The heads of the layer. */
  readonly heads: number;
  /** What the divided side divides by; "exponent": d_k to the power of `exponent`. */
  readonly rule: State["ownrule"];
  readonly exponent: number;
}

/** Means over the rows of weights: the entropy in nats, and the largest weight. */
export interface Saturation {
  readonly entropy: number;
  readonly largest: number;
}

/** The weights of a head, without the division or with it. */
export interface HeadSide extends Saturation {
  /** [n×m], or the largest of each block where that is larger than MOST_CELLS. */
  readonly picture: Matrix;
  /** The gradient ∂y/∂q; null without queries and keys. */
  readonly gradient: {
    /** The effective share of queries that supply it. */
    readonly share: number;
    /** The mean of its Frobenius norm over the queries. */
    readonly norm: number;
  } | null;
}

export interface HeadReport {
  /** null where it cannot be measured: without queries, keys or weights. */
  readonly rule: MeasuredRule | null;
  /** What the scores of the opened weights were multiplied by: measured, or taken to be 1/√d_k. */
  readonly factor: number;
  /** Of the weights as they were opened; without any, of those with the division. */
  readonly opened: Saturation;
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

/** What the divided side divides the scores by. */
function divisorOf(engine: Engine, request: HeadRequest, factor: number): number {
  const { rule, width, heads, exponent } = request;
  switch (rule) {
    case "exponent":
      return engine.scoreDivisor(width, exponent);
    case "measured":
      return 1 / factor;
    case "heads":
      return engine.scoreDivisor(heads, 0.5);
    case "model":
      return engine.scoreDivisor(heads * width, 0.5);
  }
}

function saturationOf(engine: Engine, weights: Matrix): Saturation {
  const { entropy, peak } = engine.rowStatistics(weights);
  return { entropy: engine.moments(entropy).mean, largest: engine.moments(peak).mean };
}

export function headReport(engine: Engine, request: HeadRequest): HeadReport {
  const { queries, keys, scores, width, heads } = request;
  const weights = request.weights ?? (scores === null ? null : engine.softmax(scores));
  const vectors = queries === null || keys === null ? null : { queries, keys };
  const rule =
    vectors === null || weights === null
      ? null
      : engine.measureRule({ ...vectors, weights, heads });
  const measured = rule?.factor ?? 0;
  // A factor that is not positive has no undivided side: softmax would prefer the smallest scores.
  const factor = measured > 0 ? measured : 1 / Math.sqrt(width);
  const divisors = { unscaled: 1, scaled: divisorOf(engine, request, factor) };
  const gradientOf = (scale: number): HeadSide["gradient"] => {
    if (vectors === null) return null;
    const { share, gradient } = engine.ruleStatistics(vectors.queries, vectors.keys, { scale });
    return { share, norm: engine.moments(gradient).mean };
  };
  const sideOf = (side: Side): HeadSide => {
    const scale = 1 / divisors[side];
    const shown =
      weights === null
        ? attentionOf(engine, vectors as Vectors, scale, "weights")
        : engine.temperedWeights(weights, scale / factor);
    return {
      ...saturationOf(engine, shown),
      picture: pooled(shown, MOST_CELLS),
      gradient: gradientOf(scale),
    };
  };
  const sides = { unscaled: sideOf("unscaled"), scaled: sideOf("scaled") };
  return {
    rule,
    factor,
    opened: weights === null ? sides.scaled : saturationOf(engine, weights),
    sides,
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
