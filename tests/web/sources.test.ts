/** Word vectors from any source, and attention whose queries and keys are of different words. */
import { EngineError, loadEngine, type Matrix } from "attention-scale";
import { beforeEach, describe, expect, it } from "vitest";
import { Calculator } from "../../web/src/attention/calculator.js";
import {
  type AttentionRequest,
  requestOf,
  type SentenceAttention,
  sentenceAttention,
  withVectors,
} from "../../web/src/attention/sentence-attention.js";
import { drawn, example, type VectorSource } from "../../web/src/attention/sources.js";
import { findingOf } from "../../web/src/parts/matrices/caption.js";
import { EXAMPLE_WORDS, START } from "../../web/src/state/state.js";
import { asRows } from "../engine/goldens.js";
import { delivery, prepareWorkers, workers } from "./worker-double.js";

const engine = await loadEngine();
const EXAMPLE_X = START.x;
const CHINESE = ["我", "很", "好"];
const Y = [
  [1.71, 1.06, 1.49],
  [0.81, 2.01, 1.47],
  [1.42, 2.38, 0.11],
];
/** The vectors of the worked example in both languages. */
const table = example([...EXAMPLE_WORDS, ...CHINESE], [...EXAMPLE_X, ...Y]);
const cross: AttentionRequest = {
  ...requestOf({ ...START, vectors: "example" }, []),
  keyWords: CHINESE,
};
/** A request as a source has answered it at once. */
const answered = (source: VectorSource, request: AttentionRequest) =>
  withVectors(source, request) as AttentionRequest;

const places = (matrix: Matrix, digits: number) =>
  asRows(matrix).map((row) => row.map((value) => value.toFixed(digits)));

describe("attention from the words of one language to those of another", () => {
  const result = sentenceAttention(engine, answered(table, cross));

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

describe("a source of word vectors", () => {
  it("draws what a request without a source gets", () => {
    const request = requestOf(START, ["I", "am", "good"]);
    const given = answered(drawn(engine, request), request);
    const { request: _, ...result } = sentenceAttention(engine, given);
    expect(sentenceAttention(engine, request)).toEqual({ request, ...result });
  });

  it("that is a table finds each word's row, and the engine rejects a word it does not list", () => {
    expect(asRows(table.vectors(["好", "I", "好"]))).toEqual([Y[2], EXAMPLE_X[0], Y[2]]);
    const unknown = answered(table, { ...cross, keyWords: ["bad", "好"] });
    expect(() => sentenceAttention(engine, unknown)).toThrow(EngineError);
  });
});

describe("the calculator with vectors that come later", () => {
  beforeEach(() => prepareWorkers("starts"));

  /** A source that answers when the test says so. */
  function lateSource() {
    let come: (vectors: Matrix) => void = () => undefined;
    let fail: (error: Error) => void = () => undefined;
    const promise = new Promise<Matrix>((resolve, reject) => {
      come = resolve;
      fail = reject;
    });
    const source: VectorSource = { vectors: () => promise };
    return {
      source,
      come: () => come(table.vectors(EXAMPLE_WORDS)),
      fail: () => fail(new Error("offline")),
    };
  }

  function setUp() {
    const calculator = new Calculator(engine, async () => ({}) as WebAssembly.Module);
    const log: (SentenceAttention | string)[] = [];
    const ask = (request: AttentionRequest | Promise<AttentionRequest>) =>
      calculator.ask(
        request,
        (result) => log.push(result),
        (error) => log.push((error as Error).message),
      );
    return { calculator, ask, log };
  }

  const { keyWords: _, ...worked } = cross;
  const quick = requestOf(START, ["I", "am", "good"]);

  it("answers at once where the source does", () => {
    const { calculator, ask, log } = setUp();
    ask(withVectors(table, cross));
    expect(calculator.pending).toBe(false);
    expect(log).toEqual([sentenceAttention(engine, answered(table, cross))]);
  });

  it("answers once they have come, without a worker where the rest is quick", async () => {
    const { calculator, ask, log } = setUp();
    const late = lateSource();
    ask(withVectors(late.source, worked));
    await delivery();
    expect([log, calculator.pending]).toEqual([[], true]);
    late.come();
    await delivery();
    expect(log).toEqual([sentenceAttention(engine, answered(table, worked))]);
    expect([workers, calculator.pending]).toEqual([[], false]);
  });

  it("waits for those of the keys as well", async () => {
    const { ask, log } = setUp();
    const late = lateSource();
    const vectors = (words: readonly string[]) =>
      words === CHINESE ? late.source.vectors(words) : table.vectors(words);
    ask(withVectors({ vectors }, cross));
    late.come();
    await delivery();
    expect(log).toHaveLength(1);
  });

  it.each(["come", "fail"] as const)(
    "drops a request when something newer was asked before they %s",
    async (end) => {
      const { calculator, ask, log } = setUp();
      const late = lateSource();
      ask(withVectors(late.source, worked));
      ask(quick);
      late[end]();
      await delivery();
      expect(log).toEqual([sentenceAttention(engine, quick)]);
      expect(calculator.pending).toBe(false);
    },
  );

  it.each(["come", "fail"] as const)(
    "says nothing when they %s after the element has left",
    async (end) => {
      const { calculator, ask, log } = setUp();
      const late = lateSource();
      ask(withVectors(late.source, worked));
      calculator.end();
      late[end]();
      await delivery();
      expect([log, calculator.pending]).toEqual([[], false]);
    },
  );

  it("fails where the source does, or what it gives has no answer, and answers the next", async () => {
    const { calculator, ask, log } = setUp();
    const late = lateSource();
    ask(withVectors(late.source, worked));
    late.fail();
    await delivery();
    expect([log, calculator.pending]).toEqual([["offline"], false]);
    const wrong: Matrix = { rows: 1, cols: 1, data: Float64Array.of(Number.NaN) };
    ask(withVectors({ vectors: async () => wrong }, worked));
    await delivery();
    expect(log).toHaveLength(2);
    expect(typeof log[1]).toBe("string");
    ask(quick);
    expect(log[2]).toEqual(sentenceAttention(engine, quick));
  });

  it("hands a request that is heavy once they have come to the worker", async () => {
    const { ask, log } = setUp();
    const words = Array.from({ length: 64 }, (_, index) => `w${index}`);
    const heavy = requestOf({ ...START, dim: 1024, seed: 77 }, words);
    const vectors = async () => engine.wordVectors(words, heavy);
    ask(withVectors({ vectors }, heavy));
    await delivery();
    await delivery();
    expect(log).toEqual([]);
    expect(workers[0]?.requests.map((request) => request.vectors?.queries.rows)).toEqual([64]);
  });
});
