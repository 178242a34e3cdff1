/** Attention with other widths, computed by the worker where that takes longer than a frame. */
import { layerExperiment } from "../../experiments/experiment.js";
import { Memo } from "../../memo.js";
import { type WidthsRequest, type WidthsResult, widthsOf } from "./widths.js";

export const widths = layerExperiment<WidthsRequest, WidthsResult>(
  "widths/widths",
  function* (engine, request) {
    const result = widthsOf(engine, engine, request, new Memo());
    yield { done: 1, total: 1, result: () => result };
  },
);
