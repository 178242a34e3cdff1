/** Attention with other widths, computed by the worker where that takes longer than a frame. */
import type { Engine } from "../../engine/api.js";
import type { LayerCalls } from "../../engine/layers-api.js";
import { inOneStep, layerExperiment } from "../../experiments/experiment.js";
import { Memo } from "../../memo.js";
import { type WidthsRequest, widthsOf } from "./widths.js";

export const widths = layerExperiment(
  "widths/widths",
  inOneStep((engine: Engine & LayerCalls, request: WidthsRequest) =>
    widthsOf(engine, engine, request, new Memo()),
  ),
);
