import { EngineError, type Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import {
  type AttentionRequest,
  requestOf,
  SHOWN_COLUMNS,
  sentenceAttention,
  vectorsOf,
} from "../../web/src/attention/sentence-attention.js";
import { DEFINITIONS, START } from "../../web/src/state/state.js";
import { expectCloseMatrix } from "../engine/close.js";
import { asRows, goldens } from "../engine/goldens.js";
import { engine } from "../loaded-engine.js";

const words = ["I", "am", "good"];
const first: AttentionRequest = requestOf(START, words);
const attention = (request: Partial<AttentionRequest>) =>
  sentenceAttention(engine, { ...first, ...request });

describe("what the page shows of a sentence", () => {
  // tests/web/programs.test.ts compares X, scores, weights, entropies and Z with NumPy.

  it("is asked for by the state, or by the worked example where that is chosen", () => {
    const { seed, exponent } = START;
    expect(first).toEqual({ words, dim: 64, seed, projections: "random", exponent, x: null });
    expect(requestOf({ ...START, vectors: "example", dim: 512 }, ["other", "words"])).toEqual({
      words: ["I", "am", "good"],
      dim: 3,
      seed,
      projections: "identity",
      exponent,
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
          expect(matrix.cols).toBe(Math.min(SHOWN_COLUMNS, dim));
          expect(matrix.data).toHaveLength(3 * matrix.cols);
        }
      }
    },
  );
});

it("a table of word vectors finds each word's row, and the engine rejects a word it does not list", () => {
  const rows = [
    [1.71, 1.06, 1.49],
    [0.81, 2.01, 1.47],
  ];
  const table = { seed: 0, dim: 3, words: ["我", "很"], x: rows };
  const found = vectorsOf(engine, ["很", "我", "很"], table);
  expect(asRows(found)).toEqual([rows[1], rows[0], rows[1]]);
  const unknown = { ...requestOf({ ...START, vectors: "example" }, []), keyWords: ["bad", "good"] };
  expect(() => sentenceAttention(engine, unknown)).toThrow(EngineError);
});
