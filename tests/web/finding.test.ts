import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AttentionRequest,
  requestOf,
  type SentenceAttention,
  sentenceAttention,
} from "../../web/src/attention/sentence-attention.js";
import { START } from "../../web/src/state/state.js";
import { attentionFinding, divisorText } from "../../web/src/text/finding.js";
import { engine } from "../loaded-engine.js";

const start = requestOf(START, ["I", "am", "good"]);
const attention = (request: Partial<AttentionRequest>) =>
  sentenceAttention(engine, { ...start, ...request });

/** Two words whose first row goes from one pair of weights to another. */
function constructed(before: [number, number], after: [number, number]): SentenceAttention {
  const real = attention({ words: ["one", "two"] });
  const side = (divisor: number, row: [number, number]) => {
    const weights = { rows: 2, cols: 2, data: Float64Array.from([...row, 0.5, 0.5]) };
    return { ...real.scaled, divisor, weights, ...engine.rowStatistics(weights) };
  };
  const unscaled = side(1, before);
  const scaled = side(8, after);
  return { ...real, unscaled, scaled, change: engine.rowChange(unscaled.weights, scaled.weights) };
}

describe("the finding", () => {
  it("of the first screen is that the division takes “am” down from 96 to 57 percent", () => {
    expect(attentionFinding(attention({}))).toEqual({
      kind: "spread",
      query: "I",
      key: "am",
      before: "96",
      after: "57",
      divisor: "√64\u00A0=\u00A08",
    });
  });

  it("is of the cell that is held", () => {
    expect(attentionFinding(attention({}), { row: 2, col: 1 })).toMatchObject({
      kind: "held",
      query: "good",
      key: "am",
      before: "< 0.01",
      after: "15",
    });
  });

  it("of two sentences is of a word of the first and one of the second", () => {
    const { query, key } = attentionFinding(attention({ keyWords: ["we", "are"] }));
    expect(start.words).toContain(query);
    expect(["we", "are"]).toContain(key);
  });

  it("is of the row that changes most", () => {
    const property = (dim: number, seed: number) => {
      const result = attention({ dim, seed });
      const { query, key } = attentionFinding(result);
      const row = result.request.words.indexOf(query);
      expect(row).toBe(result.change.largest);
      expect(result.request.words.indexOf(key)).toBe(result.unscaled.peakIndex[row]);
    };
    const seeds = fc.constantFrom(0, 1, 2, 13);
    fc.assert(fc.property(fc.integer({ min: 1, max: 64 }), seeds, property), { numRuns: 50 });
  });

  it("is that a single word has nothing to share out", () => {
    expect(attentionFinding(attention({ words: ["I"] }))).toMatchObject({
      kind: "single",
      query: "I",
      key: "I",
      before: "100",
      after: "100",
    });
    expect(attentionFinding(attention({ words: ["I"], dim: 1 })).kind).toBe("single");
  });

  it("is that nothing is divided where the divisor is 1", () => {
    expect(attentionFinding(attention({ dim: 1 }))).toMatchObject({
      kind: "no-dimension",
      divisor: "√1\u00A0=\u00A01",
    });
    expect(attentionFinding(attention({ exponent: 0 }))).toMatchObject({
      kind: "no-division",
      divisor: "64⁰\u00A0=\u00A01",
    });
  });

  it("is that too large a divisor makes all words share alike", () => {
    expect(attentionFinding(attention({ dim: 1024, exponent: 1 })).kind).toBe("flat");
    expect(attentionFinding(attention({ dim: 1024, exponent: 0.5 })).kind).toBe("spread");
  });

  it("is that little changes below two hundredths, and much from there", () => {
    expect(attentionFinding(constructed([0.6, 0.4], [0.581, 0.419])).kind).toBe("little");
    expect(attentionFinding(constructed([0.6, 0.4], [0.579, 0.421])).kind).toBe("spread");
  });

  it("never says 100 percent of a row that others share", () => {
    const { before, after } = attentionFinding(constructed([1 - 1e-12, 1e-12], [0.99996, 0.00004]));
    expect([before, after]).toEqual(["> 99.99", "> 99.99"]);
  });
});

describe("the divisor in words", () => {
  it.each([
    [64, 0.5, "√64\u00A0=\u00A08"],
    [1, 0.5, "√1\u00A0=\u00A01"],
    [2, 0.5, "√2\u00A0≈\u00A01.41"],
    [512, 0.5, "√512\u00A0≈\u00A022.6"],
    [1024, 0.5, "√1024\u00A0=\u00A032"],
    [64, 0, "64⁰\u00A0=\u00A01"],
    [64, 0.3, "64⁰·³\u00A0≈\u00A03.48"],
    [64, 1, "64¹\u00A0=\u00A064"],
    [1000, 0.99, "1000⁰·⁹⁹\u00A0≈\u00A0933"],
  ])("of d = %i and exponent %d is its power and its value: %s", (dim, exponent, text) => {
    expect(divisorText(dim, exponent, engine.scoreDivisor(dim, exponent))).toBe(text);
  });
});
