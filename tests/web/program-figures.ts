/** The blocks of numbers that hold each figure's numbers, in the program of its part. */
import type { PartName } from "../../web/src/state/state.js";

const SIDES = ["unscaled", "scaled"];
/** Figures whose names and headings follow one rule. */
const each = <T>(of: readonly T[], figure: (one: T, i: number) => [string, string[]]) =>
  Object.fromEntries(of.map(figure));
/** The same for both sides. */
const both = (heading: string) => SIDES.map((side) => `${side} ${heading}`);

/** For each figure that can be taken away, the headings above its numbers in the program of its part. */
export const FIGURES: Readonly<Record<string, readonly string[]>> = {
  scores: ["scores"],
  x: ["word vectors X, the columns on the page"],
  weights: both("weights"),
  ...each(SIDES, (side) => [
    side,
    ["weights", "entropy", "largest weight"].map((it) => `${side} ${it}`),
  ]),
  unscaledOutput: ["unscaled Z"],
  scaledOutput: ["scaled Z"],
  "variance-histogram": [
    "mean and standard deviation of the query, the key and the scaled scores",
    "histogram of the scaled scores: edges",
    "histogram of the scaled scores: counts",
  ],
  "variance-entries": [
    "first entries of the query",
    "mean and standard deviation of the query, the key and the scaled scores",
  ],
  "variance-rows": ["scores", "scaled scores"].map(
    (it) => `variance of the sentence's ${it}: all, rows, columns`,
  ),
  "variance-spread": [
    "d, mean and deviation of the repeats, both divided by sqrt(d), sqrt(d) sigma²",
    "d, deviation of the sentence's scores, divided by sqrt(d)",
  ],
  "variance-aligned": [
    "d, deviation of q·k of independent vectors, its mean at c = 0.28 and 0.6, all divided by sqrt(d)",
  ],
  "saturation-logits": ["logits", "softmax"],
  "saturation-weights": ["logits", "softmax"],
  ...each(["entropy", "peak"], (it) => [
    `saturation-${it}-curve`,
    [
      "factor, spread, entropy, largest weight",
      "rows of the sentence: spread, entropy, largest weight, unscaled and scaled",
    ],
  ]),
  "jacobian-matrix": ["J", "J: Frobenius and spectral norm"],
  "jacobian-matrix-scaled": ["J, divided", "J, divided: Frobenius and spectral norm"],
  "jacobian-norms": [
    "factor or a, Frobenius and spectral norm",
    "Frobenius norm of each row of the sentence, unscaled and scaled",
  ],
  "jacobian-upstream": [
    ...["g", "softmax", "J g", "J g by a central difference", "factor, norm of J g"],
  ],
  ...each(["peak", "jacobian", "gradient"], (it) => [
    `gradient-fan-${it}`,
    [
      `${it}: exponent, d, median, lower and upper decile, mean of the draws`,
      `${it}: each row of the sentence, unscaled and scaled`,
    ],
  ]),
  ...each(["share", "median"], (it) => [
    `gradient-${it}`,
    ["n, exponent, d, median of the gradient over the draws, share of the draws that supply it"],
  ]),
  "gradient-singles": ["gradient: one d, then single draws, unscaled and scaled"],
  "gradient-reaching": ["gradient", "jacobian"].map(
    (it) => `${it}: each row of the sentence, unscaled and scaled`,
  ),
  ...Object.assign(
    {},
    ...SIDES.map((side) =>
      each(["scores", "queries", "keys"], (of, i) => [
        `gradient-own-${of}-${side}`,
        [`${side} loss`, `${side} dL/d${["scores", "Q", "K"][i]}`],
      ]),
    ),
  ),
  "exponent-map": ["exponent, power of d by which the median changes between neighbouring d"],
  "exponent-curves": ["exponent, median for each d = 1, 2, 4 ..."],
  "exponent-growth": [
    "n, entropy (lower decile, median, upper decile) over sqrt(d), times kappa ln(n) / d and its root, ln(n)",
    "the sentence: n, entropy of each row",
  ],
  "exponent-places-logits": ["logits in fewer digits"],
  "exponent-places-difference": ["logits in fewer digits minus exact logits"],
  "steps-chain": [
    "scores",
    ...SIDES.flatMap((side) => [`${side} weights`, `${side} Z`]),
    ...["products", "logits", "exponentials", "weighted words"].map((it) => `${it} of the row`),
  ],
  "many-heads": SIDES.flatMap((side) =>
    Array.from(
      { length: 8 },
      (_, i) => `${side}, head ${i + 1}: entropy and largest weight of the word`,
    ),
  ),
  ...each(SIDES, (side) => [`many-lines-${side}`, [`${side} weights of the head`]]),
  "many-concat": ["Concat(Z_1 ... Z_h)", "Concat(Z_1 ... Z_h) W^O"],
  ...each(["queries", "weights"], (it) => [
    `tensor-${it}`,
    [1, 2].map((at) => `${it}, sentence ${at}, head 1`),
  ]),
  "tensor-variance": [
    "whole tensor: variance of all scores, rows, columns",
    "sigma^2 of Q and of K, d_k sigma^4",
    ...Array.from({ length: 8 }, (_, i) => `head ${i + 1}: variance of all scores, rows, columns`),
  ],
  "widths-shapes": [],
  ...each(["entropy", "gradient"], (it) => [
    `widths-${it}`,
    ["not divided", "divided by the root of d_model", "divided by the root of d_k"].map(
      (name) => `${name}: ${it}`,
    ),
  ]),
  "widths-unscaled-output": ["not divided: output"],
  "widths-scaled-output": ["divided by the root of d_k: output"],
  "cross-scores": ["cross scores"],
  ...each(SIDES, (side) => [`cross-${side}`, [`${side} cross weights`, `${side} cross entropy`]]),
  ...each(SIDES, (side) => [`cross-${side}-output`, [`${side} cross output`]]),
  ...each(["word vectors", "positions", "their sum"], (what) => [
    `flow-${what.split(" ").at(-1)}`,
    ["encoder", "decoder"].map((of) => `${of}: ${what}`),
  ]),
  ...each(["spread", "entropy", "peak", "gradient"], (figure, i) => [
    `depth-${figure}`,
    both(
      `${["deviation", "entropy", "largest weight", "gradient"][i]}: median, lower and upper decile of each layer`,
    ),
  ]),
  "flow-mask": ["mask"],
  "flow-diagram": SIDES.flatMap((side) =>
    ["attention", "masked", "cross"].map(
      (of) => `${side} ${of}: mean entropy and largest weight of each layer`,
    ),
  ),
  ...each(SIDES, (side) => [`flow-weights-${side}`, [`${side} weights of the head`]]),
  ...each(SIDES, (side) => [`flow-before-${side}`, [`${side} matrix before`]]),
  ...each(SIDES, (side) => [`flow-output-${side}`, [`${side} output of the box`]]),
};

export const partOf = (figure: string): PartName =>
  figure.includes("-") ? (figure.slice(0, figure.indexOf("-")) as PartName) : "matrices";
