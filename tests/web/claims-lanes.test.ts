/**
 * What the texts say about the lanes of recall with a rule of the scores, and about more keys than
 * in training.
 */
import { describe, expect, it } from "vitest";
import { type GridResult, type GridSide, RATES, trainGrid } from "../../web/src/parts/grid/grid.js";
import { keyTest } from "../../web/src/parts/training/experiments.js";
import { engine } from "../loaded-engine.js";
import { all, last, recall } from "./experiment-steps.js";

const TRIED = [...RATES, 320];
const filled = (side: GridSide): GridResult =>
  last(
    all(trainGrid, { side, steps: 100, dims: [32], rates: TRIED, setup: { ...recall, ...SETUP } }),
  ).result;
const SETUP = {
  tokens: 16,
  seed: 13,
  batch: 64,
  init: "xavier",
  optimiser: "sgd",
  exponent: 0.5,
} as const;
const lossAt = ({ loss }: GridResult, rate: number) => loss[TRIED.indexOf(rate)] ?? Number.NaN;
const learning = (result: GridResult) => TRIED.filter((rate) => lossAt(result, rate) < 0.05);
const ends = (rates: readonly number[]) => [rates[0], rates.at(-1)];

describe("the lanes with a rule", () => {
  it("learn at the rates that the grid's text names", () => {
    const norm = filled("norm");
    expect(ends(learning(filled("unscaled")))).toEqual([0.1, 1]);
    expect(ends(learning(filled("scaled")))).toEqual([0.32, 10]);
    expect(ends(learning(filled("one")))).toEqual([3.2, 32]);
    expect(ends(learning(norm))).toEqual([0.32, 320]);
    expect(Math.min(...norm.loss)).toBeCloseTo(0.01, 3);
    expect(lossAt(filled("unscaled"), 3.2)).toBeCloseTo(0.28, 2);
    expect(lossAt(filled("clip"), 3.2)).toBeCloseTo(0.016, 3);
  });

  it("lose weight on the right key among more keys, and get it back with ln n", () => {
    const dim = 64;
    const scale = 1 / Math.sqrt(dim);
    const task = { dim, n: 16, batch: 64, seed: 13 };
    const { parameters } = engine.trainRecall({
      ...task,
      scale,
      optimiser: "adam",
      rate: 0.001,
      steps: 300,
      state: engine.startRecall(task),
    }).state;
    const setup = { ...recall, ...SETUP, dim, rate: 0.001 };
    const { plain, grown } = last(all(keyTest, { setup, lane: "scaled", parameters })).result;
    expect(grown[0]).toBeCloseTo(plain[0] ?? 0, 5);
    expect(plain.at(-1)).toBeLessThan(0.5);
    expect(grown.at(-1)).toBeGreaterThan(0.9);
  });

  it("keep among 4,096 keys what the text tells of d = 32 after 100 steps", () => {
    const dim = 32;
    const scale = 1 / Math.sqrt(dim);
    const ranges = [3.2, 10].map((rate) => {
      const tested = [13, 0, 1].map((seed) => {
        const task = { dim, n: 16, batch: 64, seed };
        const { parameters } = engine.trainRecall({
          ...task,
          scale,
          optimiser: "sgd",
          rate,
          steps: 100,
          state: engine.startRecall(task),
        }).state;
        const setup = { ...recall, ...SETUP, dim, rate, seed };
        const { plain, grown } = last(all(keyTest, { setup, lane: "scaled", parameters })).result;
        return [plain.at(-1) ?? 0, grown.at(-1) ?? 0] as const;
      });
      return [0, 1].map((which) => tested.map((of) => of[which] ?? 0));
    });
    const told = [
      [ranges[0]?.[0], 0.49, 0.52],
      [ranges[1]?.[0], 0.67, 0.72],
      [ranges.flatMap(([, grown = []]) => grown), 0.86, 0.94],
    ] as const;
    for (const [found = [], least, most] of told) {
      expect(Math.abs(Math.min(...found) - least)).toBeLessThan(0.01);
      expect(Math.abs(Math.max(...found) - most)).toBeLessThan(0.01);
    }
  });
});
