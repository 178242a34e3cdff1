/** The gradient over many draws for few and for many keys: its median, and the share of the draws that supply it. */
import type { DrawSummaries } from "../../engine/api.js";
import { type Batch, experiment, overDraws } from "../../experiments/experiment.js";
import { DIMS } from "./draws.js";

/** The numbers of keys; with n of them, every `every`-th draw is made: a draw costs 1024·n normal numbers. */
export const COUNTS = [
  { keys: 3, every: 1 },
  { keys: 16, every: 1 },
  { keys: 64, every: 2 },
  { keys: 512, every: 8 },
] as const;

/** Draws of the few keys in a step of a few dozen milliseconds. */
const BATCH = 28;
/** Of fewer draws with the most keys no share is shown, unless there are no more. */
const FEWEST = 16;

/** ‖∂y/∂q‖ for each of COUNTS; entry 2i + j of its summaries is of DIMS[i], without the division and with it. */
export const shares = experiment(
  "gradient/shares",
  ["draws", "drawseed", "exponent"],
  (engine, { draws: total, drawseed: seed, exponent }) => {
    const exponents = [0, exponent];
    const asked = { seed, dims: DIMS, exponents };
    const none = { rows: 0, cols: DIMS.length * exponents.length, data: new Float64Array() };
    const draw = (batch: Batch) => {
      const gradients = COUNTS.map(({ keys, every }) => {
        const from = Math.ceil(batch.from / every);
        const count = Math.ceil((batch.from + batch.count) / every) - from;
        return count === 0
          ? none
          : engine.sampleGradients({ ...asked, keys, from, count }).gradient;
      });
      return Object.fromEntries(gradients.map((gradient, i) => [COUNTS[i]?.keys, gradient]));
    };
    return overDraws(engine, total, BATCH, draw, (summaries, done) => {
      const of = COUNTS.map(({ keys, every }) => ({
        ...{ keys, draws: Math.ceil(done / every) },
        gradient: summaries[keys] as DrawSummaries,
      }));
      const fewest = Math.min(...of.map(({ draws }) => draws));
      return fewest < FEWEST && done < total ? null : of;
    });
  },
);
