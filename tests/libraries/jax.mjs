// @ts-check
/**
 * The rows of input through dotProductAttention of jax-js, on the processor. Prints JSON. Half
 * precision is left out: it needs Float16Array, which Node 20 has not.
 */
import { readFileSync } from "node:fs";
import { answered } from "./answered.mjs";

/** A package of this folder, of which the types are not installed elsewhere. @type {string} */
const JAX = "@jax-js/jax";

// It calls methods of iterators, which Node 20 has not; those of arrays do the same here.
/** @type {any} */
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
for (const name of /** @type {const} */ ([
  "map",
  "filter",
  "flatMap",
  "some",
  "every",
  "find",
  "reduce",
])) {
  iterators[name] ??= function (/** @type {any[]} */ ...given) {
    return /** @type {any} */ ([...this])[name](...given);
  };
}
iterators.toArray ??= function () {
  return [...this];
};
const { defaultDevice, DType, grad, init, nn, numpy: np } = await import(JAX);

await init("wasm");
defaultDevice("wasm");
const inputs = JSON.parse(readFileSync(new URL("inputs.json", import.meta.url), "utf8"));
const { width } = inputs;

/** [n, 1, width], as this library wants them. @param {readonly number[]} firsts */
const rows = (firsts) =>
  np.array(firsts.map((first) => [[first, ...new Array(width - 1).fill(0)]]));

/** @param {number} count */
const identity = (count) => np.eye(count, width).reshape([count, 1, width]);

/** The number of heads in front. @param {readonly boolean[][]} open */
const maskOf = (open) => np.array([open], { dtype: DType.Bool });

/**
 * @param {{ queries: readonly number[], keys: readonly number[] }} row
 * @param {any} [options]
 */
const weights = (row, options = {}) => {
  const count = row.keys.length;
  const output = nn.dotProductAttention(
    rows(row.queries),
    rows(row.keys),
    identity(count),
    options,
  );
  const listed = output.reshape([-1]).js();
  return listed.filter((/** @type {number} */ _, /** @type {number} */ at) => at % width < count);
};

/** Of all inputs, where the sum of squares of the open row is the loss. */
function maskedGradient() {
  const { queries, keys, open } = inputs.masked;
  const loss = (/** @type {any} */ q, /** @type {any} */ k, /** @type {any} */ v) =>
    np.square(nn.dotProductAttention(q, k, v, { mask: maskOf(open) }).slice([1, 2])).sum();
  const given = () => [rows(queries), rows(keys), identity(keys.length)];
  return [0, 1, 2].flatMap((argnums) =>
    /** @type {any} */ (grad)(loss, { argnums })(...given())
      .reshape([-1])
      .js(),
  );
}

const { masked, boolean } = inputs;
const count = inputs.sum.keys;
const { queryHeads, keyHeads } = inputs.groups;
const answers = {
  factor: answered(() => weights(inputs.factor)),
  overflow: answered(() => weights(inputs.overflow.float32)),
  causal: answered(() => weights(inputs.causal, { isCausal: true })),
  cached: answered(() => weights(inputs.cached, { isCausal: true })),
  masked: answered(() => weights(masked, { mask: maskOf(masked.open) })),
  boolean: answered(() => weights(boolean, { mask: maskOf([boolean.given]) })),
  sum: answered(() => {
    const keys = np.zeros([count, 1, width]);
    const values = np.ones([count, 1, width]);
    return nn
      .dotProductAttention(np.zeros([1, 1, width]), keys, values)
      .reshape([-1])
      .js()
      .slice(0, 1);
  }),
  groups: answered(() => {
    const values = np.array([
      Array.from({ length: keyHeads }, (_, head) => new Array(width).fill(head)),
    ]);
    const keys = np.zeros([1, keyHeads, width]);
    const output = nn.dotProductAttention(np.zeros([1, queryHeads, width]), keys, values);
    return output
      .reshape([-1])
      .js()
      .filter((/** @type {number} */ _, /** @type {number} */ at) => at % width === 0);
  }),
  gradient: answered(maskedGradient),
};
console.log(JSON.stringify({ jax: answers }, (_, value) => (Number.isNaN(value) ? "NaN" : value)));
