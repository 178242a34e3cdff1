// @ts-check
/**
 * The rows of input through one release of onnxruntime: Attention of ONNX in single and in double
 * precision, and MultiHeadAttention and GroupQueryAttention of com.microsoft. Prints JSON: for each
 * of the four what it answered.
 *
 *     node tests/libraries/onnxruntime.mjs 1.30.0
 */
import { readFileSync } from "node:fs";
import { MICROSOFT, modelOf, TYPES, tensorOf } from "../fixtures/onnx_models.mjs";

const [release = ""] = process.argv.slice(2);
const { default: ort } = await import(`onnxruntime-${release}`);
const inputs = JSON.parse(readFileSync(new URL("inputs.json", import.meta.url), "utf8"));
const { width } = inputs;
/** The first release with Attention has no later set. */
const OPERATOR_SET = 23;

/**
 * @typedef {import("../fixtures/onnx_models.mjs").Type} Type
 * @typedef {import("../fixtures/onnx_models.mjs").Input} Input
 * @typedef {import("../fixtures/onnx_models.mjs").Node} Node
 * @typedef {import("./judge.mjs").Answer} Answer
 * @typedef {Readonly<Record<string, number>>} Attributes
 */

/** Rows of `width` entries, the first of which are given. @param {readonly number[]} firsts */
const rowsOf = (firsts) => firsts.flatMap((first) => [first, ...new Array(width - 1).fill(0)]);

/** @param {number} count */
const identity = (count) =>
  Array.from({ length: count * width }, (_, at) => (at % width === Math.floor(at / width) ? 1 : 0));

/**
 * Runs one operator. Inputs in half precision are cast in the model, and its output back.
 * @param {Omit<Node, "to">} node
 * @param {Readonly<Record<string, Input>>} given
 * @param {{ type: Type, more?: readonly string[] }} options the type in which the operator runs, and
 *   its outputs behind the first
 * @returns {Promise<number[]>} the first output
 */
async function run(node, given, { type, more = [] }) {
  const isHalf = type === "float16";
  const outside = isHalf ? "float32" : type;
  const casted = Object.keys(given).filter((name) => isHalf && given[name]?.type === "float32");
  const cast = (
    /** @type {string} */ from,
    /** @type {string} */ to,
    /** @type {Type} */ kind,
  ) => ({
    op: "Cast",
    from: [from],
    to: [to],
    integers: { to: TYPES[kind] },
  });
  const nodes = [
    ...casted.map((name) => cast(name, `${name}_half`, "float16")),
    {
      ...node,
      from: node.from.map((name) => (casted.includes(name) ? `${name}_half` : name)),
      to: [isHalf ? "y_half" : "y", ...more],
    },
    ...(isHalf ? [cast("y_half", "y", "float32")] : []),
  ];
  const outputs = Object.fromEntries([["y", outside], ...more.map((name) => [name, type])]);
  const session = await ort.InferenceSession.create(
    modelOf(nodes, given, /** @type {Record<string, Type>} */ (outputs), OPERATOR_SET),
    { graphOptimizationLevel: "disabled", intraOpNumThreads: 1, logSeverityLevel: 4 },
  );
  const feeds = Object.entries(given).map(([name, input]) => [name, tensorOf(ort.Tensor, input)]);
  const { y } = await session.run(Object.fromEntries(feeds));
  return Array.from(y.data, Number);
}

/** The first `count` entries of each row. @param {readonly number[]} output @param {number} count */
const weightsIn = (output, count) => output.filter((_, at) => at % width < count);

/** @param {() => Promise<number[]>} work @returns {Promise<Answer>} */
async function answer(work) {
  try {
    return await work();
  } catch (error) {
    if (process.env.SAY_WHY) console.error(/** @type {Error} */ (error).message);
    return "refused";
  }
}

