/** The standard deviation of q·k against d, measured in many small experiments, so that its own error can be shown. */
import { type Batch, experiment, overDraws } from "../../experiments/experiment.js";
import { DIMS } from "../gradient/draws.js";

const REPEATS = 24;
/** Queries, and keys, in each repeat. */
export const SAMPLES = 200;

/** For each of DIMS: the mean over the repeats of the standard deviation, and its standard deviation between them (ddof 1). */
export const spread = experiment(
  "variance/spread",
  ["sampleseed", "sigma", "law"],
  (engine, { sampleseed: seed, sigma: std, law }) => {
    const options = { seed, std, law, samples: SAMPLES, dims: DIMS };
    const draw = (batch: Batch) => ({
      stds: engine.scoreSpreads({ ...options, ...batch }),
    });
    return overDraws(engine, REPEATS, 1, draw, ({ stds: { mean, std } }, repeats) => ({
      ...{ repeats, mean, between: std },
    }));
  },
);
