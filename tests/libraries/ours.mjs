// @ts-check
/** The rows of input through the engine of this project. Half precision is none of its own. */

/**
 * @typedef {{ queries: readonly number[], keys: readonly number[] }} Row
 * @typedef {import("./judge.mjs").Answer} Answer
 */

/**
 * @param {Awaited<ReturnType<typeof import("attention-scale").loadEngine>>} engine
 * @param {any} inputs those of inputs.json
 * @returns {Readonly<Record<string, Answer>>}
 */
export function ourAnswers(engine, inputs) {
  const { width } = inputs;
  const rows = (/** @type {readonly number[]} */ firsts) =>
    firsts.map((first) => [first, ...new Array(width - 1).fill(0)]);
  const identity = (/** @type {number} */ count) =>
    Array.from({ length: count }, (_, row) =>
      Array.from({ length: width }, (_, column) => Number(row === column)),
    );
  /** NaN as in the JSON of the others. @param {ArrayLike<number>} numbers @returns {Answer} */
  const listed = (numbers) =>
    Array.from(numbers, (number) => (Number.isNaN(number) ? "NaN" : number));
  /** @param {Row} row @param {import("attention-scale").AttentionOptions} [options] */
  const weights = ({ queries, keys }, options = {}) =>
    listed(
      engine.attention(rows(queries), rows(keys), identity(keys.length), options).weights.data,
    );
  /** @param {Row} row @returns {Answer} */
  const refusedWeights = (row) => {
    try {
      return weights(row);
    } catch {
      return "refused";
    }
  };
  const { masked, cap, boolean } = inputs;
  const count = inputs.sum.keys;
  const gradient = engine.attentionGradient(
    rows(masked.queries),
    rows(masked.keys),
    identity(masked.keys.length),
    [new Array(width).fill(0), new Array(width).fill(1)],
    { mask: masked.open },
  );
  const equal = engine.attention(
    { rows: 1, cols: width, data: new Float64Array(width) },
    { rows: count, cols: width, data: new Float64Array(count * width) },
    { rows: count, cols: 1, data: new Float64Array(count).fill(1) },
    { outputs: ["output"] },
  );
  const { queryHeads, keyHeads } = inputs.groups;
  const ones = (/** @type {number} */ length) => new Array(length).fill(1);
  // Heads of one coordinate; the value of each head of keys is its number.
  const grouped = engine.multiHeadAttention({
    x: [[1]],
    wq: [ones(queryHeads)],
    wk: [ones(keyHeads)],
    wv: [Array.from({ length: keyHeads }, (_, head) => head)],
    wo: identity(queryHeads).map((row) => row.slice(0, queryHeads)),
    heads: queryHeads,
    keyHeads,
  });
  return {
    factor: weights(inputs.factor),
    overflow: refusedWeights(inputs.overflow.float64),
    causal: weights(inputs.causal, { mask: "causal" }),
    cached: weights(inputs.cached, { mask: "causal" }),
    masked: weights(masked, { mask: masked.open }),
    boolean: weights(boolean, { mask: [boolean.given] }),
    cap: weights(cap, { mask: cap.open, softCap: cap.softCap }),
    sum: listed(equal.output.data),
    groups: listed(grouped.output.data),
    gradient: listed(
      [gradient.queries, gradient.keys, gradient.values].flatMap(({ data }) => [...data]),
    ),
  };
}
