/** Bad calls about saturation, reduced precision and losses. */
import { e, infinity, nan, type Tables, two, x } from "./calls.js";

const reduce = (options: object) => e.reducedScores(two, two, { precision: "half", ...options });
const differ = (step: unknown) => e.softmaxCentralDifference([1, 2], [1, 0], { step });
const lose = (options: object) => e.outputLoss(two, two, { loss: "target", target: 0, ...options });

// biome-ignore format: a table, whose rows would take six lines each
export const badSaturation: Tables = {
  "logits, a direction or scales": [
    ["no logits", () => e.jacobianNorms([]), "shape", /^logits is 1×0; .* at least one/],
    ["text", () => e.jacobianNorms("12"), "type", /^logits is a string; .* array of numbers/],
    ["NaN among logits", () => e.jacobianNorms([1, nan]),
      "domain", /^logits: .* column 1 is NaN; .* finite number or −∞/],
    ["a direction of another length", () => e.softmaxCentralDifference([1, 2], [1], { step: 1 }),
      "shape", /^logits has 2 entries and direction 1; .* same number/],
    ["a step of 0", () => differ(0), "domain", /^step is 0; it must be above 0/],
    ["no step", () => differ(undefined), "type", /^step is undefined; .* a number/],
    ["no options", () => e.softmaxCentralDifference([1], [1]),
      "type", /^options is undefined; .* \{ step \}/],
    ["−∞ in saturation", () => e.saturation([1, -infinity], [1]),
      "domain", /^logits: .* column 1 is −∞; .* finite number/],
  ],
  "upstream gradients and points": [
    ["an upstream gradient of another length", () => e.passedNorms([1, 2], [1], [1]),
      "shape", /2 entries and upstream 1; .* same number/],
    ["points of two lengths", () => e.localExponents([1, 2], [1]),
      "shape", /^x has 2 entries and y 1; .* at least 2/],
    ["text for points", () => e.localExponents("12", [1, 2]), "type", /^x is a string/],
  ],
  "queries and keys of other calls": [
    ["no rows", () => e.queryGradients([], x), "shape", /^queries is 0×0; .* at least one row/],
    ["other lengths", () => e.queryGradients(x, two), "shape", /^queries is 3×3 .* 2×2; .* d_k/],
    ["a scale of ∞", () => e.queryGradients(x, x, { scale: infinity }),
      "domain", /^scale is Infinity; .* finite/],
    ["a scale of null", () => e.queryGradients(x, x, { scale: null }),
      "type", /^scale is null; .* a number/],
    ["options of null", () => e.queryGradients(x, x, null),
      "type", /^options is null; .* \{ scale \}/],
    ["NaN among keys", () => e.reducedScores([[1]], [[nan]], { precision: "half" }),
      "domain", /^keys: .* NaN; .* finite/],
  ],
  "a precision and its options": [
    ["none", () => e.reducedScores(two, two), "type", /^options is undefined; .* \{ precision, place \}/],
    ["an unknown one", () => reduce({ precision: "quarter" }),
      "type", /^precision must be one of double, float, half, bfloat16\.$/],
    ["a number", () => reduce({ precision: 2 }), "type", /^precision must be one of double/],
    ["an unknown place", () => reduce({ place: "values" }),
      "type", /^place must be one of scores, queries, keys, both\.$/],
    ["a place of null", () => reduce({ place: null }), "type", /^place must be one of scores/],
    ["an unknown sum", () => reduce({ accumulate: "double" }),
      "type", /^accumulate must be one of same, float\.$/],
    ["size 0", () => reduce({ size: 0 }), "domain", /^size is 0; it must be above 0/],
    ["size text", () => reduce({ size: "2" }), "type", /^size is a string; .* a number/],
  ],
  "a loss": [
    ["none", () => e.outputLoss(two, two), "type", /^options is undefined; .* \{ loss, target \}/],
    ["an unknown one", () => lose({ loss: "mean" }),
      "type", /^loss must be one of sum, squares, target\.$/],
    ["no target", () => lose({ target: undefined }), "type", /^target is undefined; .* a number/],
    ["a target beyond the values", () => lose({ target: 2 }),
      "domain", /^target is 2; .* whole number from 0 to 1/],
    ["values of another width", () => e.outputLoss(two, x, { loss: "sum" }),
      "shape", /^output is 2×2 and values is 3×3; .* d_v/],
  ],
};
