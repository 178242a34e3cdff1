/** The numbers that the chapter of many heads states, each computed by the engine. */
import { describe, expect, it } from "vitest";
import type { AttentionRequest } from "../../web/src/attention/sentence-attention.js";
import { startLayers } from "../../web/src/engine/layers-inside.js";
import { fittingHeads } from "../../web/src/parts/fitting-heads.js";
import { concatOf } from "../../web/src/parts/many/concat.js";
import { type HeadsSide, headsOf } from "../../web/src/parts/many/heads.js";
import { rowsOf } from "../../web/src/ui/matrix-table.js";
import { engine } from "./experiment-steps.js";

const layers = await startLayers();
const words = "A dog ate the food because it was hungry".split(" ");
const asked = (change: Partial<AttentionRequest>): AttentionRequest => ({
  ...{ words, dim: 64, seed: 13, projections: "random", exponent: 0.5, x: null },
  ...change,
});

describe("many heads", () => {
  it.each(["random", "identity"] as const)(
    "have the weights of multi-head attention, projections %s",
    (projections) => {
      const request = { attention: asked({ dim: 24, projections }), heads: 4 };
      const { scaled, unscaled } = headsOf(engine, request);
      for (const side of [unscaled, scaled]) {
        const { concatenated, wo, output } = concatOf(engine, layers, request, side.divisor);
        const values =
          projections === "random"
            ? engine.project(engine.wordVectors(words, { seed: 13, dim: 24 }), {
                seed: 13,
                projection: "values",
              })
            : engine.wordVectors(words, { seed: 13, dim: 24 });
        for (const [row, entries] of rowsOf(concatenated).entries())
          for (const [col, entry] of entries.entries()) {
            const weights = rowsOf(side.heads[Math.floor(col / 6)]?.weights as never)[row] ?? [];
            const sum = weights.reduce(
              (all, w, i) => all + w * (values.data[i * 24 + col] ?? 0),
              0,
            );
            expect(entry).toBeCloseTo(sum, 12);
          }
        for (const [row, entries] of rowsOf(output).entries())
          for (const [col, entry] of entries.entries()) {
            const z = rowsOf(concatenated)[row] ?? [];
            const sum = z.reduce((all, value, i) => all + value * (wo.data[i * 24 + col] ?? 0), 0);
            expect(entry).toBeCloseTo(sum, 12);
          }
      }
    },
  );

  it("with 64 coordinates each have one dark square in nearly every row, and share it when divided", () => {
    const share = (side: (of: ReturnType<typeof headsOf>) => HeadsSide) => {
      const peaks = [1, 2, 3].flatMap((seed) =>
        side(headsOf(engine, { attention: asked({ dim: 512, seed }), heads: 8 })).heads.flatMap(
          ({ peak }) => [...peak],
        ),
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
