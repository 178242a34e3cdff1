/** The numbers that the chapter of many heads states, each computed by the engine. */
import { describe, expect, it } from "vitest";
import type { AttentionRequest } from "../../web/src/attention/sentence-attention.js";
import { fittingHeads } from "../../web/src/keys/key.js";
import {
  computeHeads,
  type HeadsResult,
  type HeadsSide,
} from "../../web/src/parts/many/experiments.js";
import { tensorOf } from "../../web/src/parts/tensor/experiments.js";
import { engine } from "../loaded-engine.js";

const words = "A dog ate the food because it was hungry".split(" ");
const asked = (change: Partial<AttentionRequest>): AttentionRequest => ({
  words,
  dim: 64,
  seed: 13,
  projections: "random",
  exponent: 0.5,
  x: null,
  ...change,
});

describe("many heads", () => {
  it("with 64 coordinates each have one large weight in nearly every row, and share it when divided", () => {
    const share = (side: (of: HeadsResult) => HeadsSide) => {
      const peaks = [1, 2, 3].flatMap((seed) =>
        side(
          computeHeads(engine, { attention: asked({ dim: 512, seed }), heads: 8 }),
        ).heads.flatMap(({ peak }) => [...peak]),
      );
      return peaks.filter((peak) => peak > 0.5).length / peaks.length;
    };
    expect(share(({ unscaled }) => unscaled)).toBeGreaterThan(0.9);
    expect(share(({ scaled }) => scaled)).toBeLessThan(0.25);
  });

  it("of a width that they do not divide are as many as divide it", () => {
    expect(
      [
        [64, 8],
        [100, 8],
        [97, 16],
        [3, 2],
        [96, 12],
      ].map(([dim = 1, heads = 1]) => fittingHeads(dim, heads)),
    ).toEqual([8, 5, 1, 1, 12]);
  });
});

it("the tensor of two sentences of 8 heads at d = 512 has a variance near 64, over all, by row and by column", () => {
  for (const seed of [13, 1, 2]) {
    const { whole, expected } = tensorOf(engine, {
      attention: asked({ dim: 512, seed }),
      heads: 8,
      division: "without",
      second: "我 很 好",
    });
    for (const value of [whole.all, whole.rows, whole.cols, expected]) {
      expect(value).toBeGreaterThan(48);
      expect(value).toBeLessThan(80);
    }
  }
});
