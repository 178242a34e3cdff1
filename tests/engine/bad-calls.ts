/**
 * Calls whose arguments are wrong in a way of their own. What is wrong in the same way in every
 * call is in refusals.test.ts.
 */
import {
  type EngineErrorCode,
  loadEngine,
  type PackageEngine,
  type TrainingState,
} from "attention-scale";
import { detached, lying, lyingClass, type Resizable, resizableBuffer } from "./odd-arrays.js";

export interface BadCall {
  /** The fault. */
  readonly what: string;
  readonly call: () => unknown;
  readonly code: EngineErrorCode;
  readonly message: RegExp;
}

const { NaN: nan } = Number;

/** The calls as a caller without a compiler makes them. */
const e = (await loadEngine()) as unknown as Record<
  keyof PackageEngine,
  (...given: unknown[]) => unknown
>;

/** The worked example: good queries, keys and values. */
export const x = [
  [1, 3, 2],
  [1, 1, 3],
  [1, 2, 1],
];
const two = [
  [1, 2],
  [3, 4],
];

const float64 = (rows: number, cols: number, length = rows * cols) => ({
  rows,
  cols,
  data: new Float64Array(length),
});
const matrix = (data: unknown, size = 3) => ({ rows: size, cols: size, data });

/** An array of three whose middle was never set. */
const holed = (first: unknown, last: unknown) => Object.assign(new Array(3), { 0: first, 2: last });

/** An array that says to be long and has only its first entry. */
const sparse = (first: unknown) => Object.assign(new Array(2 ** 32 - 1), { 0: first });

/** Calls that are good but for the options given. */
const attend = (options: unknown) => e.attention(x, x, x, options);
const draw = (options: object) => e.randomNormal({ seed: 1, rows: 2, cols: 2, ...options });
const words = (given: unknown) => e.wordVectors(given, { seed: 1, dim: 1 });
const sample = (options: object) =>
  e.sampleScores({ seed: 1, samples: 3, dim: 2, bins: 2, range: [-1, 1], ...options });
const stream = (options: object) =>
  e.scoreHistogram({ seed: 1, samples: 3, dim: 2, bins: 2, range: [-1, 1], count: 3, ...options });
const descend = (options: object) =>
  e.sampleGradients({ seed: 1, keys: 3, dims: [1, 2], exponents: [0, 1], count: 1, ...options });
const part = { count: 2, mean: 0, variance: 1, std: 1, min: -1, max: 1 };

const square = { wq: two, wk: two, wv: two, wo: two };
const list = [1, 2];
const layer = {
  ...square,
  cq: two,
  ck: two,
  cv: two,
  co: two,
  w1: two,
  w2: two,
  gamma1: list,
  beta1: list,
  gamma2: list,
  beta2: list,
  gamma3: list,
  beta3: list,
};
const heads = (options: object) =>
  e.multiHeadAttention({ x: two, ...square, heads: 1, ...options });
const stack = (options: object, second: object = {}) => ({
  x: two,
  memory: two,
  layers: [layer, { ...layer, ...second }],
  heads: 1,
  ...options,
});

const heldDecoder = e.holdLayers([layer]);
const heldEncoder = e.holdLayers([{ ...layer, cq: undefined }]) as object;

const task = { dim: 4, n: 2, batch: 1, seed: 1 };
const state = {
  parameters: new Float32Array(32),
  first: new Float32Array(0),
  second: new Float32Array(0),
  step: 0,
};
const lane = { scale: 1, rate: 0.1, state };
const train = (options: object, ofState: object = {}) =>
  e.trainRecall({
    ...task,
    ...lane,
    optimiser: "sgd",
    steps: 1,
    state: { ...state, ...ofState },
    ...options,
  });
const together = (second: object, options: object = {}) =>
  e.trainRecallLanes({
    ...task,
    optimiser: "sgd",
    steps: 1,
    lanes: [lane, { ...lane, ...options, state: { ...state, ...second } }],
  });

