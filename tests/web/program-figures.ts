/** The blocks of numbers that hold each figure's numbers, in the program of its part. */
import type { PartName } from "../../web/src/state/state.js";

const SIDES = ["unscaled", "scaled"];

/** For each figure that can be taken away, the headings above its numbers in the program of its part. */
export const FIGURES: Readonly<Record<string, readonly string[]>> = {
  scores: ["scores"],
  x: ["word vectors X, the columns on the page"],
  weights: SIDES.map((side) => `${side} weights`),
  ...Object.fromEntries(
    SIDES.map((side) => [
      side,
      ["weights", "entropy", "largest weight"].map((it) => `${side} ${it}`),
    ]),
  ),
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
  ...Object.fromEntries(
    ["saturation-entropy-curve", "saturation-peak-curve"].map((figure) => [
      figure,
      [
        "factor, spread, entropy, largest weight",
        "rows of the sentence: spread, entropy, largest weight, unscaled and scaled",
      ],
    ]),
  ),
  "jacobian-matrix": ["J", "J: Frobenius and spectral norm"],
  "jacobian-matrix-scaled": ["J, divided", "J, divided: Frobenius and spectral norm"],
  "jacobian-norms": [
    "factor or a, Frobenius and spectral norm",
    "Frobenius norm of each row of the sentence, unscaled and scaled",
  ],
  "jacobian-upstream": [
    ...["g", "softmax", "J g", "J g by a central difference", "factor, norm of J g"],
  ],
  ...Object.fromEntries(
    ["peak", "jacobian", "gradient"].map((it) => [
      `gradient-fan-${it}`,
      [
        `${it}: exponent, d, median, lower and upper decile, mean of the draws`,
        `${it}: each row of the sentence, unscaled and scaled`,
      ],
    ]),
  ),
  ...Object.fromEntries(
    ["share", "median"].map((it) => [
      `gradient-${it}`,
      ["n, exponent, d, median of the gradient over the draws, share of the draws that supply it"],
    ]),
  ),
  "gradient-singles": ["gradient: one d, then single draws, unscaled and scaled"],
  "gradient-reaching": ["gradient", "jacobian"].map(
    (it) => `${it}: each row of the sentence, unscaled and scaled`,
  ),
  ...Object.fromEntries(
    SIDES.flatMap((side) =>
      Object.entries({ scores: "scores", queries: "Q", keys: "K" }).map(([of, by]) => [
        `gradient-own-${of}-${side}`,
        [`${side} loss`, `${side} dL/d${by}`],
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
  ...Object.fromEntries(
    SIDES.map((side) => [`many-lines-${side}`, [`${side} weights of the head`]]),
  ),
  "many-concat": ["Concat(Z_1 ... Z_h)", "Concat(Z_1 ... Z_h) W^O"],
  ...Object.fromEntries(
    ["queries", "weights"].map((it) => [
      `tensor-${it}`,
      [1, 2].map((at) => `${it}, sentence ${at}, head 1`),
    ]),
  ),
  "tensor-variance": [
    "whole tensor: variance of all scores, rows, columns",
    "sigma^2 of Q and of K, d_k sigma^4",
    ...Array.from({ length: 8 }, (_, i) => `head ${i + 1}: variance of all scores, rows, columns`),
  ],
  "widths-shapes": [],
  ...Object.fromEntries(
    ["entropy", "gradient"].map((it) => [
      `widths-${it}`,
      ["not divided", "divided by the root of d_model", "divided by the root of d_k"].map(
        (name) => `${name}: ${it}`,
      ),
    ]),
  ),
  "widths-unscaled-output": ["not divided: output"],
  "widths-scaled-output": ["divided by the root of d_k: output"],
  "cross-scores": ["cross scores"],
  ...Object.fromEntries(
    SIDES.flatMap((side) => [
      [`cross-${side}`, [`${side} cross weights`, `${side} cross entropy`]],
      [`cross-${side}-output`, [`${side} cross output`]],
    ]),
  ),
  ...Object.fromEntries(
    ["word vectors", "positions", "their sum"].map((what, i) => [
      `flow-${["vectors", "positions", "sum"][i]}`,
      ["encoder", "decoder"].map((of) => `${of}: ${what}`),
    ]),
  ),
  ...Object.fromEntries(
    ["spread", "entropy", "peak", "gradient"].map((figure, i) => [
      `depth-${figure}`,
      SIDES.map((side) => {
        const what = ["deviation", "entropy", "largest weight", "gradient"][i];
        return `${side} ${what}: median, lower and upper decile of each layer`;
      }),
    ]),
  ),
  "flow-mask": ["mask"],
  "flow-diagram": SIDES.flatMap((side) =>
    ["attention", "masked", "cross"].map(
      (of) => `${side} ${of}: mean entropy and largest weight of each layer`,
    ),
  ),
  ...Object.fromEntries(
    SIDES.flatMap((side) => [
      [`flow-weights-${side}`, [`${side} weights of the head`]],
      [`flow-before-${side}`, [`${side} matrix before`]],
      [`flow-output-${side}`, [`${side} output of the box`]],
    ]),
  ),
};

export const partOf = (figure: string): PartName =>
  figure.includes("-") ? (figure.slice(0, figure.indexOf("-")) as PartName) : "matrices";
