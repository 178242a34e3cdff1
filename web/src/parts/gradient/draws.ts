/** Many draws of a query and its keys: largest weight, Jacobian and gradient for many d and exponents. */
import type { GradientDraws, Matrix } from "../../engine/api.js";
import { type Asked, type Batch, experiment, overDraws } from "../../experiments/experiment.js";

/** The octaves from 1 to 1024. */
export const DIMS: readonly number[] = Array.from({ length: 11 }, (_, octave) => 2 ** octave);

export interface DrawsRequest extends Pick<Asked, "keys" | "draws" | "drawseed"> {
  /** Scores are divided by d^exponent. */
  readonly exponents: readonly number[];
}

export type Quantity = keyof GradientDraws;

/** The number of draws in `singles`, the gradient in each of the first ones [draws × DIMS·exponents]. */
export const SINGLES = 60;
/** Normal draws in a batch of a few dozen milliseconds. */
const BATCH = 1.2e6;

/** The first rows of a matrix in batches. */
function firstOf(kept: readonly Matrix[], rows: number, cols: number): Matrix {
  const data = new Float64Array(rows * cols);
  let from = 0;
  for (const batch of kept) {
    if (from >= data.length) break;
    data.set(batch.data.subarray(0, data.length - from), from);
    from += batch.data.length;
  }
  return { rows, cols, data };
}

/** Entry i·exponents.length + j of the summaries is of DIMS[i] and exponents[j]. */
export const draws = experiment(
  "gradient/draws",
  ["keys", "draws", "drawseed"],
  (engine, { keys, draws: total, drawseed: seed, exponents }: DrawsRequest) => {
    const size = Math.max(1, Math.round(BATCH / (keys + 1) / 1024));
    const draw = (batch: Batch) =>
      engine.sampleGradients({ seed, keys, exponents, dims: DIMS, ...batch });
    return overDraws(engine, total, size, draw, (summaries, made, kept) => {
      const gradients = kept.map(({ gradient }) => gradient);
      const cells = DIMS.length * exponents.length;
      const singles = firstOf(gradients, Math.min(made, SINGLES), cells);
      return { draws: made, summaries, singles };
    });
  },
);