/** Attention of ONNX. @param {Type} type @returns {Promise<Record<string, Answer>>} */
async function attention(type) {
  /**
   * @param {{ queries: readonly number[], keys: readonly number[] }} row
   * @param {{ integers?: Attributes, floats?: Attributes, mask?: readonly boolean[], past?: number, type?: Type }} [options]
   */
  const weights = async ({ queries, keys }, options = {}) => {
    const { integers = {}, floats = {}, mask, past = 0 } = options;
    const kind = options.type ?? type;
    const outside = kind === "float16" ? "float32" : kind;
    const heads = (/** @type {readonly number[]} */ data) => ({
      type: outside,
      dims: [1, 1, data.length / width, width],
      data,
    });
    const all = { k: rowsOf(keys), v: identity(keys.length) };
    const held = past * width;
    const given = {
      q: heads(rowsOf(queries)),
      k: heads(all.k.slice(held)),
      v: heads(all.v.slice(held)),
      ...(mask && {
        mask: {
          type: /** @type {const} */ ("bool"),
          dims: [queries.length, keys.length],
          data: mask.map(Number),
        },
      }),
      ...(past > 0 && {
        pastKeys: heads(all.k.slice(0, held)),
        pastValues: heads(all.v.slice(0, held)),
      }),
    };
    const from = ["q", "k", "v", ...(mask || past ? [mask ? "mask" : ""] : [])];
    if (past > 0) from.push("pastKeys", "pastValues");
    const more = past > 0 ? ["presentKeys", "presentValues"] : [];
    const node = { op: "Attention", from, integers, floats };
    return weightsIn(await run(node, given, { type: kind, more }), keys.length);
  };
  const causal = { integers: { is_causal: 1 } };
  const { masked, boolean, cap, cached, groups } = inputs;
  const count = inputs.sum.keys;
  const row = (/** @type {number} */ heads, /** @type {number[]} */ data) => ({
    type,
    dims: [1, heads, data.length / width / heads, width],
    data,
  });
  const sum = async () => {
    const keys = new Array(count * width).fill(0);
    const given = {
      q: row(1, rowsOf([0])),
      k: row(1, keys),
      v: row(
        1,
        keys.map(() => 1),
      ),
    };
    return (await run({ op: "Attention", from: ["q", "k", "v"] }, given, { type })).slice(0, 1);
  };
  const grouped = async () => {
    const { queryHeads, keyHeads } = groups;
    const values = Array.from({ length: keyHeads * width }, (_, at) => Math.floor(at / width));
    const given = {
      q: row(queryHeads, new Array(queryHeads * width).fill(0)),
      k: row(
        keyHeads,
        values.map(() => 0),
      ),
      v: row(keyHeads, values),
    };
    const output = await run({ op: "Attention", from: ["q", "k", "v"] }, given, { type });
    return weightsIn(output, 1);
  };
  return {
    factor: await answer(() => weights(inputs.factor)),
    overflow: await answer(() => weights(inputs.overflow[type])),
    causal: await answer(() => weights(inputs.causal, causal)),
    cached: await answer(() => weights(cached, { ...causal, past: cached.past })),
    masked: await answer(() => weights(masked, { mask: masked.open.flat() })),
    boolean: await answer(() => weights(boolean, { mask: boolean.given })),
    cap: await answer(() =>
      weights(cap, { mask: cap.open.flat(), floats: { softcap: cap.softCap } }),
    ),
    ...(type === "float32" && {
      half: await answer(() => weights(inputs.overflow.float16, { type: "float16" })),
    }),
    sum: await answer(sum),
    groups: await answer(grouped),
  };
}

/** @param {readonly number[]} data @returns {Input} */
const flat = (data) => ({ type: "float32", dims: [1, data.length / width, width], data });

/** MultiHeadAttention of com.microsoft, one head. @returns {Promise<Record<string, Answer>>} */
async function multiHead() {
  /**
   * @param {{ queries: readonly number[], keys: readonly number[] }} row
   * @param {{ integers?: Attributes, from?: readonly string[], given?: Record<string, Input> }} [options]
   */
  const weights = async ({ queries, keys }, { integers = {}, from = [], given = {} } = {}) => {
    const q = flat(rowsOf(queries));
    const three = { q, k: flat(rowsOf(keys)), v: flat(identity(keys.length)) };
    const node = {
      op: "MultiHeadAttention",
      domain: MICROSOFT,
      from: ["q", "k", "v", ...from],
      integers: { ...integers, num_heads: 1 },
    };
    return weightsIn(await run(node, { ...three, ...given }, { type: "float32" }), keys.length);
  };
  /** Which keys of the only batch take part. @param {readonly boolean[]} open */
  const padding = (open) => ({
    from: ["", "padding"],
    given: {
      padding: {
        type: /** @type {const} */ ("int32"),
        dims: [1, open.length],
        data: open.map(Number),
      },
    },
  });
  const { masked, boolean } = inputs;
  const one = { ...masked, queries: masked.queries.slice(0, 1) };
  const keys = new Array(inputs.sum.keys * width).fill(0);
  return {
    factor: await answer(() => weights(inputs.factor)),
    overflow: await answer(() => weights(inputs.overflow.float32)),
    causal: await answer(() => weights(inputs.causal, { integers: { unidirectional: 1 } })),
    masked: await answer(() => weights(one, padding(masked.open[0]))),
    boolean: await answer(() => weights(boolean, padding(boolean.given))),
    sum: await answer(async () => {
      const node = {
        op: "MultiHeadAttention",
        domain: MICROSOFT,
        from: ["q", "k", "v"],
        integers: { num_heads: 1 },
      };
      const given = { q: flat(rowsOf([0])), k: flat(keys), v: flat(keys.map(() => 1)) };
      return (await run(node, given, { type: "float32" })).slice(0, 1);
    }),
  };
}

