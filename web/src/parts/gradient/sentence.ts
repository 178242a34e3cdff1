/** The gradients at scores, queries and keys of the sentence, without the division and with it. */
import { firstColumns, SHOWN, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix, QueryGradients } from "../../engine/api.js";
import { type Asked, experiment, inOneStep } from "../../experiments/experiment.js";

type SentenceRequest = Pick<Asked, "attention" | "loss" | "target">;

export interface SentenceSide {
  readonly divisor: number;
  readonly loss: number;
  readonly reaching: QueryGradients;
  /** ∂L/∂QKᵀ [n×n]. */
  readonly scores: Matrix;
  /** ∂L/∂Q and ∂L/∂K, their first columns [n×≤16]. */
  readonly queries: Matrix;
  readonly keys: Matrix;
}

export interface SentenceResult {
  readonly unscaled: SentenceSide;
  readonly scaled: SentenceSide;
}

function sideOf(
  engine: Engine,
  { queries, keys, values }: Record<"queries" | "keys" | "values", Matrix>,
  { loss: kind, target }: SentenceRequest,
  divisor: number,
): SentenceSide {
  const scale = 1 / divisor;
  const { output } = engine.attention(queries, keys, values, { scale, outputs: ["output"] });
  const { loss, dOutput } = engine.outputLoss(output, values, { loss: kind, target: target - 1 });
  const gradient = engine.attentionGradient(queries, keys, values, dOutput, { scale });
  const shown = Math.min(SHOWN, queries.cols);
  return {
    divisor,
    loss,
    reaching: engine.queryGradients(queries, keys, { scale }),
    scores: gradient.scores,
    queries: firstColumns(gradient.queries, shown),
    keys: firstColumns(gradient.keys, shown),
  };
}

export const sentence = experiment(
  "gradient/sentence",
  ["attention", "loss", "target"],
  inOneStep((engine: Engine, request: SentenceRequest): SentenceResult => {
    const { dim, exponent } = request.attention;
    const vectors = sentenceVectors(engine, request.attention, dim);
    const scaled = sideOf(engine, vectors, request, engine.scoreDivisor(dim, exponent));
    return { unscaled: sideOf(engine, vectors, request, 1), scaled };
  }),
);
