/** Runs experiments in the process of the test, step by step. */
import type { AttentionRequest } from "../../web/src/attention/sentence-attention.js";
import type { Experiment } from "../../web/src/experiments/experiment.js";
import { growth, places } from "../../web/src/parts/exponent/experiments.js";
import { draws, sentenceGradients, shares } from "../../web/src/parts/gradient/experiments.js";
import { type GridRequest, trainGrid } from "../../web/src/parts/grid/grid.js";
import { aligned, scores, spread } from "../../web/src/parts/variance/experiments.js";
import { engine } from "../loaded-engine.js";

/** Recall as the grid trains it. */
export const recall: GridRequest["setup"] = {
  task: "recall",
  layers: 1,
  heads: 1,
  tokens: 16,
  batch: 64,
  seed: 13,
  exponent: 0.5,
  init: "xavier",
  optimiser: "sgd",
};

export const attention: AttentionRequest = {
  words: ["I", "am", "good"],
  dim: 24,
  seed: 13,
  exponent: 0.5,
  x: null,
  projections: "random",
};

const asking = <Request, Result>(
  experiment: Experiment<Request, Result>,
  request: NoInfer<Request>,
) => ({ experiment, request });

/** Requests that are small enough to be run often, and large enough for several steps. */
export const ASKED = {
  // A batch is 2.5e8 / samples / dim queries, the first an eighth of it.
  scores: asking(scores, {
    sampleseed: 0,
    samples: 3000,
    sampledim: 500,
    sigma: 1,
    law: "normal",
  }),
  spread: asking(spread, { sampleseed: 0, sigma: 1, law: "normal" }),
  aligned: asking(aligned, { sampleseed: 0 }),
  draws: asking(draws, { drawseed: 0, keys: 40, draws: 100, exponents: [0, 0.5] }),
  "draws for the map": asking(draws, {
    drawseed: 0,
    keys: 40,
    draws: 40,
    exponents: [0, 0.25, 0.5, 1],
  }),
  shares: asking(shares, { drawseed: 4, draws: 200, exponent: 0.5 }),
  growth: asking(growth, { drawseed: 0, draws: 9 }),
  sentence: asking(sentenceGradients, { attention, loss: "squares", target: 1 }),
  grid: asking(trainGrid, {
    side: "unscaled",
    steps: 10,
    dims: [4, 8, 64],
    rates: [0.1, 1, 10],
    setup: recall,
  }),
  places: asking(places, { attention, precision: "half", accumulate: "same", size: 96 }),
};

/** The steps that have a result, each with its result at that time. */
export function all<Request, Result>(experiment: Experiment<Request, Result>, request: Request) {
  const steps: { done: number; total: number; result: Result }[] = [];
  for (const { done, total, result } of experiment.run(engine, request)) {
    const shown = result();
    if (shown !== null) steps.push({ done, total, result: shown });
  }
  return steps;
}

export const last = <T>(list: readonly T[]): T => {
  const end = list.at(-1);
  if (end === undefined) throw new Error("the experiment had no step");
  return end;
};
