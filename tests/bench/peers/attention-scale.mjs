// @ts-check
/** Ours: the built engine, as a reader of the package gets it. */

/** @typedef {import("../problem.mjs").Problem} Problem */

export async function load() {
  const { loadEngine } = await import(new URL("../../../dist/engine.js", import.meta.url).href);
  /** @type {import("../../../web/src/engine/api.js").Engine} */
  const engine = await loadEngine();

  /** @param {Problem} problem */
  function matrices({ n, d, queries, keys, values, upstream }) {
    /** @param {import("../problem.mjs").Floats} data */
    const matrix = (data) =>
      /** @type {import("../../../web/src/engine/types.js").Matrix} */ ({ rows: n, cols: d, data });
    return { q: matrix(queries), k: matrix(keys), v: matrix(values), g: matrix(upstream) };
  }

  return {
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
  };
}
