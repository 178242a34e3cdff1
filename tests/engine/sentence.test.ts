import { loadEngine, type Matrix, type Projection } from "attention-scale";
import { describe, expect, it } from "vitest";
import { expectClose, expectCloseMatrix, largest } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();
const PROJECTIONS: Projection[] = ["queries", "keys", "values"];

type Weighted = { weights: Matrix; entropy: number[]; peak: number[]; output: Matrix };
type Sentence = {
  words: string[];
  seed: number;
  dim: number;
  projections: "random" | "identity";
  exponent: number;
  /** Wide matrices show their first so many columns. */
  shown: number;
  x: Matrix;
  scores: Matrix;
  unscaled: Weighted;
  scaled: Weighted;
} & Record<Projection, Matrix>;

/** Its first columns. */
function cut({ rows, cols, data }: Matrix, shown: number): Matrix {
  const width = Math.min(cols, shown);
  return { rows, cols: width, data: data.filter((_, index) => index % cols < width) };
}

describe("a sentence taken through attention", () => {
  it.each(goldens<Sentence>("sentence"))("comes to NumPy's numbers: $name", (golden) => {
    const { words, seed, dim, projections, exponent, shown } = golden;
    // The roundings of dim products are of either sign and add up as √dim.
    const k = 4 + Math.sqrt(dim);

    const x = engine.wordVectors(words, { seed, dim });
    expectCloseMatrix(cut(x, shown), golden.x, { k: 2 });
    const project = (projection: Projection) =>
      projections === "identity" ? x : engine.project(x, { seed, projection });
    const [queries, keys, values] = PROJECTIONS.map(project) as [Matrix, Matrix, Matrix];
    for (const [index, projected] of [queries, keys, values].entries()) {
      const expected = golden[PROJECTIONS[index] as Projection];
      expectCloseMatrix(cut(projected, shown), expected, { k, of: largest(expected.data) });
    }

    const scales = { unscaled: 1, scaled: 1 / engine.scoreDivisor(dim, exponent) } as const;
    for (const [name, scale] of Object.entries(scales)) {
      const { scores, logits, weights, output } = engine.attention(queries, keys, values, {
        scale,
      });
      expectCloseMatrix(scores, golden.scores, { k, of: largest(golden.scores.data) });
      // The error of a logit, k eps of the largest, is the relative error of its weight; entropy
      // and output follow.
      const { entropy, peak } = engine.rowStatistics(weights);
      const expected = golden[name as keyof typeof scales];
      const carried = { k: k * largest(logits.data) };
      expectCloseMatrix(weights, expected.weights, carried);
      expectClose(peak, expected.peak, carried);
      expectClose(entropy, expected.entropy, carried);
      const of = largest(expected.output.data);
      expectCloseMatrix(cut(output, shown), expected.output, { ...carried, of });
    }
  });

  it("gives equal words equal rows", () => {
    const x = engine.wordVectors(["good", "I", "good"], { seed: 13, dim: 64 });
    const { weights } = engine.attention(x, x, x);
    expect(weights.data.subarray(6, 9)).toEqual(weights.data.subarray(0, 3));
  });
});
