// @ts-check
/**
 * TensorFlow.js on its WebAssembly backend, one thread, 128-bit SIMD. It knows single precision
 * alone.
 */
import { classicScript } from "./classic-script.mjs";

/** @typedef {import("../problem.mjs").Problem} Problem */

const packages = new URL("../node_modules/@tensorflow/", import.meta.url).href;

/** @returns {Promise<{ tf: any, wasm: any, binaries: string }>} */
async function libraries() {
  const binaries = `${packages}tfjs-backend-wasm/dist/`;
  if (typeof process === "object") {
    // The whole library and not its core, which knows no gradients.
    const tf = await import(`${packages}tfjs/dist/tf.node.js`);
    const wasm = await import(`${binaries}tf-backend-wasm.node.js`);
    return { tf: tf.default, wasm: wasm.default, binaries: new URL(binaries).pathname };
  }
  await classicScript(`${packages}tfjs/dist/tf.min.js`);
  await classicScript(`${binaries}tf-backend-wasm.min.js`);
  const tf = /** @type {any} */ (globalThis).tf;
  return { tf, wasm: tf.wasm, binaries };
}

export async function load() {
  const { tf, wasm, binaries } = await libraries();
  wasm.setWasmPaths(binaries);
  wasm.setThreadsCount(1);
  await tf.setBackend("wasm");
  await tf.ready();

  /** @param {Problem} problem */
  const expectSingle = ({ precision }) => {
    if (precision !== "float32") throw new Error("it knows no double precision.");
  };
  /** The queries are scaled, not the scores: there are fewer of them. @param {number} d */
  const attention = (d) => (/** @type {any} */ q, /** @type {any} */ k, /** @type {any} */ v) =>
    tf.matMul(tf.softmax(tf.matMul(tf.mul(q, 1 / Math.sqrt(d)), k, false, true)), v);

  return {
    /** @param {Problem} problem */
    forward: (problem) => {
      expectSingle(problem);
      const { n, d, queries, keys, values } = problem;
      const call = attention(d);
      return () =>
        tf.tidy(() => {
          const [q, k, v] = [queries, keys, values].map((data) => tf.tensor2d(data, [n, d]));
          return [call(q, k, v).dataSync()];
        });
    },
    /** @param {Problem} problem */
    backward: (problem) => {
      expectSingle(problem);
      const { n, d, queries, keys, values, upstream } = problem;
      const gradients = tf.grads(attention(d));
      return () =>
        tf.tidy(() => {
          const [q, k, v, g] = [queries, keys, values, upstream].map((data) =>
            tf.tensor2d(data, [n, d]),
          );
          return gradients([q, k, v], g).map((/** @type {any} */ each) => each.dataSync());
        });
    },
  };
}
