/** The encoder and the decoder, computed by the worker where that takes longer than a frame. */
import { layerExperiment } from "../../experiments/experiment.js";
import { flowSteps, workOf } from "./flow.js";

/** The most work that is done within a frame. */
const QUICK = 1.3e6;

export const flow = layerExperiment(
  "flow/flow",
  [],
  flowSteps,
  (request) => workOf(request) <= QUICK,
);
