/** Bad calls about layers. */
import { e, infinity, large, nan, type Tables, two, x } from "./calls.js";

const square = { wq: two, wk: two, wv: two, wo: two };
const list = [1, 2];
const layer = {
  ...{ ...square, cq: two, ck: two, cv: two, co: two, w1: two, w2: two },
  ...{ gamma1: list, beta1: list, gamma2: list, beta2: list, gamma3: list, beta3: list },
};
const attend = (options: object) =>
  e.multiHeadAttention({ x: two, ...square, heads: 1, ...options });
const encode = (options: object, second: object = {}) =>
  e.encoder({ x: two, layers: [layer, { ...layer, ...second }], heads: 1, ...options });
const decode = (options: object, second: object = {}) =>
  e.decoder({
    x: two,
    memory: two,
    layers: [layer, { ...layer, ...second }],
    heads: 1,
    ...options,
  });
const sample = (options: object) =>
  e.sampleDepth({
    x: two,
    seed: 1,
    layers: 1,
    heads: 1,
    initialisation: "xavier",
    count: 1,
    ...options,
  });

const drawLayer = (options: object) =>
  e.drawLayer({ seed: 1, dim: 2, initialisation: "xavier", ...options });

// biome-ignore format: a table, whose rows would take six lines each
export const badLayers: Tables = {
  "multi-head attention": [
    ["none", () => e.multiHeadAttention(), "type", /^options is undefined; .* \{ x, /],
    ["no heads", () => attend({ heads: undefined }), "type", /^heads is undefined; .* a number/],
    ["0 heads", () => attend({ heads: 0 }), "domain", /^heads is 0; .* from 1 to 1024/],
    ["heads that do not divide", () => attend({ heads: 3 }),
      "shape", /^wq has 2 columns; with 3 heads their number must be a multiple of 3\.$/],
    ["no W^Q", () => attend({ wq: undefined }), "type", /^wq is undefined; .* a matrix/],
    ["W^O of another height", () => attend({ wo: x }), "shape", /^the concatenated heads is 2×2 and wo is 3×3; /],
    ["an empty context", () => attend({ context: [] }), "shape", /^context is 0×0; .* at least one row/],
    ["a context of another width", () => attend({ context: x }), "shape", /^context is 3×3 and wk is 2×2; /],
    ["an empty bias", () => attend({ bq: [] }), "shape", /^bq is an empty list; .* one number per column/],
    ["a bias of null", () => attend({ bk: null }), "type", /^bk is null; .* array of numbers/],
    ["NaN in W^K", () => attend({ wk: [[1, nan], [1, 1]] }), "domain", /^wk: .* row 0, column 1 is NaN/],
    ["∞ in a bias", () => attend({ bv: [1, infinity] }), "domain", /^bv: .* column 1 is ∞/],
    ["NaN in x", () => attend({ x: [[1, nan]] }), "domain", /^x: .* column 1 is NaN/],
    ["one in single precision",
      () => e.multiHeadAttention({ x: large, wq: large, wk: large, wv: large, wo: large, heads: 1 }),
      "domain", /overflows single precision/],
    ["a scale of ∞", () => attend({ scale: infinity }), "domain", /^scale is Infinity; .* finite/],
    ["causal of text", () => attend({ causal: "yes" }), "type", /^causal is a string; .* true or false/],
    ["padding of text", () => attend({ padding: "11" }), "type", /^padding is a string; .* true and false/],
    ["a number in the padding", () => attend({ padding: [true, 1] }), "type", /^padding\[1\] is a number; /],
    ["a hole in the padding", () => attend({ padding: [true, undefined] }), "type", /^padding\[1\] is null; /],
    ["no padding entries", () => attend({ padding: [] }), "shape", /^padding is 1×0; .* 1×2/],
    ["an unknown output", () => attend({ outputs: ["weights"] }),
      "type", /^outputs must be an array of names from heads, concatenated, output\.$/],
    ["no upstream gradient", () => e.multiHeadAttentionGradient({ x: two, ...square, heads: 1 }),
      "type", /^dOutput is undefined; .* a matrix/],
    ["an upstream gradient of another shape", () => e.multiHeadAttentionGradient({ x: two, ...square, heads: 1 }, x),
      "shape", /^dOutput is 3×3; .* 2×2/],
    ["an upstream gradient of ∞",
      () => e.multiHeadAttentionGradient({ x: two, ...square, heads: 1 }, [[1, infinity], [1, 1]]),
      "domain", /^dOutput: .* ∞/],
  ],
  "a stack": [
    ["none", () => e.encoder(), "type", /^options is undefined; /],
    ["no layers", () => encode({ layers: undefined }), "type", /^layers is undefined; .* array of layers/],
    ["an empty list of layers", () => encode({ layers: [] }), "shape", /^layers is an empty list; .* at least one layer/],
    ["a layer of text", () => encode({ layers: ["one"] }), "type", /^layers\[0\] is a string; /],
    ["a layer without γ", () => encode({}, { gamma1: undefined }), "type", /^layers\[1\]\.gamma1 is undefined; /],
    ["a γ of another length", () => encode({}, { gamma2: [1] }), "shape", /^layers\[1\]\.gamma2 is 1×1; .* 1×2/],
    ["w1 of another height", () => encode({}, { w1: x }), "shape", /^x is 2×2 and layers\[1\]\.w1 is 3×3; /],
    ["NaN in w2", () => encode({}, { w2: [[1, nan], [1, 1]] }), "domain", /^layers\[1\]\.w2: .* column 1 is NaN/],
    ["a layer that changes the width", () => encode({}, { wo: [[1], [1]] }), "shape", /2×2 .* 2×1; .* columns/],
    ["an unknown place of the norm", () => encode({ norm: "none" }), "type", /^norm must be one of post, pre\.$/],
    ["an unknown activation", () => encode({ activation: "tanh" }), "type", /^activation must be one of relu, gelu\.$/],
    ["an epsilon of 0", () => encode({ epsilon: 0 }), "domain", /^epsilon is 0; it must be above 0/],
    ["a variance that overflows", () => encode({ x: [[1e200, -1e200]], norm: "pre" }), "domain", /^the variance of a row .* ∞/],
    ["an unknown output", () => encode({ outputs: ["heads"] }), "type", /^outputs must be an array of names from layers, output\.$/],
    ["no memory", () => decode({ memory: undefined }), "type", /^memory is undefined; .* a matrix/],
    ["an empty memory", () => decode({ memory: [] }), "shape", /^memory is 0×0; .* at least one row/],
    ["a memory of another width", () => decode({ memory: x }), "shape", /^memory is 3×3 and layers\[0\]\.ck is 2×2; /],
    ["a causal mask of the memory", () => decode({ memoryMask: "causal" }), "type", /^memoryMask must be a boolean matrix/],
    ["a mask of the memory of another shape", () => decode({ memoryMask: [[true]] }), "shape", /^memoryMask is 1×1; .* 2×2/],
    ["padding of the memory of another length", () => decode({ memoryPadding: [true] }), "shape", /^memoryPadding is 1×1; .* 1×2/],
    ["no upstream gradient", () => e.decoderGradient({ x: two, memory: two, layers: [layer], heads: 1 }),
      "type", /^dOutput is undefined; .* a matrix/],
  ],
  "the drawn parameters of a layer": [
    ["none", () => e.drawLayer(), "type", /^options is undefined; .* \{ seed, /],
    ["no seed", () => drawLayer({ seed: undefined }), "type", /^seed is undefined; /],
    ["half a seed", () => drawLayer({ seed: [0.5] }), "domain", /^seed\[0\] is 0\.5; /],
    ["a d of 0", () => drawLayer({ dim: 0 }), "domain", /^dim is 0; .* from 1 /],
    ["a hidden width of 0", () => drawLayer({ hidden: 0 }), "domain", /^hidden is 0; .* from 1 /],
    ["an unknown initialisation", () => drawLayer({ initialisation: "he" }), "type", /^initialisation must be one of xavier, packed, normal\.$/],
    ["an infinite factor", () => drawLayer({ queryFactor: Infinity }), "domain", /^queryFactor is Infinity; /],
    ["a factor whose product overflows", () => drawLayer({ seed: 4, dim: 1, queryFactor: 1.7e308 }), "domain", /^queryFactor·wq: .* overflows/],
    ["a number for cross", () => drawLayer({ cross: 1 }), "type", /^cross is .*true or false/],
  ],
  "positions and draws of initialisations": [
    ["no rows", () => e.positions({ rows: 0, cols: 2 }), "domain", /^rows is 0; .* from 1 /],
    ["half a column", () => e.positions({ rows: 1, cols: 0.5 }), "domain", /^cols is 0.5; .* whole number/],
    ["no options", () => e.positions(), "type", /^options is undefined; .* \{ rows, cols \}/],
    ["an unknown initialisation", () => sample({ initialisation: "he" }), "type", /^initialisation must be one of xavier, packed, normal\.$/],
    ["no words", () => sample({ x: [] }), "shape", /^x is 0×0; .* at least one/],
    ["65 layers", () => sample({ layers: 65 }), "domain", /^layers is 65; .* from 1 to 64/],
  ],
};