const model = { dim: 16, hidden: 4 };
const dates = e.startDates({ ...model, seed: 1 }) as TrainingState;
const answer = (source: unknown) =>
  e.answerDate({ ...model, scale: 1, parameters: dates.parameters, source });

/** A typed array of 4 MB whose own `length` says 9, and a class that says so. */
const longer = lying(new Float64Array(2 ** 19).fill(7), 9);
const LyingArray = lyingClass(Float64Array, 9) as Float64ArrayConstructor;

/** A call that changes the size of an argument's memory while another is read. */
function resized(bytes: number) {
  const buffer = resizableBuffer(72, 2 ** 22);
  const options = {
    get scale() {
      buffer.resize(bytes);
      return 1;
    },
  };
  return e.attention(matrix(new Float64Array(buffer).fill(1)), x, x, options);
}

function transferred() {
  const data = new Float64Array(9);
  const options = {
    get mask() {
      // Once: newer versions of Node refuse to transfer what is gone.
      if (data.length > 0) {
        structuredClone(data.buffer, { transfer: [data.buffer] });
      }
      return "none";
    },
  };
  return e.attention(x, x, matrix(data), options);
}

function madeSmaller() {
  const data = new Float64Array(resizableBuffer(72, 72), 8, 8);
  (data.buffer as Resizable).resize(0);
  return data;
}

const proxied = new Proxy(new Float64Array(9), {});
const withLength = (length: unknown) =>
  new Proxy([1, 2], {
    get: (target, key) => (key === "length" ? length : Reflect.get(target, key)),
  });
const endless = (entry: unknown, length = 2 ** 32 - 1) =>
  new Proxy([], { get: (_, key) => (key === "length" ? length : entry) });
function revoked() {
  const { proxy, revoke } = Proxy.revocable([1], {});
  revoke();
  return proxy;
}

const gone = /^\S+ has no memory left: its buffer was transferred or made smaller\.$/;
const changed =
  /^(queries|values) changed its length from 9 to \d+ while the arguments were read\.$/;
const most = /^\S+ would be (1×4294967295|4294967295×0); it may have up to \d+ entries\.$/;
const large = (rows: number) => e.attention(float64(rows, 1), float64(rows, 1), float64(rows, 1));

