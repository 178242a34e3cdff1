// @ts-check
/** onnxruntime-web on its WebAssembly backend, one thread. It has no gradients. */
import { attentionModel, encoderModel } from "./onnx.mjs";

/** @typedef {import("../problem.mjs").Problem} Problem */

/** The library itself, for one thread. */
export async function onnxruntime() {
  const file = typeof process === "object" ? "ort.node.min.mjs" : "ort.wasm.bundle.min.mjs";
  const ort = await import(
    new URL(`../node_modules/onnxruntime-web/dist/${file}`, import.meta.url).href
  );
  ort.env.wasm.numThreads = 1;
  return ort;
}

export async function load() {
  const ort = await onnxruntime();
  return {
    /** The parameters are part of the model, which packs them once. @param {Problem} problem */
    encoder: async (problem) => {
      const { precision, n, d, queries } = problem;
      const session = await ort.InferenceSession.create(encoderModel(problem));
      return async () => {
        const { output } = await session.run({ x: new ort.Tensor(precision, queries, [n, d]) });
        return [output.data];
      };
    },
    /** @param {Problem} problem */
    forward: async ({ precision, n, d, queries, keys, values }) => {
      // The fusion of the higher levels keeps the scale in single precision, also for doubles: 10⁷
      // eps off.
      const graphOptimizationLevel = precision === "float32" ? "all" : "basic";
      const session = await ort.InferenceSession.create(attentionModel(precision, d), {
        graphOptimizationLevel,
      });
      /** @param {import("../problem.mjs").Floats} data */
      const tensor = (data) => new ort.Tensor(precision, data, [n, d]);
      return async () => {
        const { output } = await session.run({
          queries: tensor(queries),
          keys: tensor(keys),
          values: tensor(values),
        });
        return [output.data];
      };
    },
  };
}
