import { type EntryLaw, loadEngine, type Matrix } from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EPS, expectClose, expectCloseMatrix } from "./close.js";
import { goldens } from "./goldens.js";

const engine = await loadEngine();

describe("the spread of scores", () => {
  type Golden = {
    seed: number;
    samples: number;
    std: number;
    law: EntryLaw;
    dims: number[];
    from: number;
    count: number;
    spreads: Matrix;
  };

  it.each(goldens<Golden>("score_spreads"))("equals NumPy's: $name", ({ spreads, ...options }) => {
    expectCloseMatrix(engine.scoreSpreads(options), spreads, { k: 1e-13 / EPS });
  });

  it("has the same digits in any part of its repeats", () => {
    const options = { seed: 1, samples: 5, dims: [1, 30] };
    const whole = engine.scoreSpreads({ ...options, from: 2, count: 8 });
    const property = (first: number) => {
      const parts = [
        engine.scoreSpreads({ ...options, from: 2, count: first }),
        engine.scoreSpreads({ ...options, from: 2 + first, count: 8 - first }),
      ];
      expect(parts.flatMap(({ data }) => [...data])).toEqual([...whole.data]);
    };
    fc.assert(fc.property(fc.integer({ min: 1, max: 7 }), property), { numRuns: 7 });
  });

  it("starts at draw 0, with normal entries of deviation 1", () => {
    const options = { seed: 2, samples: 4, dims: [8], count: 2 };
    expect(engine.scoreSpreads(options)).toEqual(
      engine.scoreSpreads({ ...options, from: 0, std: 1, law: "normal" }),
    );
  });

  it("is √d, for every law", () => {
    for (const law of ["normal", "uniform", "sign"] as const) {
      const { data } = engine.scoreSpreads({
        seed: 3,
        samples: 200,
        dims: [16, 1024],
        count: 8,
        law,
      });
      // Rows and columns share entries, so that a deviation wavers by about 1/√(200·√…): 2 % here.
      const means = [0, 1].map((dim) => engine.moments(data.filter((_, i) => i % 2 === dim)).mean);
      expectClose(means, [4, 32], { k: 0.03 / EPS });
    }
  });
});
