/** Many draws of a query and its keys: largest weight, Jacobian and gradient for many d and exponents. */
import type { DrawSummaries, GradientDraws, Matrix } from "../../engine/api.js";
import { batches, experiment, summariesOf } from "../../experiments/experiment.js";

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
export const QUANTITIES = ["peak", "entropy", "jacobian", "gradient"] as const satisfies Quantity[];

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

/** The first `length` numbers of all batches. */
function firstOf(kept: readonly Float64Array[], length: number): Float64Array {
  const first = new Float64Array(length);
  let from = 0;
  for (const batch of kept) {
    if (from >= length) break;
    first.set(batch.subarray(0, length - from), from);
    from += batch.length;
  }
  return first;
}

export const draws = experiment<DrawsRequest, DrawsResult>(
  "gradient/draws",
  function* (engine, request) {
    const { seed, keys, draws: total, exponents } = request;
    const cells = DIMS.length * exponents.length;
    const kept = QUANTITIES.map((quantity) => [quantity, [] as Float64Array[]] as const);
    const gradients = kept.find(([quantity]) => quantity === "gradient")?.[1] ?? [];
    const size = Math.max(1, Math.round(BATCH / (keys + 1) / 1024));
    for (const { from, count } of batches(total, size)) {
      const drawn = engine.sampleGradients({ seed, keys, dims: DIMS, exponents, from, count });
      for (const [quantity, batch] of kept) batch.push(drawn[quantity].data);
      const done = from + count;
      const rows = Math.min(done, SINGLES);
      const result = () => ({
        request,
        dims: DIMS,
        draws: done,
        summaries: Object.fromEntries(
          kept.map(([quantity, batch]) => [quantity, summariesOf(engine, batch, cells)]),
        ) as Record<Quantity, DrawSummaries>,
        singles: { rows, cols: cells, data: firstOf(gradients, rows * cells) },
      });
      yield { done, total, result };
    }
  },
);
