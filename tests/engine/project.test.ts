import { loadEngine, type Matrix, type Projection } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matrices } from "./arbitraries.js";
import { expectClose } from "./close.js";
import { asRows } from "./goldens.js";

const engine = await loadEngine();
const PROJECTIONS: Projection[] = ["queries", "keys", "values"];
const SEED = 13;

/** The draws behind W^Q, W^K and W^V, row by row. */
const draws = PROJECTIONS.map((_, i) =>
  engine.randomNormal({ seed: [SEED, i + 1], rows: 1024, cols: 1024 }),
);

/** Σ_l x_l W_lj, and Σ_l |x_l W_lj|, for W = draws[:d, :columns] / √d. */
function product(x: Matrix, { data }: Matrix, columns: number) {
  const sums = asRows(x).flatMap((row) =>
    Array.from({ length: columns }, (_, j) =>
      row.map((entry, l) => (entry * (data[l * 1024 + j] ?? 0)) / Math.sqrt(x.cols)),
    ),
  );
  const add = (terms: number[]) => terms.reduce((a, b) => a + b, 0);
  return { sums: sums.map(add), sizes: sums.map((terms) => add(terms.map(Math.abs))) };
}

const shapes = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 32 }));
const anyMatrix = shapes.chain(([rows, cols]) => matrices(rows, cols, 10));

describe("a projection", () => {
  it.each([...PROJECTIONS.entries()])(
    "number %i multiplies by the draws of the %s",
    (i, projection) => {
      const property = (x: Matrix, fewer: number) => {
        const columns = Math.max(1, x.cols - fewer);
        const actual = engine.project(x, { seed: SEED, projection, columns });
        expect([actual.rows, actual.cols]).toEqual([x.rows, columns]);
        // Of the size of the terms: half an eps for each of up to 32 sums, and the division twice.
        const { sums, sizes } = product(x, draws[i] as Matrix, columns);
        expectClose(actual.data, sums, { k: 18, of: sizes });
      };
      fc.assert(fc.property(anyMatrix, fc.nat({ max: 31 }), property));
    },
  );

  it("has as many columns as its argument unless told otherwise", () => {
    const x = engine.randomNormal({ seed: 1, rows: 2, cols: 5 });
    const options = { seed: SEED, projection: "keys" } as const;
    expect(engine.project(x, options)).toEqual(engine.project(x, { ...options, columns: 5 }));
  });

  it("does not depend on which seeds and dimensions came before", () => {
    const property = (dims: number[]) => {
      const first = new Map<string, Matrix>();
      for (const dim of [...dims, ...dims.toReversed()]) {
        const x = engine.randomNormal({ seed: dim, rows: 1, cols: dim });
        for (const seed of [1, 2]) {
          const projected = engine.project(x, { seed, projection: "values", columns: 1 });
          expect(projected).toEqual(first.get(`${seed} ${dim}`) ?? projected);
          first.set(`${seed} ${dim}`, projected);
        }
      }
    };
    const dim = fc.integer({ min: 1, max: 64 });
    const few = { minLength: 2, maxLength: 5 };
    fc.assert(fc.property(fc.array(dim, few), property), { numRuns: 20 });
  });

  it("reaches the largest dimension", () => {
    const x = engine.randomNormal({ seed: 7, rows: 1, cols: 1024 });
    const { sums, sizes } = product(x, draws[2] as Matrix, 8);
    const actual = engine.project(x, { seed: SEED, projection: "values", columns: 8 });
    // The roundings of 1024 sums are of either sign and add up as √1024.
    expectClose(actual.data, sums, { k: 32, of: sizes });
  });
});
