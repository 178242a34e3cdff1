/** All heads of a sentence and their outputs side by side, computed by the worker where that takes longer than a frame. */
import { experiment, layerExperiment } from "../../experiments/experiment.js";
import { type Concat, type ConcatRequest, concatOf } from "./concat.js";
import { type HeadsRequest, type HeadsResult, headsOf } from "./heads.js";

export const heads = experiment<HeadsRequest, HeadsResult>(
  "many/heads",
  function* (engine, request) {
    const result = headsOf(engine, request);
    yield { done: 1, total: 1, result: () => result };
  },
);

export const concat = layerExperiment<ConcatRequest, Concat>(
  "many/concat",
  function* (engine, request) {
    const result = concatOf(engine, engine, request);
    yield { done: 1, total: 1, result: () => result };
  },
);
