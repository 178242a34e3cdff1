/** Attention with other widths. */
import { inOneStep, layerExperiment, narrow } from "../../experiments/experiment.js";
import { widthsOf } from "./widths.js";

export const widths = layerExperiment(
  "widths/widths",
  ["attention", "dk", "dv", "projection"],
  inOneStep(widthsOf),
  narrow,
);