/**
 * GroupQueryAttention of com.microsoft. It is causal by itself, and its last query sees all keys.
 * @returns {Promise<Record<string, Answer>>}
 */
async function groupQuery() {
  const integer = (/** @type {number} */ value, /** @type {number[]} */ dims) => ({
    type: /** @type {const} */ ("int32"),
    dims,
    data: [value],
  });
  /** @type {readonly string[]} */
  const more = ["presentKeys", "presentValues"];
  /**
   * @param {{ q: number[], k: number[], v: number[] }} three new rows
   * @param {{ heads?: number, keyHeads?: number, type?: Type, floats?: Attributes, past?: { k: number[], v: number[] }, from?: readonly string[], given?: Record<string, Input> }} [options]
   */
  const output = async (three, options = {}) => {
    const { heads = 1, keyHeads = 1, type = "float32", floats = {} } = options;
    const { past = { k: [], v: [] } } = options;
    const held = past.k.length / width / keyHeads;
    const total = held + three.k.length / width / keyHeads;
    const cache = (/** @type {number[]} */ data) => ({
      type: /** @type {const} */ ("float32"),
      dims: [1, keyHeads, held, width],
      data,
    });
    const rows = (/** @type {number[]} */ data, /** @type {number} */ count) => ({
      type: /** @type {const} */ ("float32"),
      dims: [1, data.length / width / count, count * width],
      data,
    });
    const given = {
      q: rows(three.q, heads),
      k: rows(three.k, keyHeads),
      v: rows(three.v, keyHeads),
      pastKeys: cache(past.k),
      pastValues: cache(past.v),
      last: integer(total - 1, [1]),
      total: integer(total, [1]),
      ...options.given,
    };
    const node = {
      op: "GroupQueryAttention",
      domain: MICROSOFT,
      from: ["q", "k", "v", "pastKeys", "pastValues", "last", "total", ...(options.from ?? [])],
      integers: { num_heads: heads, kv_num_heads: keyHeads },
      floats,
    };
    return run(node, given, { type, more });
  };
  /**
   * The last key is that of the query; those before it are in the cache.
   * @param {{ queries: readonly number[], keys: readonly number[] }} row
   * @param {Parameters<typeof output>[1]} [options]
   */
  const weights = async ({ queries, keys }, options = {}) => {
    const all = { k: rowsOf(keys), v: identity(keys.length) };
    const held = (keys.length - queries.length) * width;
    const past = { k: all.k.slice(0, held), v: all.v.slice(0, held) };
    const three = { q: rowsOf(queries), k: all.k.slice(held), v: all.v.slice(held) };
    return weightsIn(await output(three, { ...options, past }), keys.length);
  };
  /** A bias of −∞ hides a key. @param {readonly boolean[]} open */
  const hidden = (open) => ({
    from: ["", "", "", "bias"],
    given: {
      bias: {
        type: /** @type {const} */ ("float32"),
        dims: [1, 1, 1, open.length],
        data: open.map((isOpen) => (isOpen ? 0 : Number.NEGATIVE_INFINITY)),
      },
    },
  });
  const { masked, cap, cached, groups } = inputs;
  const one = { ...masked, queries: masked.queries.slice(0, 1) };
  const count = inputs.sum.keys;
  return {
    factor: await answer(() => weights(inputs.factor)),
    overflow: await answer(() => weights(inputs.overflow.float32)),
    causal: await answer(() => weights(inputs.causal)),
    cached: await answer(() => weights(cached)),
    masked: await answer(() => weights(one, hidden(masked.open[0]))),
    cap: await answer(() =>
      weights(cap, { ...hidden(cap.open[0]), floats: { softcap: cap.softCap } }),
    ),
    half: await answer(() => weights(inputs.overflow.float16, { type: "float16" })),
    sum: await answer(async () => {
      const held = {
        k: new Array((count - 1) * width).fill(0),
        v: new Array((count - 1) * width).fill(1),
      };
      const three = { q: rowsOf([0]), k: rowsOf([0]), v: new Array(width).fill(1) };
      return (await output(three, { past: held })).slice(0, 1);
    }),
    groups: await answer(async () => {
      const { queryHeads: heads, keyHeads } = groups;
      const values = Array.from({ length: keyHeads * width }, (_, at) => Math.floor(at / width));
      const three = { q: new Array(heads * width).fill(0), k: values.map(() => 0), v: values };
      return weightsIn(await output(three, { heads, keyHeads }), 1);
    }),
  };
}

const answers = {
  onnxruntime: await attention("float32"),
  "onnxruntime-double": await attention("float64"),
  "onnxruntime-mha": await multiHead(),
  "onnxruntime-gqa": await groupQuery(),
};
// JSON has no word for what is no number.
console.log(JSON.stringify(answers, (_, value) => (Number.isNaN(value) ? "NaN" : value)));
