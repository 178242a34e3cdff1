/** Bad calls about the recall task. */
import { e, infinity, nan, type Tables } from "./calls.js";

const task = { dim: 4, n: 2, batch: 1, seed: 1 };
const state = {
  parameters: new Float32Array(32),
  first: new Float32Array(0),
  second: new Float32Array(0),
  step: 0,
};
const lane = { scale: 1, rate: 0.1, state };
const train = (options: object) =>
  e.trainRecall({ ...task, ...lane, optimiser: "sgd", steps: 1, ...options });
const together = (lanes: unknown) =>
  e.trainRecallLanes({ ...task, optimiser: "sgd", steps: 1, lanes });
const data = { tokens: [1, 2], values: [1, 2], right: [0] };
const single = (rows: number, cols = 4) => ({ rows, cols, data: new Float32Array(rows * cols) });
const good = { tokens: single(2), values: single(2), right: [0] };
const weights = (options: object) =>
  e.recallWeights({ ...task, ...state, scale: 1, step: 0, ...options });

// biome-ignore format: a table, whose rows would take six lines each
export const badRecall: Tables = {
  "the recall task": [
    ["none", () => e.trainRecall(), "type", /^options is undefined; .* \{ dim: 64, /],
    ["d too small", () => train({ dim: 3 }), "domain", /^dim is 3; .* from 4 to 512\.$/],
    ["half a batch", () => train({ batch: 0.5 }), "domain", /^batch is 0.5; .* whole number from 1 to 512\.$/],
    ["a negative seed", () => train({ seed: -1 }), "domain", /^seed is -1; .* from 0 to 4294967295\.$/],
    ["no steps", () => train({ steps: 0 }), "domain", /^steps is 0; .* from 1 to 100000\.$/],
    ["a draw of no such kind", () => e.startRecall({ ...task, initialisation: "zero" }),
      "type", /^initialisation must be one of xavier, packed, normal\.$/],
    ["a negative factor", () => e.startRecall({ ...task, queryKeyFactor: -1 }),
      "domain", /^queryKeyFactor is -1; .* between 0 and 1000000\.$/],
    ["half precision", () => e.startRecall({ ...task, dtype: "float16" }),
      "type", /^dtype must be one of float32, float64\.$/],
    ["steps beyond the last seed", () => e.recallData({ ...task, step: 2 ** 32 - 1, steps: 2 }),
      "domain", /^step is 4294967295; .* from 0 to 4294967294\.$/],
    ["data beyond the memory", () => e.recallData({ dim: 512, n: 64, batch: 512, seed: 1, step: 1, steps: 100 }),
      "limit", /^the tokens would be 3276800×512; .* up to 134217728 entries\.$/],
  ],
  "an optimiser": [
    ["none", () => train({ optimiser: undefined }), "type", /^optimiser must be one of sgd, momentum, adam, adamw\.$/],
    ["of no such name", () => train({ optimiser: "rmsprop" }), "type", /^optimiser must be one of sgd, /],
    ["a rate in words", () => train({ rate: "1" }), "type", /^rate is a string; .* a number/],
    ["momentum 1", () => train({ momentum: 1 }), "domain", /^momentum is 1; it must be 0 or more and below 1\.$/],
  ],
  "a lane": [
    ["no scale", () => train({ scale: undefined }), "type", /^scale is undefined; .* a number/],
    ["an infinite scale", () => train({ scale: infinity }), "domain", /^scale is Infinity; .* finite/],
    ["a negative factor of the rate", () => train({ queryKeyRate: -1 }),
      "domain", /^queryKeyRate is -1; .* between 0 and 10000\.$/],
    ["no lanes", () => together([]), "domain", /^the number of lanes is 0; .* from 1 to 64\.$/],
    ["one lane alone", () => together(lane), "type", /^lanes is an object; .* array of lanes/],
    ["null among lanes", () => together([lane, null]), "type", /^lanes\[1\] is null; .* a lane/],
    ["no state", () => train({ state: undefined }), "type", /^state is undefined; .* \{ parameters, first, second, step \}/],
    ["a list as parameters", () => train({ state: { ...state, parameters: [1] } }),
      "type", /^state\.parameters is an array; .* Float32Array or a Float64Array/],
    ["too few parameters", () => train({ state: { ...state, parameters: new Float32Array(3) } }),
      "shape", /^parameters has 3 entries; .* need 32\.$/],
    ["moments that SGD has not", () => train({ state: { ...state, first: new Float32Array(32) } }),
      "shape", /^first has 32 entries; .* need 0\.$/],
    ["moments that are missing", () => train({ optimiser: "adam", state: { ...state, step: 1 } }),
      "shape", /^first has 0 entries; .* need 32\.$/],
    ["NaN among parameters", () => train({ state: { ...state, parameters: new Float32Array(32).fill(nan) } }),
      "domain", /^parameters: .* is NaN; .* finite/],
    ["two precisions", () => train({ optimiser: "adam", state: { ...state, first: new Float64Array(32) } }),
      "type", /^The lists of state hold two precisions; /],
    ["two precisions in two lanes",
      () => together([lane, { ...lane, state: { ...state, parameters: new Float64Array(32) } }]),
      "type", /^lanes\[1\]\.state\.parameters and lanes\[0\]\.state\.parameters hold two precisions; /],
    ["lanes of two lengths",
      () => together([lane, { ...lane, state: { ...state, parameters: new Float32Array(8) } }]),
      "shape", /^lanes\[1\]\.state\.parameters has 8 entries and that of lane 0 32\.$/],
    ["lanes at two steps", () => together([lane, { ...lane, state: { ...state, step: 1 } }]),
      "domain", /^The states of the lanes have taken different numbers of steps\.$/],
    ["steps that are no whole number", () => train({ state: { ...state, step: 0.5 } }), "domain", /^state\.step is 0.5; /],
  ],
  "data of the recall task": [
    ["lists", () => train({ data }), "type", /^data\.tokens: row 0 is a number; /],
    ["too few rows", () => train({ data: { ...good, tokens: single(1) } }),
      "shape", /^data\.tokens has 1 rows; these steps need 2\.$/],
    ["too narrow", () => train({ data: { ...good, values: single(2, 3) } }),
      "shape", /^values is 2×3; for this task it must be 2×4\.$/],
    ["in double precision", () => train({ data: { ...good, values: [[1, 2, 3, 4], [1, 2, 3, 4]] } }),
      "type", /^States and data hold two precisions; /],
    ["a right token too many", () => train({ data: { ...good, right: [0, 1] } }),
      "shape", /^data\.right has 2 entries; these steps need 1\.$/],
    ["a right token that is none", () => train({ data: { ...good, right: [2] } }),
      "domain", /^right is 2; .* between 0 and 1\.$/],
    ["∞ among tokens", () => train({ data: { ...good, tokens: { ...single(2), data: new Float32Array(8).fill(infinity) } } }),
      "domain", /^tokens: .* is ∞; .* finite/],
  ],
  "a trained head": [
    ["no parameters", () => weights({ parameters: undefined }), "type", /^parameters is undefined; .* Float32Array/],
    ["too many parameters", () => weights({ parameters: new Float32Array(33) }),
      "shape", /^parameters has 33 entries; .* need 32\.$/],
    ["scores that overflow", () => weights({ parameters: new Float32Array(32).fill(1e30) }),
      "domain", /^scale·QKᵀ: .* overflows single precision/],
    ["scores that overflow in a test", () => e.testRecall({ ...task, scale: 1, parameters: new Float32Array(32).fill(1e30) }),
      "domain", /^The scores of these parameters overflow: make them smaller\.$/],
    ["queries that overflow", () => e.recallAlignment({ ...task, parameters: new Float64Array(32).fill(1e300) }),
      "domain", /^The scores of these parameters overflow: make them smaller\.$/],
    ["scores that overflow in a check", () => e.checkRecall({ ...task, scale: 1e308, queryKeyFactor: 1e6 }),
      "domain", /^The scores of these parameters overflow: make them smaller\.$/],
    ["NaN as scale of a check", () => e.checkRecall({ ...task, scale: nan }), "domain", /^scale is NaN; .* finite/],
  ],
};
