/** The reader's sentence under the rule of a model, beside the paper's root. */
import { sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix, SampledRule } from "../../engine/api.js";
import { experiment, inOneStep, narrow, type StudyRequest } from "../../experiments/experiment.js";

/** The d of the sentence is dₖ of the model. */
export interface CardRequest extends Pick<StudyRequest, "attention"> {
  readonly rule: SampledRule;
}

/** The sentence under one rule. */
export interface RuledSentence {
  /** [n×n] */
  readonly weights: Matrix;
  /** The largest weight of each row. */
  readonly peak: Float64Array;
  /** Over the rows: of the entropy in nats, and of the largest weight. */
  readonly means: Readonly<Record<"entropy" | "peak", number>>;
}

export function cardOf(engine: Engine, { attention, rule }: CardRequest) {
  const { queries, keys } = sentenceVectors(engine, attention, 1);
  const under = (options: SampledRule): RuledSentence => {
    const outputs = ["weights"] as const;
    const { weights } = engine.attention(queries, keys, keys, { ...options, outputs });
    const { entropy, peak } = engine.ruleStatistics(queries, keys, options);
    const means = { entropy: engine.moments(entropy).mean, peak: engine.moments(peak).mean };
    return { weights, peak, means };
  };
  return {
    model: under(rule),
    root: under({ scale: 1 / engine.scoreDivisor(attention.dim, 0.5) }),
  };
}

export const card = experiment<"attention", ReturnType<typeof cardOf>, CardRequest>(
  "atlas/card",
  ["attention"],
  inOneStep(cardOf),
  narrow,
);
