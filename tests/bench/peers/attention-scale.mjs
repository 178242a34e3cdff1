// @ts-check
/** Ours. */
import { encoderProblem, HEADS } from "../encoder-problem.mjs";
import { newEngine } from "../engine.mjs";

/** @typedef {import("../problem.mjs").Problem} Problem */

/** @param {string} [file] the address of another build's engine.js */
export async function load(file) {
  const engine = await newEngine(file);

  /** @param {Problem} problem */
  function matrices({ n, d, queries, keys, values, upstream }) {
    /** @param {import("../problem.mjs").Floats} data */
    const matrix = (data) =>
      /** @type {import("../../../web/src/engine/api.js").Matrix} */ ({ rows: n, cols: d, data });
    return { q: matrix(queries), k: matrix(keys), v: matrix(values), g: matrix(upstream) };
  }

  /**
   * @param {Problem} problem
   * @returns {any} the options of the encoder, and its upstream gradient
   */
  function encoder(problem) {
    const { x, upstream, layers } = encoderProblem(problem);
    const matrix = (/** @type {any} */ data) => ({ rows: problem.n, cols: problem.d, data });
    const named = layers.map((parameters) =>
      Object.fromEntries(
        parameters.map(({ name, rows, cols, data }) => [
          name,
          rows > 1 ? { rows, cols, data } : data,
        ]),
      ),
    );
    return { options: { x: matrix(x), layers: named, heads: HEADS }, upstream: matrix(upstream) };
  }

  return {
    /** @param {Problem} problem */
    encoder: (problem) => {
      const { options } = encoder(problem);
      const held = { ...options, layers: engine.holdLayers(options.layers), outputs: ["output"] };
      return () => [engine.encoder(held).output.data];
    },
    /** The encoder with the parameters in each call. @param {Problem} problem */
    encoderWhole: (problem) => {
      const options = { ...encoder(problem).options, outputs: ["output"] };
      return () => [engine.encoder(options).output.data];
    },
    /**
     * All gradients; those of x, of W^Q and of w1 in the first layer are compared.
     * @param {Problem} problem
     */
    encoderBackward: (problem) => {
      const { options, upstream } = encoder(problem);
      return () => {
        const { x, layers } = engine.encoderGradient(options, upstream);
        const [first] = layers;
        return [x.data, ...(first === undefined ? [] : [first.wq.data, first.w1.data])];
      };
    },
    /** The output alone, which is what the peers return. @param {Problem} problem */
    forward: (problem) => () => {
      const { q, k, v } = matrices(problem);
      return [engine.attention(q, k, v, { outputs: ["output"] }).output.data];
    },
    /** Scores, logits, weights and output. @param {Problem} problem */
    full: (problem) => () => {
      const { q, k, v } = matrices(problem);
      return [engine.attention(q, k, v).output.data];
    },
    /** ∂L/∂Q, ∂L/∂K and ∂L/∂V of L = Σ output∘upstream. @param {Problem} problem */
    backward: (problem) => () => {
      const { q, k, v, g } = matrices(problem);
      const { queries, keys, values } = engine.attentionGradient(q, k, v, g);
      return [queries.data, keys.data, values.data];
    },
    /** The same under a causal mask, and ∂L/∂scores. @param {Problem} problem */
    causalBackward: (problem) => () => {
      const { q, k, v, g } = matrices(problem);
      const found = engine.attentionGradient(q, k, v, g, { mask: "causal" });
      return [found.queries.data, found.keys.data, found.values.data, found.scores.data];
    },
    /** Softmax of each row of the queries. @param {Problem} problem */
    softmax: (problem) => () => [engine.softmax(matrices(problem).q).data],
  };
}
