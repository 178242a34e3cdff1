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

/** The fault, the call, the error's code, and a pattern of its message. */
type Row = [what: string, call: () => unknown, code: EngineErrorCode, message: RegExp];

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

// biome-ignore format: a table, whose rows would take six lines each
export const badCalls: Row[] = [
  ["a list for a matrix", () => e.rowStatistics(x[0]), "type", /^weights: row 0 is a number/],
  ["an array of integers", () => e.softmax(new Int32Array(3)), "type", /^logits is an object; /],
  ["text in a row", () => e.attention([["1"]], x, x), "type", /^queries: .* row 0, column 0 is a string; .* number/],
  ["a hole in a row", () => e.softmax([holed(1, 2)]), "type", /^logits: .* column 1 is undefined/],
  ["a row that is none", () => e.softmax([[1], 2]), "type", /^logits: row 1 is a number; .* array/],
  ["ragged rows", () => e.attention([[1, 2], [3]], x, x), "shape", /^queries: row 1 has 1 .* the same length/],
  ["no rows", () => e.attention([], x, x), "shape", /^queries is 0×0; .* at least one row and one/],
  ["data too short", () => e.softmax(float64(2, 3, 5)), "shape", /^logits is 2×3 but .* 5 entries/],
  ["data too long", () => e.softmax(float64(2, 3, 7)), "shape", /^logits is 2×3 but .* 7 entries/],
  ["data an array", () => e.softmax({ rows: 1, cols: 1, data: [1] }), "type", /^logits.data is an array; .* Float64Array/],
  ["rows below 0", () => e.softmax(float64(-1, 3, 3)), "domain", /^logits.rows is -1; .* whole number from 0/],
  ["cols NaN", () => e.softmax(float64(1, nan, 3)), "domain", /^logits.cols is NaN; .* whole number/],
  ["a list with a hole", () => e.moments(holed(1, 2)), "type", /^data: entry 1 is undefined; .* a number/],
  ["text at the end of a long list", () => e.moments([...new Array(4999).fill(1), "1"]), "type", /^data: entry 4999 is a string; /],
  ["NaN upstream", () => e.softmaxJacobianProduct([1, 2], [1, nan]), "domain", /^upstream: .* column 1 is NaN; .* finite/],
  ["a list and its upstream", () => e.softmaxJacobianProduct([1, 2], [1]), "shape", /^logits has 2 .* upstream 1; .* same/],
  ["a product that overflows", () => e.softmaxJacobianProduct([0, 0], [1e308, -1e308]), "domain", /^upstream: .* overflows/],
  ["scores that overflow in single precision",
    () => { const it = { rows: 1, cols: 1, data: Float32Array.of(1e30) }; return e.attention(it, it, it); },
    "domain", /^queries·keysᵀ: .* single precision/],

  ["a mask of null", () => attend({ mask: null }), "type", /^mask is null; .* "none", "causal" or a boolean/],
  ["a mask of another shape", () => attend({ mask: [[true, false]] }), "shape", /^mask is 1×2; .* must be 3×3/],
  ["a ragged mask", () => attend({ mask: [[true], [true, false]] }), "shape", /^mask: row 1 has 2 .* same length/],
  ["a row of a mask that is none", () => attend({ mask: [[true], true] }), "type", /^mask: row 1 is a boolean; /],
  ["2 in a mask", () => attend({ mask: [[2]] }), "type", /^mask .* is a number; .* true or false/],
  ["a hole in a mask", () => attend({ mask: [holed(true, true)] }), "type", /^mask .* is undefined; .* true or/],
  ["data of a mask too short", () => attend({ mask: matrix([1]) }), "shape", /^mask is 3×3 but .* 1 ent/],
  ["½ in data of a mask", () => attend({ mask: matrix([0.5], 1) }), "type", /^mask .* is a number; .* true or/],
  ["a typed array as a mask", () => attend({ mask: new Uint8Array(9) }), "type", /^mask is an object; .* boolean/],
  ["rows of a mask below 0", () => attend({ mask: { rows: -1, cols: 1, data: [] } }), "domain", /^mask.rows is -1; /],
  ["outputs with a hole", () => attend({ outputs: Object.assign(new Array(2), { 1: "weights" }) }), "type", /^outputs must be an array of/],
  ["no options", () => attend(null), "type", /^options is null; .* such as \{ scale, mask \}/],
  ["unknown outputs", () => attend({ outputs: ["weight"] }), "type", /^outputs .* scores, logits, weights, output/],

  ["scores too large", () => large(20_000), "limit", /^scores would be too large: .* up to 134217728 entries/],
  ["results too large together", () => large(11_000), "limit", /^scores would be too large: .* up to 2147483647 bytes/],
  ["an output too large", () => e.attention(float64(2 ** 14, 1), [[1]], float64(1, 2 ** 16)), "limit", /^the result would be too large: /],
  ["a gradient too large", () => e.attentionGradient(float64(20_000, 1), float64(20_000, 1), x, x), "limit", /^the result would be/],
  ["a Jacobian too large", () => e.softmaxJacobian(new Float64Array(20_000)), "limit", /^result would .*134217728/],
  ["draws too large", () => draw({ rows: 20_000, cols: 20_000 }), "limit", /^the result would be too large: /],
  ["draws of gradients too large", () => descend({ count: 1e5, exponents: new Float64Array(1000) }), "limit", /^peak would be too large: /],
  ["more columns than an integer of 32 bits holds", () => e.sampleNeedle({ seed: 1, dim: 2, cosine: 0.5, count: 1, counts: Array.from({ length: 32_767 }, (_, key) => key + 2), rules: new Array(131_077).fill({}) }), "limit", /^needle would be too large: /],
  ["vectors too large", () => e.wordVectors(new Array(2 ** 17 + 1).fill(""), { seed: 1, dim: 1024 }), "limit", /^the vectors would be 131073×1024; /],
  ["rows too many", () => e.softmax(sparse([1, 2])), "limit", /^logits would be 4294967295×2; .* up to/],
  ["a mask too large", () => attend({ mask: sparse([true, true]) }), "limit", /^mask would be 4294967295×2; /],
  ["a flat mask too large", () => attend({ mask: { rows: 1e5, cols: 1e5, data: { length: 1e10 } } }), "limit", /^mask would be 100000×100000; /],
  ["too many bins", () => e.histogram([1], { bins: 2 ** 27, range: [0, 1] }), "limit", /^edges would be too large: .* up to/],

  ["a seed of 2³²", () => draw({ seed: 2 ** 32 }), "domain", /^seed is 4294967296; .* from 0 to 4294967295/],
  ["an empty list of seeds", () => draw({ seed: [] }), "domain", /^seed is an empty list; .* at least one/],
  ["an empty Uint32Array", () => draw({ seed: new Uint32Array(0) }), "domain", /^seed is an empty list; /],
  ["-1 in a list of seeds", () => draw({ seed: [1, -1] }), "domain", /^seed\[1\] is -1; .* to 4294967295/],
  ["a hole in a list of seeds", () => draw({ seed: holed(1, 2) }), "type", /^seed\[1\] is undefined; .* number/],
  ["a list of seeds for words", () => e.wordVectors(["a"], { seed: [1], dim: 1 }), "type", /^seed is an array; .* a number/],
  ["a word that is a number", () => words(["a", 1]), "type", /^words: entry 1 is a number; .* string/],
  ["a hole among words", () => words(holed("a", "b")), "type", /^words: entry 1 is undefined; /],
  ["no words", () => words([]), "shape", /^words is .* at least one/],
  ["a zero character", () => words(["a\0b"]), "domain", /^words: .* zero character; .* must not/],

  ["bins without a range", () => sample({ range: undefined }), "type", /^range is undefined; .* array/],
  ["a range without bins", () => sample({ bins: undefined }), "type", /^bins is undefined; .* number/],
  ["a range of one number", () => sample({ range: [1] }), "shape", /^range has 1 .* \[low, high\]/],
  ["queries beyond the last", () => stream({ from: 3 }), "domain", /^from is 3; .* between 0 and 2/],
  ["more queries than there are", () => stream({ from: 1, count: 3 }), "domain", /^count is 3; .* between 1 and 2/],
  ["half a dim", () => descend({ dims: [1, 1.5] }), "domain", /^dims\[1\] is 1.5; .* whole/],
  ["too many draws", () => descend({ count: 100_001 }), "domain", /^count is 100001; .* 100000/],
  ["a part of an endless mean", () => e.combinedMoments([{ ...part, mean: Infinity }]), "domain", /^parts\[0\] are moments of no numbers/],
  ["an empty part", () => e.combinedMoments([{ ...part, count: 0 }]), "domain", /^parts\[0\] .* a count of 1 or more/],
  ["a part that is a number", () => e.combinedMoments([part, 1]), "type", /^parts\[1\] is a number; .* moments/],
  ["a target beyond the values", () => e.outputLoss(two, two, { loss: "target", target: 2 }), "domain", /^target is 2; .* between 0 and 1/],

  ["an empty context", () => heads({ context: [] }), "shape", /^context is 0×0; .* at least one row/],
  ["an empty bias", () => heads({ bq: [] }), "shape", /^bq is an empty list; .* one number per column/],
  ["a number in the padding", () => heads({ padding: [true, 1] }), "type", /^padding\[1\] is a number; /],
  ["a hole in the padding", () => heads({ padding: holed(true, true) }), "type", /^padding\[1\] is undefined; /],
  ["a context of another width", () => heads({ context: x }), "shape", /^context is 3×3 and wk is 2×2; /],
  ["an empty list of layers", () => e.encoder(stack({ layers: [] })), "shape", /^layers is an empty list; .* at least one layer/],
  ["a γ of another length", () => e.encoder(stack({}, { gamma2: [1] })), "shape", /^layers\[1\]: gamma2 is 1×1; .* 1×2/],
  ["NaN in w2", () => e.encoder(stack({}, { w2: [[1, nan], [1, 1]] })), "domain", /^layers\[1\]: w2: .* column 1 is NaN/],
  ["a memory of another width", () => e.decoder(stack({ memory: x })), "shape", /^layers\[0\]: memory is 3×3 and ck is 2×2; /],
  ["a causal mask of the memory", () => e.decoder(stack({ memoryMask: "causal" })), "type", /^memoryMask is "causal"; .* a boolean matrix/],
  ["a mask of the memory of another shape", () => e.decoder(stack({ memoryMask: [[true]] })), "shape", /memoryMask is 1×1; .* 2×2/],
  ["padding of the memory of another length", () => e.decoder(stack({ memoryPadding: [true] })), "shape", /memoryPadding is 1×1; .* 1×2/],
  ["held layers of an encoder", () => e.decoder(stack({ layers: heldEncoder })), "type", /^layers are held for an encoder\.$/],
  ["held layers of a decoder", () => e.encoder(stack({ layers: heldDecoder })), "type", /^layers are held for a decoder\.$/],
  ["a gradient of held layers", () => e.encoderGradient(stack({ layers: heldEncoder }), two), "type", /^layers are held; gradients need the parameters themselves\.$/],
  ["a copy of held layers", () => e.encoder(stack({ layers: { ...heldEncoder } })), "type", /^layers .*must be an array of layers/],
  ["NaN in layers to hold", () => e.holdLayers([{ ...layer, wk: [[1, nan], [1, 1]] }]), "domain", /^layers\[0\]\.wk/],
  ["a factor whose product overflows", () => e.drawLayer({ seed: 4, dim: 1, initialisation: "xavier", queryFactor: 1.7e308 }),
    "domain", /^queryFactor·wq: .* overflows/],

  ["a list as parameters", () => train({}, { parameters: [1] }), "type", /^state\.parameters is an array; .* Float32Array or a Float64Array/],
  ["two precisions in a state", () => train({ optimiser: "adam" }, { first: new Float64Array(32) }), "type", /^The states hold two precisions; /],
  ["two precisions in two lanes", () => together({ parameters: new Float64Array(32) }),
    "type", /^The states hold two precisions; /],
  ["lanes of two lengths", () => together({ parameters: new Float32Array(8) }), "shape", /^parameters has 8 entries; .* need 32\.$/],
  ["a lane of no scale", () => together({}, { scale: "1" }), "type", /^lanes\[1\]\.scale is a string; .* number/],
  ["lanes at two steps", () => together({ step: 1 }), "domain", /^The states of the lanes have taken different numbers of steps\.$/],
  ["scores that overflow in a test", () => e.testRecall({ ...task, scale: 1, parameters: new Float32Array(32).fill(1e30) }),
    "domain", /^The scores of these parameters overflow: make them smaller\.$/],
  ["a lane's clip of 0", () => train({ clip: 0 }), "domain", /^clip is 0; .* between 0\.001 and 1000000\.$/],
  ["a lane's soft cap that is no number", () => train({ softCap: "50" }), "type", /^softCap .*number/],
  ["a norm too large", () => e.testRecall({ ...task, scale: 1, queryKeyNorm: 2000, parameters: new Float32Array(32) }),
    "domain", /^queryKeyNorm is 2000; .* between 0\.01 and 1000\.$/],
  ["queries that overflow", () => e.recallAlignment({ ...task, parameters: new Float64Array(32).fill(1e300) }),
    "domain", /^The scores of these parameters overflow: make them smaller\.$/],
  ["scores that overflow in a check", () => e.checkRecall({ ...task, scale: 1e308, queryKeyFactor: 1e6 }),
    "domain", /^The scores of these parameters overflow: make them smaller\.$/],
  ["a date that is none", () => answer("tomorrow"), "domain", /1950 to 2049, written as 20 Nov 2026, /],
  ["a long text for a date", () => answer("9".repeat(1e6)), "domain", /1950 to 2049/],
  ["half a character for a date", () => answer("\ud83d"), "domain", /1950 to 2049/],
  ["a model of another size", () => e.testDates({ dim: 32, scale: 1, parameters: dates.parameters, seed: 1, count: 1 }), "shape", /^parameters /],

  ["an array that says to be shorter", () => e.attention(matrix(longer), x, x), "shape", /^queries is 3×3 but its data has 524288 entries\.$/],
  ["a class that says so", () => e.softmax(matrix(new LyingArray(100))), "shape", /^logits is 3×3 but its data has 100 entries\.$/],
  ["a mask that says so", () => attend({ mask: matrix(lying(new Uint8Array(9), 4), 2) }), "shape", /^mask is 2×2 but its data has 9 entries\.$/],
  ["memory that grows while the arguments are read", () => resized(2 ** 22), "type", changed],
  ["memory that shrinks", () => resized(0), "type", changed],
  ["memory that is transferred", transferred, "type", changed],
  ["a matrix whose memory is gone", () => e.attention(x, matrix(detached(9)), x), "type", gone],
  ["a mask whose memory is gone", () => attend({ mask: matrix(detached(9)) }), "type", gone],
  ["a list whose memory is gone", () => e.moments(detached(2)), "type", gone],
  ["a list whose memory was made smaller", () => e.quantiles(madeSmaller(), [0.5]), "type", gone],
  // Only the language can read a typed array through a proxy.
  ["a proxy of a matrix's data", () => e.softmax(matrix(proxied)), "type", /^logits.data is an object; /],
  ["a proxy of a list", () => e.moments(proxied), "type", /^data is an object; /],
  ["an object with a list's prototype", () => e.moments(Object.create(Float64Array.prototype)), "type", /^data is an obj/],
  ["a revoked proxy", () => e.moments(revoked()), "type", /^The arguments of moments could not be read: .*revoked\.$/],
  ...["two", -1, 0.5, nan, 2 ** 32, {}].flatMap((length): Row[] => [
    [`a list of length ${length}`, () => e.moments(withLength(length)), "type", /^data has a length that is .* whole number\.$/],
    [`a row of length ${length}`, () => e.softmax([withLength(length)]), "type", /^logits has a length that is /],
    [`outputs of length ${length}`, () => attend({ outputs: withLength(length) }), "type", /^outputs has a length/],
  ]),
  ["an endless list", () => e.moments(endless(1)), "limit", most],
  ["endless rows", () => e.softmax(endless([])), "limit", most],
  ["an endless row", () => e.softmax([endless(1)]), "limit", most],
  ["an endless mask", () => attend({ mask: endless([]) }), "limit", most],
  ["endless outputs", () => attend({ outputs: endless("weights") }), "limit", most],
  ["endless words", () => words(endless("a")), "limit", most],
  ["a seed that V8 cannot hold in an array that grows", () => draw({ seed: endless(1, 2 ** 27) }), "limit", /^seed would be 1×134217728; /],
];
