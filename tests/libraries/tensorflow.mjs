// @ts-check
/**
 * The rows of input through the class MultiHeadAttention of TensorFlow.js, on the processor. The
 * package does not export the class: it is bundled from its file. Prints JSON.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { answered } from "./answered.mjs";

const LAYERS = "@tensorflow/tfjs-layers/dist/layers/nlp/multihead_attention.js";
const { outputFiles } = await build({
  stdin: {
    contents: `import "@tensorflow/tfjs-backend-cpu";
      export * as tf from "@tensorflow/tfjs-core";
      import "@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js";
      import "@tensorflow/tfjs-layers";
      export { MultiHeadAttention } from "${LAYERS}";`,
    resolveDir: fileURLToPath(new URL(".", import.meta.url)),
  },
  bundle: true,
  format: "esm",
  platform: "node",
  mainFields: ["module", "main"],
  logLevel: "error",
  write: false,
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire("/");',
  },
});
const bundled = outputFiles[0]?.text ?? "";
const { tf, MultiHeadAttention } = await import(
  `data:text/javascript;base64,${Buffer.from(bundled).toString("base64")}`
);
await tf.setBackend("cpu");

const inputs = JSON.parse(readFileSync(new URL("inputs.json", import.meta.url), "utf8"));
const { width } = inputs;

/** A layer of one head; its projections are left out below. */
const layer = new MultiHeadAttention({ numHeads: 1, keyDim: width });
layer.buildAttention(4);

/** [1, n, 1, width]. @param {readonly number[]} firsts */
const rows = (firsts) =>
  tf.tensor4d([firsts.map((first) => [[first, ...new Array(width - 1).fill(0)]])]);
const identity = (/** @type {number} */ count) =>
  tf.eye(count, width).reshape([1, count, 1, width]);
const maskOf = (/** @type {readonly boolean[][]} */ open) => tf.tensor3d([open], undefined, "bool");

/**
 * @param {{ queries: readonly number[], keys: readonly number[] }} row
 * @param {any} [mask]
 * @returns {number[]}
 */
const weights = ({ queries, keys }, mask) => {
  const three = [rows(queries), rows(keys), identity(keys.length)];
  const [output] = layer.computeAttention(...three, mask, false);
  return [...output.dataSync()].filter((_, at) => at % width < keys.length);
};

/** The layer makes its causal mask of the inputs before their projection, [1, n, width]. */
const causal = (/** @type {{ queries: readonly number[], keys: readonly number[] }} */ row) => {
  const [query, value] = [row.queries, row.keys].map(({ length }) => tf.zeros([1, length, width]));
  return weights(row, layer.computeAttentionMask(query, value, undefined, true));
};

function maskedGradient() {
  const { queries, keys, open } = inputs.masked;
  const loss = (/** @type {any[]} */ ...three) =>
    layer
      .computeAttention(...three, maskOf(open), false)[0]
      .slice([0, 1])
      .square()
      .sum();
  const given = [rows(queries), rows(keys), identity(keys.length)];
  return tf
    .grads(loss)(given)
    .flatMap((/** @type {any} */ one) => [...one.dataSync()]);
}

const { masked, boolean } = inputs;
const count = inputs.sum.keys;
const answers = {
  factor: answered(() => weights(inputs.factor)),
  overflow: answered(() => weights(inputs.overflow.float32)),
  causal: answered(() => causal(inputs.causal)),
  cached: answered(() => causal(inputs.cached)),
  masked: answered(() => weights(masked, maskOf(masked.open))),
  boolean: answered(() => weights(boolean, maskOf([boolean.given]))),
  sum: answered(() => {
    const keys = tf.zeros([1, count, 1, width]);
    const three = [tf.zeros([1, 1, 1, width]), keys, tf.onesLike(keys)];
    return [layer.computeAttention(...three, undefined, false)[0].dataSync()[0]];
  }),
  gradient: answered(maskedGradient),
};
console.log(
  JSON.stringify({ tensorflow: answers }, (_, value) => (Number.isNaN(value) ? "NaN" : value)),
);
