/** The tensor of two sentences, computed by the worker where that takes longer than a frame. */
import { experiment, inOneStep, narrow } from "../../experiments/experiment.js";
import { tensorOf } from "./tensor.js";

export const tensor = experiment(
  "tensor/tensor",
  ["attention", "heads", "division", "second"],
  inOneStep(tensorOf),
  narrow,
);
