/** The gradient over many draws for few and for many keys: its median, and the share of the draws that supply it. */
import type { DrawSummaries } from "../../engine/api.js";
import { batches, experiment, summariesOf } from "../../experiments/experiment.js";
import { DIMS } from "./draws.js";

/** The numbers of keys; with n of them, every `every`-th draw is made: a draw costs 1024·n normal numbers. */
export const COUNTS = [
  { keys: 3, every: 1 },
  { keys: 16, every: 1 },
  { keys: 64, every: 2 },
  { keys: 512, every: 8 },
] as const;

export interface SharesRequest {
  readonly seed: number;
  readonly draws: number;
  /** Scores are divided by d^exponent. */
  readonly exponents: readonly number[];
}

/** With one number of keys. */
export interface SharesOfKeys {
  readonly keys: number;
  readonly draws: number;
  /** Of ‖∂y/∂q‖; entry i·exponents.length + j is of dims[i] and exponents[j]. */
  readonly gradient: DrawSummaries;
}

export interface SharesResult {
  readonly request: SharesRequest;
  readonly dims: readonly number[];
  /** In the order of `COUNTS`. */
  readonly of: readonly SharesOfKeys[];
}

/** Draws of the few keys in a step of a few dozen milliseconds. */
const BATCH = 28;
/** Of fewer draws with the most keys no share is shown, unless there are no more. */
const FEWEST = 16;

export const shares = experiment<SharesRequest, SharesResult>(
  "gradient/shares",
  function* (engine, request) {
    const { seed, draws: total, exponents } = request;
    const cells = DIMS.length * exponents.length;
    const kept = COUNTS.map((of) => ({ ...of, draws: 0, gradients: [] as Float64Array[] }));
    for (const { from, count } of batches(total, BATCH)) {
      const done = from + count;
      for (const of of kept) {
        const { keys, every } = of;
        const wanted = Math.ceil(done / every) - of.draws;
        if (wanted === 0) continue;
        const asked = { seed, keys, dims: DIMS, exponents, from: of.draws, count: wanted };
        of.gradients.push(engine.sampleGradients(asked).gradient.data);
        of.draws += wanted;
      }
      const fewest = Math.min(...kept.map(({ draws }) => draws));
      const result = () =>
        fewest < FEWEST && done < total
          ? null
          : {
              request,
              dims: DIMS,
              of: kept.map(({ keys, draws, gradients }) => ({
                ...{ keys, draws },
                gradient: summariesOf(engine, gradients, cells),
              })),
            };
      yield { done, total, result };
    }
  },
);