export const badCalls: BadCall[] = [
  {
    what: "a negative weight",
    call: () => e.measureRule({ queries: two, keys: two, weights: [[1, -0.5], list] }),
    code: "domain",
    message: /^weights: the entry in row 0, column 1 is -0\.5; every weight must be .* negative\.$/,
  },
  {
    what: "weights of another number of keys",
    call: () => e.measureRule({ queries: two, keys: two, weights: x }),
    code: "shape",
    message: /^weights is 3×3; for these queries and keys it must be 2×2\.$/,
  },
  {
    what: "a list for a matrix",
    call: () => e.rowStatistics(x[0]),
    code: "type",
    message: /^weights: row 0 is a number/,
  },
  {
    what: "an array of integers",
    call: () => e.softmax(new Int32Array(3)),
    code: "type",
    message: /^logits is an object; /,
  },
  {
    what: "text in a row",
    call: () => e.attention([["1"]], x, x),
    code: "type",
    message: /^queries: .* row 0, column 0 is a string; .* number/,
  },
  {
    what: "a hole in a row",
    call: () => e.softmax([holed(1, 2)]),
    code: "type",
    message: /^logits: .* column 1 is undefined/,
  },
  {
    what: "a row that is none",
    call: () => e.softmax([[1], 2]),
    code: "type",
    message: /^logits: row 1 is a number; .* array/,
  },
  {
    what: "ragged rows",
    call: () => e.attention([[1, 2], [3]], x, x),
    code: "shape",
    message: /^queries: row 1 has 1 .* the same length/,
  },
  {
    what: "no rows",
    call: () => e.attention([], x, x),
    code: "shape",
    message: /^queries is 0×0; .* at least one row and one/,
  },
  {
    what: "data too short",
    call: () => e.softmax(float64(2, 3, 5)),
    code: "shape",
    message: /^logits is 2×3 but .* 5 entries/,
  },
  {
    what: "data too long",
    call: () => e.softmax(float64(2, 3, 7)),
    code: "shape",
    message: /^logits is 2×3 but .* 7 entries/,
  },
  {
    what: "data an array",
    call: () => e.softmax({ rows: 1, cols: 1, data: [1] }),
    code: "type",
    message: /^logits.data is an array; .* Float64Array/,
  },
  {
    what: "rows below 0",
    call: () => e.softmax(float64(-1, 3, 3)),
    code: "domain",
    message: /^logits.rows is -1; .* whole number from 0/,
  },
  {
    what: "cols NaN",
    call: () => e.softmax(float64(1, nan, 3)),
    code: "domain",
    message: /^logits.cols is NaN; .* whole number/,
  },
  {
    what: "a list with a hole",
    call: () => e.moments(holed(1, 2)),
    code: "type",
    message: /^data: entry 1 is undefined; .* a number/,
  },
  {
    what: "text at the end of a long list",
    call: () => e.moments([...new Array(4999).fill(1), "1"]),
    code: "type",
    message: /^data: entry 4999 is a string; /,
  },
  {
    what: "NaN upstream",
    call: () => e.softmaxJacobianProduct([1, 2], [1, nan]),
    code: "domain",
    message: /^upstream: .* column 1 is NaN; .* finite/,
  },
  {
    what: "a list and its upstream",
    call: () => e.softmaxJacobianProduct([1, 2], [1]),
    code: "shape",
    message: /^logits has 2 .* upstream 1; .* same/,
  },
  {
    what: "a product that overflows",
    call: () => e.softmaxJacobianProduct([0, 0], [1e308, -1e308]),
    code: "domain",
    message: /^upstream: .* overflows/,
  },
  {
    what: "scores that overflow in single precision",
    call: () => {
      const it = { rows: 1, cols: 1, data: Float32Array.of(1e30) };
      return e.attention(it, it, it);
    },
    code: "domain",
    message: /^queries·keysᵀ: .* single precision/,
  },

  {
    what: "a mask of null",
    call: () => attend({ mask: null }),
    code: "type",
    message: /^mask is null; .* "none", "causal" or a boolean/,
  },
  {
    what: "a mask of another shape",
    call: () => attend({ mask: [[true, false]] }),
    code: "shape",
    message: /^mask is 1×2; .* must be 3×3/,
  },
  {
    what: "a corner that is none",
    call: () => attend({ causal: "lower-left" }),
    code: "type",
    message: /^causal must be one of upper-left, lower-right\.$/,
  },
  {
    what: "a bias of another shape",
    call: () => attend({ bias: [[1, 2]] }),
    code: "shape",
    message: /^bias is 1×2; .* must be 3×3/,
  },
  {
    what: "a bias of ∞",
    call: () => e.attentionGradient(x, x, x, x, { bias: [x[0], x[1], [0, Infinity, 0]] }),
    code: "domain",
    message: /^bias: the entry in row 2, column 1 is ∞; every entry must be a finite number or −∞/,
  },
  {
    what: "a bias of NaN for the statistics of a rule",
    call: () => e.ruleStatistics(x, x, { bias: [[nan, 1, 1], x[0], x[1]] }),
    code: "domain",
    message: /^bias: the entry in row 0, column 0 is NaN; /,
  },
  {
    what: "a bias by which logits overflow",
    call: () => {
      const it = { rows: 1, cols: 1, data: Float32Array.of(1) };
      return e.attention(it, it, it, { bias: [[1e39]] });
    },
    code: "domain",
    message: /^scale·scores \+ bias: .* single precision/,
  },
  {
    what: "a bias by which logits of statistics overflow",
    call: () => e.ruleStatistics([[1e154]], [[1e154]], { scale: 1, bias: [[1.79e308]] }),
    code: "domain",
    message: /^scale·scores \+ bias: .* double precision/,
  },
  {
    what: "a sink beside off by one",
    call: () => attend({ sink: 1, offByOne: true }),
    code: "domain",
    message:
      /^sink is 1 and offByOne is true, which is a sink of 0; only one of them must be given/,
  },
  {
    what: "a ragged mask",
    call: () => attend({ mask: [[true], [true, false]] }),
    code: "shape",
    message: /^mask: row 1 has 2 .* same length/,
  },
  {
    what: "a row of a mask that is none",
    call: () => attend({ mask: [[true], true] }),
    code: "type",
    message: /^mask: row 1 is a boolean; /,
  },
  {
    what: "2 in a mask",
    call: () => attend({ mask: [[2]] }),
    code: "type",
    message: /^mask .* is a number; .* true or false/,
  },
  {
    what: "a hole in a mask",
    call: () => attend({ mask: [holed(true, true)] }),
    code: "type",
    message: /^mask .* is undefined; .* true or/,
  },
  {
    what: "heads of keys that do not divide the heads",
    call: () => heads({ heads: 2, keyHeads: 3 }),
    code: "shape",
    message: /^keyHeads is 3; it must be a divisor of the 2 heads\.$/,
  },
  {
    what: "keys of as many columns as the queries for fewer heads",
    call: () => heads({ heads: 2, keyHeads: 1 }),
    code: "shape",
    message: /^wk has 2 columns for each of 1 heads of keys; it must have 1, as wq /,
  },
  {
    what: "sinks of another number of heads",
    call: () => heads({ heads: 2, sink: [1, 2, 3] }),
    code: "shape",
    message: /^sink has 3 entries; there must be one for each of the 2 heads\.$/,
  },
  {
    what: "a list of no sinks",
    call: () => heads({ heads: 2, sink: [] }),
    code: "shape",
    message: /^sink is an empty list; /,
  },
  {
    what: "a sink beside off by one in a head",
    call: () => heads({ heads: 2, sink: [1, 2], offByOne: true }),
    code: "domain",
    message: /^sink is 1 and offByOne is true/,
  },
  {
    what: "data of a mask too short",
    call: () => attend({ mask: matrix([1]) }),
    code: "shape",
    message: /^mask is 3×3 but .* 1 ent/,
  },
  {
    what: "½ in data of a mask",
    call: () => attend({ mask: matrix([0.5], 1) }),
    code: "type",
    message: /^mask .* is a number; .* true or/,
  },
  {
    what: "a typed array as a mask",
    call: () => attend({ mask: new Uint8Array(9) }),
    code: "type",
    message: /^mask is an object; .* boolean/,
  },
  {
    what: "rows of a mask below 0",
    call: () => attend({ mask: { rows: -1, cols: 1, data: [] } }),
    code: "domain",
    message: /^mask.rows is -1; /,
  },
  {
    what: "outputs with a hole",
    call: () => attend({ outputs: Object.assign(new Array(2), { 1: "weights" }) }),
    code: "type",
    message: /^outputs must be an array of/,
  },
  {
    what: "no options",
    call: () => attend(null),
    code: "type",
    message: /^options is null; .* such as \{ scale, mask \}/,
  },
  {
    what: "unknown outputs",
    call: () => attend({ outputs: ["weight"] }),
    code: "type",
    message: /^outputs .* scores, logits, weights, output/,
  },

  {
    what: "scores too large",
    call: () => large(20_000),
    code: "limit",
    message: /^scores would be too large: .* up to 134217728 entries/,
  },
  {
    what: "results too large together",
    call: () => large(11_000),
    code: "limit",
    message: /^scores would be too large: .* up to 2147483647 bytes/,
  },
  {
    what: "an output too large",
    call: () => e.attention(float64(2 ** 14, 1), [[1]], float64(1, 2 ** 16)),
    code: "limit",
    message: /^the result would be too large: /,
  },
  {
    what: "a gradient too large",
    call: () => e.attentionGradient(float64(20_000, 1), float64(20_000, 1), x, x),
    code: "limit",
    message: /^the result would be/,
  },
  {
    what: "a Jacobian too large",
    call: () => e.softmaxJacobian(new Float64Array(20_000)),
    code: "limit",
    message: /^result would .*134217728/,
  },
  {
    what: "draws too large",
    call: () => draw({ rows: 20_000, cols: 20_000 }),
    code: "limit",
    message: /^the result would be too large: /,
  },
  {
    what: "draws of gradients too large",
    call: () => descend({ count: 1e5, exponents: new Float64Array(1000) }),
    code: "limit",
    message: /^peak would be too large: /,
  },
  {
    what: "more columns than an integer of 32 bits holds",
    call: () =>
      e.sampleNeedle({
        seed: 1,
        dim: 2,
        cosine: 0.5,
        count: 1,
        counts: Array.from({ length: 32_767 }, (_, key) => key + 2),
        rules: new Array(131_077).fill({}),
      }),
    code: "limit",
    message: /^needle would be too large: /,
  },
  {
    what: "vectors too large",
    call: () => e.wordVectors(new Array(2 ** 17 + 1).fill(""), { seed: 1, dim: 1024 }),
    code: "limit",
    message: /^the vectors would be 131073×1024; /,
  },
  {
    what: "rows too many",
    call: () => e.softmax(sparse([1, 2])),
    code: "limit",
    message: /^logits would be 4294967295×2; .* up to/,
  },
  {
    what: "a mask too large",
    call: () => attend({ mask: sparse([true, true]) }),
    code: "limit",
    message: /^mask would be 4294967295×2; /,
  },
  {
    what: "a flat mask too large",
    call: () => attend({ mask: { rows: 1e5, cols: 1e5, data: { length: 1e10 } } }),
    code: "limit",
    message: /^mask would be 100000×100000; /,
  },
  {
    what: "too many bins",
    call: () => e.histogram([1], { bins: 2 ** 27, range: [0, 1] }),
    code: "limit",
    message: /^edges would be too large: .* up to/,
  },

  {
    what: "a seed of 2³²",
    call: () => draw({ seed: 2 ** 32 }),
    code: "domain",
    message: /^seed is 4294967296; .* from 0 to 4294967295/,
  },
  {
    what: "an empty list of seeds",
    call: () => draw({ seed: [] }),
    code: "domain",
    message: /^seed is an empty list; .* at least one/,
  },
  {
    what: "an empty Uint32Array",
    call: () => draw({ seed: new Uint32Array(0) }),
    code: "domain",
    message: /^seed is an empty list; /,
  },
  {
    what: "-1 in a list of seeds",
    call: () => draw({ seed: [1, -1] }),
    code: "domain",
    message: /^seed\[1\] is -1; .* to 4294967295/,
  },
  {
    what: "a hole in a list of seeds",
    call: () => draw({ seed: holed(1, 2) }),
    code: "type",
    message: /^seed\[1\] is undefined; .* number/,
  },
  {
    what: "a list of seeds for words",
    call: () => e.wordVectors(["a"], { seed: [1], dim: 1 }),
    code: "type",
    message: /^seed is an array; .* a number/,
  },
  {
    what: "a word that is a number",
    call: () => words(["a", 1]),
    code: "type",
    message: /^words: entry 1 is a number; .* string/,
  },
  {
    what: "a hole among words",
    call: () => words(holed("a", "b")),
    code: "type",
    message: /^words: entry 1 is undefined; /,
  },
  { what: "no words", call: () => words([]), code: "shape", message: /^words is .* at least one/ },
  {
    what: "a zero character",
    call: () => words(["a\0b"]),
    code: "domain",
    message: /^words: .* zero character; .* must not/,
  },

  {
    what: "bins without a range",
    call: () => sample({ range: undefined }),
    code: "type",
    message: /^range is undefined; .* array/,
  },
  {
    what: "a range without bins",
    call: () => sample({ bins: undefined }),
    code: "type",
    message: /^bins is undefined; .* number/,
  },
  {
    what: "a range of one number",
    call: () => sample({ range: [1] }),
    code: "shape",
    message: /^range has 1 .* \[low, high\]/,
  },
  {
    what: "queries beyond the last",
    call: () => stream({ from: 3 }),
    code: "domain",
    message: /^from is 3; .* between 0 and 2/,
  },
  {
    what: "more queries than there are",
    call: () => stream({ from: 1, count: 3 }),
    code: "domain",
    message: /^count is 3; .* between 1 and 2/,
  },
  {
    what: "half a dim",
    call: () => descend({ dims: [1, 1.5] }),
    code: "domain",
    message: /^dims\[1\] is 1.5; .* whole/,
  },
  {
    what: "too many draws",
    call: () => descend({ count: 100_001 }),
    code: "domain",
    message: /^count is 100001; .* 100000/,
  },
  {
    what: "a part of an endless mean",
    call: () => e.combinedMoments([{ ...part, mean: Infinity }]),
    code: "domain",
    message: /^parts\[0\] are moments of no numbers/,
  },
  {
    what: "an empty part",
    call: () => e.combinedMoments([{ ...part, count: 0 }]),
    code: "domain",
    message: /^parts\[0\] .* a count of 1 or more/,
  },
  {
    what: "a part that is a number",
    call: () => e.combinedMoments([part, 1]),
    code: "type",
    message: /^parts\[1\] is a number; .* moments/,
  },
  {
    what: "a target beyond the values",
    call: () => e.outputLoss(two, two, { loss: "target", target: 2 }),
    code: "domain",
    message: /^target is 2; .* between 0 and 1/,
  },

  {
    what: "an empty context",
    call: () => heads({ context: [] }),
    code: "shape",
    message: /^context is 0×0; .* at least one row/,
  },
  {
    what: "an empty bias",
    call: () => heads({ bq: [] }),
    code: "shape",
    message: /^bq is an empty list; .* one number per column/,
  },
  {
    what: "a number in the padding",
    call: () => heads({ padding: [true, 1] }),
    code: "type",
    message: /^padding\[1\] is a number; /,
  },
  {
    what: "a hole in the padding",
    call: () => heads({ padding: holed(true, true) }),
    code: "type",
    message: /^padding\[1\] is undefined; /,
  },
  {
    what: "a context of another width",
    call: () => heads({ context: x }),
    code: "shape",
    message: /^context is 3×3 and wk is 2×2; /,
  },
  {
    what: "an empty list of layers",
    call: () => e.encoder(stack({ layers: [] })),
    code: "shape",
    message: /^layers is an empty list; .* at least one layer/,
  },
  {
    what: "a γ of another length",
    call: () => e.encoder(stack({}, { gamma2: [1] })),
    code: "shape",
    message: /^layers\[1\]: gamma2 is 1×1; .* 1×2/,
  },
  {
    what: "NaN in w2",
    call: () =>
      e.encoder(
        stack(
          {},
          {
            w2: [
              [1, nan],
              [1, 1],
            ],
          },
        ),
      ),
    code: "domain",
    message: /^layers\[1\]: w2: .* column 1 is NaN/,
  },
  {
    what: "a memory of another width",
    call: () => e.decoder(stack({ memory: x })),
    code: "shape",
    message: /^layers\[0\]: memory is 3×3 and ck is 2×2; /,
  },
  {
    what: "a causal mask of the memory",
    call: () => e.decoder(stack({ memoryMask: "causal" })),
    code: "type",
    message: /^memoryMask is "causal"; .* a boolean matrix/,
  },
  {
    what: "a mask of the memory of another shape",
    call: () => e.decoder(stack({ memoryMask: [[true]] })),
    code: "shape",
    message: /memoryMask is 1×1; .* 2×2/,
  },
  {
    what: "padding of the memory of another length",
    call: () => e.decoder(stack({ memoryPadding: [true] })),
    code: "shape",
    message: /memoryPadding is 1×1; .* 1×2/,
  },
  {
    what: "held layers of an encoder",
    call: () => e.decoder(stack({ layers: heldEncoder })),
    code: "type",
    message: /^layers are held for an encoder\.$/,
  },
  {
    what: "held layers of a decoder",
    call: () => e.encoder(stack({ layers: heldDecoder })),
    code: "type",
    message: /^layers are held for a decoder\.$/,
  },
  {
    what: "a gradient of held layers",
    call: () => e.encoderGradient(stack({ layers: heldEncoder }), two),
    code: "type",
    message: /^layers are held; gradients need the parameters themselves\.$/,
  },
  {
    what: "a copy of held layers",
    call: () => e.encoder(stack({ layers: { ...heldEncoder } })),
    code: "type",
    message: /^layers .*must be an array of layers/,
  },
  {
    what: "NaN in layers to hold",
    call: () =>
      e.holdLayers([
        {
          ...layer,
          wk: [
            [1, nan],
            [1, 1],
          ],
        },
      ]),
    code: "domain",
    message: /^layers\[0\]\.wk/,
  },
  {
    what: "a factor whose product overflows",
    call: () => e.drawLayer({ seed: 4, dim: 1, initialisation: "xavier", queryFactor: 1.7e308 }),
    code: "domain",
    message: /^queryFactor·wq: .* overflows/,
  },

  {
    what: "a list as parameters",
    call: () => train({}, { parameters: [1] }),
    code: "type",
    message: /^state\.parameters is an array; .* Float32Array or a Float64Array/,
  },
  {
    what: "two precisions in a state",
    call: () => train({ optimiser: "adam" }, { first: new Float64Array(32) }),
    code: "type",
    message: /^The states hold two precisions; /,
  },
  {
    what: "two precisions in two lanes",
    call: () => together({ parameters: new Float64Array(32) }),
    code: "type",
    message: /^The states hold two precisions; /,
  },
  {
    what: "lanes of two lengths",
    call: () => together({ parameters: new Float32Array(8) }),
    code: "shape",
    message: /^parameters has 8 entries; .* need 32\.$/,
  },
  {
    what: "a lane of no scale",
    call: () => together({}, { scale: "1" }),
    code: "type",
    message: /^lanes\[1\]\.scale is a string; .* number/,
  },
  {
    what: "lanes at two steps",
    call: () => together({ step: 1 }),
    code: "domain",
    message: /^The states of the lanes have taken different numbers of steps\.$/,
  },
  {
    what: "scores that overflow in a test",
    call: () => e.testRecall({ ...task, scale: 1, parameters: new Float32Array(32).fill(1e30) }),
    code: "domain",
    message: /^The scores of these parameters overflow: make them smaller\.$/,
  },
  {
    what: "a lane's clip of 0",
    call: () => train({ clip: 0 }),
    code: "domain",
    message: /^clip is 0; .* between 0\.001 and 1000000\.$/,
  },
  {
    what: "a lane's soft cap that is no number",
    call: () => train({ softCap: "50" }),
    code: "type",
    message: /^softCap .*number/,
  },
  {
    what: "a norm too large",
    call: () =>
      e.testRecall({ ...task, scale: 1, queryKeyNorm: 2000, parameters: new Float32Array(32) }),
    code: "domain",
    message: /^queryKeyNorm is 2000; .* between 0\.01 and 1000\.$/,
  },
  {
    what: "queries that overflow",
    call: () => e.recallAlignment({ ...task, parameters: new Float64Array(32).fill(1e300) }),
    code: "domain",
    message: /^The scores of these parameters overflow: make them smaller\.$/,
  },
  {
    what: "scores that overflow in a check",
    call: () => e.checkRecall({ ...task, scale: 1e308, queryKeyFactor: 1e6 }),
    code: "domain",
    message: /^The scores of these parameters overflow: make them smaller\.$/,
  },
  {
    what: "a date that is none",
    call: () => answer("tomorrow"),
    code: "domain",
    message: /1950 to 2049, written as 20 Nov 2026, /,
  },
  {
    what: "a long text for a date",
    call: () => answer("9".repeat(1e6)),
    code: "domain",
    message: /1950 to 2049/,
  },
  {
    what: "half a character for a date",
    call: () => answer("\ud83d"),
    code: "domain",
    message: /1950 to 2049/,
  },
  {
    what: "a model of another size",
    call: () => e.testDates({ dim: 32, scale: 1, parameters: dates.parameters, seed: 1, count: 1 }),
    code: "shape",
    message: /^parameters /,
  },

  {
    what: "an array that says to be shorter",
    call: () => e.attention(matrix(longer), x, x),
    code: "shape",
    message: /^queries is 3×3 but its data has 524288 entries\.$/,
  },
  {
    what: "a class that says so",
    call: () => e.softmax(matrix(new LyingArray(100))),
    code: "shape",
    message: /^logits is 3×3 but its data has 100 entries\.$/,
  },
  {
    what: "a mask that says so",
    call: () => attend({ mask: matrix(lying(new Uint8Array(9), 4), 2) }),
    code: "shape",
    message: /^mask is 2×2 but its data has 9 entries\.$/,
  },
  {
    what: "memory that grows while the arguments are read",
    call: () => resized(2 ** 22),
    code: "type",
    message: changed,
  },
  { what: "memory that shrinks", call: () => resized(0), code: "type", message: changed },
  { what: "memory that is transferred", call: transferred, code: "type", message: changed },
  {
    what: "a matrix whose memory is gone",
    call: () => e.attention(x, matrix(detached(9)), x),
    code: "type",
    message: gone,
  },
  {
    what: "a mask whose memory is gone",
    call: () => attend({ mask: matrix(detached(9)) }),
    code: "type",
    message: gone,
  },
  {
    what: "a list whose memory is gone",
    call: () => e.moments(detached(2)),
    code: "type",
    message: gone,
  },
  {
    what: "a list whose memory was made smaller",
    call: () => e.quantiles(madeSmaller(), [0.5]),
    code: "type",
    message: gone,
  },
  // Only the language can read a typed array through a proxy.
  {
    what: "a proxy of a matrix's data",
    call: () => e.softmax(matrix(proxied)),
    code: "type",
    message: /^logits.data is an object; /,
  },
  {
    what: "a proxy of a list",
    call: () => e.moments(proxied),
    code: "type",
    message: /^data is an object; /,
  },
  {
    what: "an object with a list's prototype",
    call: () => e.moments(Object.create(Float64Array.prototype)),
    code: "type",
    message: /^data is an obj/,
  },
  {
    what: "a revoked proxy",
    call: () => e.moments(revoked()),
    code: "type",
    message: /^The arguments of moments could not be read: .*revoked\.$/,
  },
  ...["two", -1, 0.5, nan, 2 ** 32, {}].flatMap((length): BadCall[] => [
    {
      what: `a list of length ${length}`,
      call: () => e.moments(withLength(length)),
      code: "type",
      message: /^data has a length that is .* whole number\.$/,
    },
    {
      what: `a row of length ${length}`,
      call: () => e.softmax([withLength(length)]),
      code: "type",
      message: /^logits has a length that is /,
    },
    {
      what: `outputs of length ${length}`,
      call: () => attend({ outputs: withLength(length) }),
      code: "type",
      message: /^outputs has a length/,
    },
  ]),
  { what: "an endless list", call: () => e.moments(endless(1)), code: "limit", message: most },
  { what: "endless rows", call: () => e.softmax(endless([])), code: "limit", message: most },
  { what: "an endless row", call: () => e.softmax([endless(1)]), code: "limit", message: most },
  {
    what: "an endless mask",
    call: () => attend({ mask: endless([]) }),
    code: "limit",
    message: most,
  },
  {
    what: "endless outputs",
    call: () => attend({ outputs: endless("weights") }),
    code: "limit",
    message: most,
  },
  { what: "endless words", call: () => words(endless("a")), code: "limit", message: most },
  {
    what: "a seed that V8 cannot hold in an array that grows",
    call: () => draw({ seed: endless(1, 2 ** 27) }),
    code: "limit",
    message: /^seed would be 1×134217728; /,
  },
];
