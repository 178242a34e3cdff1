/** The encoder and the decoder, computed by the worker where that takes longer than a frame. */
import { layerExperiment } from "../../experiments/experiment.js";
import { type FlowRequest, type FlowResult, flowSteps } from "./flow.js";

export const flow = layerExperiment<FlowRequest, FlowResult>("flow/flow", flowSteps);
