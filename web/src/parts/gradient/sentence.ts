/** The gradients at scores, queries and keys of the sentence, without the division and with it. */
import type { AttentionRequest } from "../../attention/sentence-attention.js";
import { firstColumns, SHOWN, sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix, OutputLoss, QueryGradients } from "../../engine/api.js";
import { experiment, inOneStep } from "../../experiments/experiment.js";

export interface SentenceRequest {
  readonly attention: AttentionRequest;
  readonly loss: OutputLoss;
  /** Row of the word, from 0, whose value is the target of the loss `"target"`. */
  readonly target: number;
}

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
  readonly request: SentenceRequest;
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
  const { loss, dOutput } = engine.outputLoss(output, values, { loss: kind, target });
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
  inOneStep((engine: Engine, request: SentenceRequest): SentenceResult => {
    const { dim, exponent } = request.attention;
    const vectors = sentenceVectors(engine, request.attention, dim);
    const scaled = sideOf(engine, vectors, request, engine.scoreDivisor(dim, exponent));
    return { request, unscaled: sideOf(engine, vectors, request, 1), scaled };
  }),
);
