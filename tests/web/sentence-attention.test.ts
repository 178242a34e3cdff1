import { loadEngine, type Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import {
  type AttentionRequest,
  requestOf,
  SHOWN,
  sentenceAttention,
} from "../../web/src/attention/sentence-attention.js";
import { DEFINITIONS, START } from "../../web/src/state/state.js";
import { expectClose, expectCloseMatrix, largest } from "../engine/close.js";
import { asRows, goldens } from "../engine/goldens.js";

const engine = await loadEngine();
const words = ["I", "am", "good"];
const first: AttentionRequest = requestOf(START, words);
const attention = (request: Partial<AttentionRequest>) =>
  sentenceAttention(engine, { ...first, ...request });

type Weighted = { weights: Matrix; entropy: number[]; peak: number[]; output: Matrix };
type Golden = Pick<AttentionRequest, "words" | "seed" | "dim" | "projections" | "exponent"> &
  Record<"x" | "queries" | "keys" | "scores", Matrix> &
  Record<"unscaled" | "scaled", Weighted>;

describe("what the page shows of a sentence", () => {
  it.each(goldens<Golden>("sentence"))("comes to NumPy's numbers: $name", (golden) => {
    const { words, seed, dim, projections, exponent } = golden;
    const shown = attention({ words, seed, dim, projections, exponent });
    // A score's error is a relative one in its weight.
    const k = 4 + Math.sqrt(dim);
    for (const name of ["x", "queries", "keys", "scores"] as const) {
      expectCloseMatrix(shown[name], golden[name], { k, of: largest(golden[name].data) });
    }
    for (const name of ["unscaled", "scaled"] as const) {
      const [side, expected] = [shown[name], golden[name]];
      const carried = { k: k * largest(golden.scores.data.map((score) => score / side.divisor)) };
      expectCloseMatrix(side.weights, expected.weights, carried);
      expectClose(side.entropy, expected.entropy, carried);
      expectClose(side.peak, expected.peak, carried);
      const peaks = asRows(expected.weights).map((row) => row.indexOf(Math.max(...row)));
      expect([...side.peakIndex]).toEqual(peaks);
      const of = largest(expected.output.data);
      expectCloseMatrix(side.output, expected.output, { ...carried, of });
    }
  });

  it("is asked for by the state, or by the worked example where that is chosen", () => {
    const { seed, exponent } = START;
    expect(first).toEqual({ words, dim: 64, seed, projections: "random", exponent, x: null });
    expect(requestOf({ ...START, vectors: "example", dim: 512 }, ["other", "words"])).toEqual({
      ...{ words: ["I", "am", "good"], dim: 3, seed, projections: "identity", exponent },
      x: START.x,
    });
  });

  it("is, for the worked example, what R says", () => {
    const [golden] = goldens<Record<"x" | "weights" | "z", Matrix>>("worked_example");
    const shown = sentenceAttention(engine, requestOf({ ...START, vectors: "example" }, []));
    for (const name of ["x", "queries", "keys"] as const) expect(shown[name]).toEqual(golden?.x);
    expectCloseMatrix(shown.unscaled.weights, golden?.weights as Matrix, { k: 4 });
    expectCloseMatrix(shown.unscaled.output, golden?.z as Matrix, { k: 4 });
    expect(shown.scaled.divisor).toBe(Math.sqrt(3));
  });

  it("is the same on both sides where the divisor is 1", () => {
    for (const request of [{ exponent: 0 }, { dim: 1 }]) {
      const { scaled, unscaled, change } = attention(request);
      expect(scaled).toEqual(unscaled);
      expect([...change.distance]).toEqual([0, 0, 0]);
    }
  });

  it.each(DEFINITIONS.projections.words)(
    "holds the first 16 coordinates at most, %s projections",
    (projections) => {
      for (const dim of [1, 15, 16, 17, 200]) {
        const { x, queries, keys, unscaled, scaled } = attention({ dim, projections });
        for (const matrix of [x, queries, keys, unscaled.output, scaled.output]) {
          expect(matrix.cols).toBe(Math.min(SHOWN, dim));
          expect(matrix.data).toHaveLength(3 * matrix.cols);
        }
      }
    },
  );
});
