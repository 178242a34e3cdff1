import { crc32 } from "node:zlib";
import { loadEngine } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectClose } from "./close.js";
import { asRows, goldens } from "./goldens.js";

const engine = await loadEngine();

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const word = fc.string({ unit: "binary", maxLength: 12 }).filter((text) => !text.includes("\0"));

describe("word vectors", () => {
  type Golden = { word: string; seed: number; dim: number; vector: number[] };

  it.each(goldens<Golden>("word_vectors"))("are NumPy's: $name", ({ word, seed, dim, vector }) => {
    // As normal draws: the two libraries' log may differ in the last digit.
    expectClose(engine.wordVectors([word], { seed, dim }).data, vector, { k: 2 });
  });

  const texts = goldens<{ text: string; crc32: number }>("crc32");
  it.each(texts)("are drawn from the seed and zlib's CRC-32: $name", ({ text, crc32 }) => {
    const drawn = engine.randomNormal({ seed: [13, crc32], rows: 1, cols: 8 });
    expect(engine.wordVectors([text], { seed: 13, dim: 8 })).toEqual(drawn);
  });

  it("are drawn from the CRC-32 of the UTF-8 of any word", () => {
    const property = (word: string, seed: number) => {
      const drawn = engine.randomNormal({ seed: [seed, crc32(word)], rows: 1, cols: 3 });
      expect(engine.wordVectors([word], { seed, dim: 3 })).toEqual(drawn);
    };
    fc.assert(fc.property(word, seeds, property));
  });

  it("only gain coordinates as the dimension grows", () => {
    const property = (seed: number, dim: number) => {
      const full = engine.wordVectors(["good"], { seed, dim: 1024 });
      expect(engine.wordVectors(["good"], { seed, dim }).data).toEqual(full.data.subarray(0, dim));
    };
    fc.assert(fc.property(seeds, fc.integer({ min: 1, max: 1024 }), property));
  });

  it("are the same in every sentence", () => {
    const property = (words: string[]) => {
      const options = { seed: 13, dim: 3 };
      const alone = words.map((one) => [...engine.wordVectors([one], options).data]);
      expect(asRows(engine.wordVectors(words, options))).toEqual(alone);
    };
    fc.assert(fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), property));
  });
});
