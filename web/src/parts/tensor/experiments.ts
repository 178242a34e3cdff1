/** The tensor of two sentences, computed by the worker where that takes longer than a frame. */
import { experiment } from "../../experiments/experiment.js";
import { type TensorRequest, type TensorResult, tensorOf } from "./tensor.js";

export const tensor = experiment<TensorRequest, TensorResult>(
  "tensor/tensor",
  function* (engine, request) {
    const result = tensorOf(engine, request);
    yield { done: 1, total: 1, result: () => result };
  },
);
