/**
 * Largest weight, Jacobian and gradient over many draws of a query and its keys, and the gradient
 * of the sentence.
 */
import {
  firstColumns,
  SHOWN_COLUMNS,
  sentenceVectors,
} from "../../attention/sentence-attention.js";
import type { DrawSummaries, Engine } from "../../engine/api.js";
import type { Batch, StudyRequest } from "../../experiments/experiment.js";
import { experiment, inOneStep, overDraws } from "../../experiments/experiment.js";
import { DIMS } from "../../part-kit/axes.js";

interface DrawsRequest extends Pick<StudyRequest, "keys" | "draws" | "drawseed"> {
  /** Scores are divided by d^exponent. */
  readonly exponents: readonly number[];
}

/**
 * The number of draws in `singles`, the gradient in each of the first ones [draws ×
 * DIMS·exponents].
 */
export const SINGLES = 60;
/** Normal draws in a batch of a few dozen milliseconds. */
const BATCH_NUMBERS = 1.2e6;

/** Entry i·exponents.length + j of the summaries is of DIMS[i] and exponents[j]. */
export const draws = experiment(
  "gradient/draws",
  ["keys", "draws", "drawseed"],
  (engine, { keys, draws: total, drawseed: seed, exponents }: DrawsRequest) => {
    const size = Math.max(1, Math.round(BATCH_NUMBERS / (keys + 1) / 1024));
    const cols = DIMS.length * exponents.length;
    const singles: number[] = [];
    const draw = (batch: Batch) => {
      const drawn = engine.sampleGradients({ seed, keys, exponents, dims: DIMS, ...batch });
      singles.push(...drawn.gradient.data.subarray(0, SINGLES * cols - singles.length));
      return drawn;
    };
    return overDraws(engine, total, size, draw, (summaries, made) => {
      const first = { rows: singles.length / cols, cols, data: Float64Array.from(singles) };
      return { draws: made, summaries, singles: first };
    });
  },
);

/**
 * The numbers of keys; with n of them, every `every`-th draw is made: a draw costs 1024·n normal
 * numbers.
 */
export const SHARE_COUNTS = [
  { keys: 3, every: 1 },
  { keys: 16, every: 1 },
  { keys: 64, every: 2 },
  { keys: 512, every: 8 },
] as const;

/** Draws of the few keys in a step of a few dozen milliseconds. */
const BATCH = 28;
/** The least draws with the most keys of which a share is shown, unless there are no more. */
const FEWEST = 16;

/**
 * ‖∂y/∂q‖ for each of SHARE_COUNTS; entry 2i + j of its summaries is of DIMS[i], without the
 * division and with it.
 */
export const shares = experiment(
  "gradient/shares",
  ["draws", "drawseed", "exponent"],
  (engine, { draws: total, drawseed: seed, exponent }) => {
    const options = { seed, dims: DIMS, exponents: [0, exponent] };
    const none = { rows: 0, cols: 2 * DIMS.length, data: new Float64Array() };
    const draw = (batch: Batch) => {
      const gradients = SHARE_COUNTS.map(({ keys, every }) => {
        const from = Math.ceil(batch.from / every);
        const count = Math.ceil((batch.from + batch.count) / every) - from;
        const drawn = count > 0 && engine.sampleGradients({ ...options, keys, from, count });
        return [keys, drawn ? drawn.gradient : none] as const;
      });
      return Object.fromEntries(gradients);
    };
    return overDraws(engine, total, BATCH, draw, (summaries, done) => {
      const perCount = SHARE_COUNTS.map(({ keys, every }) => ({
        keys,
        draws: Math.ceil(done / every),
        gradient: summaries[keys] as DrawSummaries,
      }));
      const fewest = Math.min(...perCount.map(({ draws }) => draws));
      return fewest < FEWEST && done < total ? null : perCount;
    });
  },
);

/** The gradients at scores, queries and keys of the sentence, without the division and with it. */
export const sentenceGradients = experiment(
  "gradient/sentence",
  ["attention", "loss", "target"],
  inOneStep((engine: Engine, request: Pick<StudyRequest, "attention" | "loss" | "target">) => {
    const { attention, loss: kind, target } = request;
    const { dim, exponent } = attention;
    const { queries, keys, values } = sentenceVectors(engine, attention, dim);
    const shownColumns = Math.min(SHOWN_COLUMNS, queries.cols);
    const side = (divisor: number) => {
      const scale = 1 / divisor;
      const { output } = engine.attention(queries, keys, values, { scale, outputs: ["output"] });
      const options = { loss: kind, target: target - 1 };
      const { loss, dOutput } = engine.outputLoss(output, values, options);
      const gradient = engine.attentionGradient(queries, keys, values, dOutput, { scale });
      return {
        divisor,
        loss,
        reaching: engine.queryGradients(queries, keys, { scale }),
        /** ∂L/∂QKᵀ [n×n]. */
        scores: gradient.scores,
        /** ∂L/∂Q and ∂L/∂K, their first columns [n×≤16]. */
        queries: firstColumns(gradient.queries, shownColumns),
        keys: firstColumns(gradient.keys, shownColumns),
      };
    };
    return { unscaled: side(1), scaled: side(engine.scoreDivisor(dim, exponent)) };
  }),
);
