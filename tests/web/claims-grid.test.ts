/** What the grid's words claim, with SGD and Adam, and the map's arithmetic. */
import { describe, expect, it } from "vitest";
import {
  atBest,
  bestRate,
  type GridResult,
  type GridSide,
  RATES,
  trainGrid,
} from "../../web/src/parts/grid/grid.js";
import { growthOf } from "../../web/src/parts/grid/section.js";
import { engine } from "../loaded-engine.js";
import { all, last, recall } from "./experiment-steps.js";

const DIMS = [16, 32, 64, 128];
/** The rates that the claims are about: the ends learn nothing in any lane. */
const TRIED = RATES.filter((rate) => rate >= 0.03 && rate <= 32);

const filled = (
  side: GridSide,
  dims = DIMS,
  rates = TRIED,
  steps = 300,
  setup = recall,
): GridResult => last(all(trainGrid, { side, steps, dims, rates, setup })).result;
const unscaled = filled("unscaled");
const scaled = filled("scaled");

const lossAt = ({ loss, request }: GridResult, rate: number, dim: number) =>
  loss[request.rates.indexOf(rate) * request.dims.length + request.dims.indexOf(dim)] ?? Number.NaN;
/** The rates whose loss is below .1. */
const learning = (result: GridResult, dim: number) =>
  TRIED.filter((rate) => lossAt(result, rate, dim) < 0.1);

describe("the grid of recall", () => {
  it("has one range of rates for every d with the division", () => {
    for (const dim of DIMS) {
      expect(learning(scaled, dim)).toEqual(expect.arrayContaining([0.32, 1, 3.2, 10]));
    }
  });

  it("has a largest rate that falls as d grows without it", () => {
    const largest = DIMS.map((dim) => learning(unscaled, dim).at(-1) ?? 0);
    expect(largest).toEqual([...largest].sort((a, b) => b - a));
    expect(largest.at(-1)).toBeLessThan(largest[0] ?? 0);
    expect(largest[0]).toBeLessThan(learning(scaled, 16).at(-1) ?? 0);
  });

  it("learns sooner without the division at small rates", () => {
    for (const dim of DIMS) {
      expect(lossAt(unscaled, 0.032, dim)).toBeLessThan(lossAt(scaled, 0.032, dim) / 3);
    }
  });

  it("comes to the same at the best rate of each d", () => {
    for (const [column, dim] of DIMS.entries()) {
      const [without, withIt] = [unscaled, scaled].map((result) => {
        const row = bestRate(result, column) ?? 0;
        return result.right[row * DIMS.length + column] ?? 0;
      });
      expect(Math.abs((without ?? 0) - (withIt ?? 0)), `d = ${dim}`).toBeLessThan(0.03);
      expect(without).toBeGreaterThan(0.95);
    }
  });

  it("has matching vectors whose score, with entries of size 1, grows faster than √d", () => {
    for (const result of [unscaled, scaled]) {
      const sized = DIMS.map((dim, column) => dim * atBest(result, "cosine", column));
      for (const [column, score] of sized.entries()) {
        const dim = DIMS[column] ?? 0;
        const before = sized[column - 1];
        expect(score).toBeGreaterThan(2 * Math.sqrt(dim));
        expect(score).toBeLessThan(dim);
        // d is twice as large from one to the next.
        if (before !== undefined) expect(score / before).toBeGreaterThan(Math.SQRT2);
      }
      // The score grows more slowly than d from 64 on, since the cosine falls.
      const [power = 1] = growthOf(engine, DIMS, [sized]) ?? [];
      expect(power).toBeGreaterThan(0.5);
      expect(power).toBeLessThan(0.9);
    }
  });

  it("has no growth of scores without a larger d than 64, or without positive scores", () => {
    expect(growthOf(engine, [16, 64], [[1, 2]])).toBeNull();
    expect(growthOf(engine, [64, 128], [[-1, 2]])).toBeNull();
    expect(growthOf(engine, [64, 256], [[2, 4]])).toEqual([expect.closeTo(0.5, 12)]);
  });

  it("has no best rate of a d that is not trained at every rate", () => {
    const steps = all(trainGrid, {
      side: "scaled",
      steps: 10,
      dims: [4, 8],
      rates: [0.1, 1],
      setup: recall,
    });
    expect(bestRate(last(steps).result, 1)).not.toBeNull();
    expect(bestRate((steps[0] as (typeof steps)[0]).result, 1)).toBeNull();
  });
});
