/** Attention whose queries and keys are of different words. */
import { EngineError, loadEngine, type Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { requestOf, sentenceAttention } from "../../web/src/attention/sentence-attention.js";
import { example } from "../../web/src/attention/sources.js";
import { crossRequest } from "../../web/src/parts/cross/two-sentences.js";
import { EXAMPLE_WORDS, START } from "../../web/src/state/state.js";
import { findingOf } from "../../web/src/text/finding.js";
import { asRows } from "../engine/goldens.js";

const engine = await loadEngine();
const EXAMPLE_X = START.x;
const CHINESE = ["我", "很", "好"];
const Y = [
  [1.71, 1.06, 1.49],
  [0.81, 2.01, 1.47],
  [1.42, 2.38, 0.11],
];
const cross = crossRequest({ ...START, vectors: "example" }, EXAMPLE_WORDS, CHINESE);

const places = (matrix: Matrix, digits: number) =>
  asRows(matrix).map((row) => row.map((value) => value.toFixed(digits)));

describe("attention from the words of one language to those of another", () => {
  const result = sentenceAttention(engine, cross);

  it("has the worked example's weights", () => {
    expect(places(result.unscaled.weights, 2)).toEqual([
      ["0.10", "0.66", "0.24"],
      ["0.49", "0.49", "0.02"],
      ["0.16", "0.42", "0.42"],
    ]);
  });

  it("has rows of the queries' words and columns of the keys'", () => {
    expect([result.queryWords, result.keyWords]).toEqual([EXAMPLE_WORDS, CHINESE]);
    expect(asRows(result.x)).toEqual(EXAMPLE_X);
    expect(asRows(result.keys)).toEqual(Y);
    const { query, key } = findingOf(result);
    expect(EXAMPLE_WORDS).toContain(query);
    expect(CHINESE).toContain(key);
  });

  it("need not be square, with drawn vectors and projections", () => {
    const words = ["the", "cat", "sat"];
    const request = { ...requestOf(START, words), keyWords: ["a", "mat"] };
    const { scores, unscaled, scaled, queryWords, keyWords } = sentenceAttention(engine, request);
    expect([queryWords, keyWords]).toEqual([words, ["a", "mat"]]);
    expect([scores.rows, scores.cols]).toEqual([3, 2]);
    for (const { weights, entropy, output } of [unscaled, scaled]) {
      expect([weights.rows, weights.cols, output.rows, entropy.length]).toEqual([3, 2, 3, 3]);
    }
    // The scores of all five words hold those of three with two.
    const all = sentenceAttention(engine, requestOf(START, [...words, "a", "mat"]));
    const corner = asRows(all.scores).slice(0, 3);
    expect(asRows(scores)).toEqual(corner.map((row) => row.slice(3)));
  });
});

it("a table of word vectors finds each word's row, and the engine rejects a word it does not list", () => {
  const table = example([...EXAMPLE_WORDS, ...CHINESE], [...EXAMPLE_X, ...Y]);
  expect(asRows(table.vectors(["好", "I", "好"]))).toEqual([Y[2], EXAMPLE_X[0], Y[2]]);
  const unknown = { ...requestOf({ ...START, vectors: "example" }, []), keyWords: ["bad", "good"] };
  expect(() => sentenceAttention(engine, unknown)).toThrow(EngineError);
});
