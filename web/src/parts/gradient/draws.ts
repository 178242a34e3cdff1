/** Many draws of a query and its keys: largest weight, Jacobian and gradient for many d and exponents. */
import type { DrawSummaries, GradientDraws, Matrix } from "../../engine/api.js";
import { type Batch, experiment, overDraws } from "../../experiments/experiment.js";

/** The octaves from 1 to 1024. */
export const DIMS: readonly number[] = Array.from({ length: 11 }, (_, octave) => 2 ** octave);

export interface DrawsRequest {
  readonly seed: number;
  readonly keys: number;
  readonly draws: number;
  /** Scores are divided by d^exponent. */
  readonly exponents: readonly number[];
}

export type Quantity = keyof GradientDraws;

export interface DrawsResult {
  readonly request: DrawsRequest;
  readonly dims: readonly number[];
  /** The number of draws that are summarised. */
  readonly draws: number;
  /** Entry i·exponents.length + j is of dims[i] and exponents[j]. */
  readonly summaries: Readonly<Record<Quantity, DrawSummaries>>;
  /** The gradient in each of the first draws [draws × dims·exponents]. */
  readonly singles: Matrix;
}

/** The number of draws in `singles`. */
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

export const draws = experiment<DrawsRequest, DrawsResult>("gradient/draws", (engine, request) => {
  const { draws: total, ...asked } = request;
  const size = Math.max(1, Math.round(BATCH / (request.keys + 1) / 1024));
  const draw = (batch: Batch) => engine.sampleGradients({ ...asked, dims: DIMS, ...batch });
  return overDraws(engine, total, size, draw, (summaries, made, kept) => {
    const gradients = kept.map(({ gradient }) => gradient);
    const cells = DIMS.length * request.exponents.length;
    const singles = firstOf(gradients, Math.min(made, SINGLES), cells);
    return { request, dims: DIMS, draws: made, summaries, singles };
  });
});
