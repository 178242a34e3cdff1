/** What the texts say about races of 1,000 steps and about grids, with the seeds that they name. */
import { describe, expect, it } from "vitest";
import { SIDES } from "../../web/src/attention/sides.js";
import { atBest, RATES, trainGrid } from "../../web/src/parts/grid/grid.js";
import { TESTED_DATES } from "../../web/src/parts/training/experiments.js";
import { engine } from "../loaded-engine.js";
import { all, last, recall } from "../web/experiment-steps.js";

const SEEDS = [13, 0, 1];
/** What the lanes of dates differ in, at d = 64 for those with a rule. */
const LANES = {
  unscaled: () => ({ scale: 1 }),
  scaled: (dim: number) => ({ scale: 1 / Math.sqrt(dim) }),
  norm: () => ({ scale: 1, queryKeyNorm: 8 }),
  cap: () => ({ scale: 1 / 8, softCap: 50 }),
  clip: () => ({ scale: 1, clip: 30 }),
};

/**
 * The least and the most share of exact answers over the seeds, by side, after so many steps of
 * Adam.
 */
function exactAnswers(
  dim: number,
  steps: readonly number[],
  seeds = SEEDS,
  lanes: readonly (keyof typeof LANES)[] = SIDES,
) {
  const model = { dim, layers: 1, heads: 1 } as const;
  const shares = lanes.map((lane) => {
    const own = LANES[lane](dim);
    const options = { optimiser: "adam", rate: 0.001, batch: 64, ...own } as const;
    return seeds.map((seed) => {
      let state = engine.startDates({ ...model, seed });
      return steps.map((step) => {
        const asked = { ...model, ...options, seed, steps: step - state.step, state };
        state = engine.trainDates(asked).state;
        const { parameters } = state;
        return engine.testDates({ ...model, ...own, parameters, seed, count: TESTED_DATES }).exact;
      });
    });
  });
  return steps.map((_, at) =>
    shares.map((of) => {
      const all = of.map((one) => one[at] ?? Number.NaN);
      return [Math.min(...all), Math.max(...all)] as const;
    }),
  );
}

/** Both ends of each range, to half a hundredth: they are told outwards. */
function expectRanges(
  found: readonly (readonly (readonly [number, number])[])[],
  told: readonly (readonly (readonly [number, number])[])[],
) {
  for (const [at, sides] of told.entries()) {
    for (const [side, [least, most]] of sides.entries()) {
      const [low, high] = found[at]?.[side] ?? [Number.NaN, Number.NaN];
      expect(Math.abs(low - least), `${at} ${side} from ${low}`).toBeLessThan(0.0101);
      expect(Math.abs(high - most), `${at} ${side} to ${high}`).toBeLessThan(0.0101);
    }
  }
}

describe("dates, with Adam at .001 and 64 examples a step", () => {
  it("at d = 64 are exact after 200 and 1,000 steps as told", { timeout: 3.6e6 }, () => {
    expectRanges(exactAnswers(64, [200, 1000]), [
      [
        [0.02, 0.25],
        [0.67, 0.7],
      ],
      [
        [0.59, 0.84],
        [0.93, 0.99],
      ],
    ]);
  });

  it("at d = 64 are exact after 200 steps as told of the lanes with a rule", {
    timeout: 3.6e6,
  }, () => {
    expectRanges(exactAnswers(64, [200], SEEDS, ["norm", "cap", "clip"]), [
      [
        [0.62, 0.73],
        [0.65, 0.69],
        [0.12, 0.31],
      ],
    ]);
  });

  it("at d = 128 with seed 13 are exact after 1,000 steps as told", { timeout: 3.6e6 }, () => {
    expectRanges(exactAnswers(128, [1000], [13]), [
      [
        [0.35, 0.35],
        [0.97, 0.97],
      ],
    ]);
  });
});

describe("recall with SGD, 16 tokens, 300 steps", () => {
  const loss = (dim: number, seed: number, rate: number, divided: boolean) => {
    const task = { dim, n: 16, seed, batch: 64 };
    const scale = divided ? 1 / Math.sqrt(dim) : 1;
    const state = engine.startRecall({ dim, seed });
    const options = { optimiser: "sgd", rate, scale, steps: 300 } as const;
    const { parameters } = engine.trainRecall({ ...task, ...options, state }).state;
    return engine.testRecall({ ...task, batch: 256, scale, parameters }).loss;
  };

  it("at .1 learns from d = 32 to 512 in both lanes", { timeout: 3.6e6 }, () => {
    for (const dim of [32, 64, 512]) {
      for (const seed of SEEDS) {
        for (const divided of [false, true]) {
          expect(loss(dim, seed, 0.1, divided), `${dim} ${seed} ${divided}`).toBeLessThan(0.1);
        }
      }
    }
  });

  it("at 3.2 learns from d = 64 on only with the division", { timeout: 3.6e6 }, () => {
    for (const dim of [64, 256, 512]) {
      for (const seed of SEEDS) {
        expect(loss(dim, seed, 3.2, true)).toBeLessThan(0.1);
        expect(loss(dim, seed, 3.2, false)).toBeGreaterThan(0.5);
      }
    }
  });
});

describe("the grid of recall, 16 tokens, seed 13", () => {
  it.each([
    ["sgd", 128],
    ["momentum", 128],
    ["adam", 64],
    ["adamw", 64],
  ] as const)(
    "with %s has learned after 20 steps at the best rate only with the division, from d = %d on",
    { timeout: 3.6e6 },
    (optimiser, from) => {
      const dims = [64, 128, 256, 512].filter((dim) => dim >= from);
      const setup = { ...recall, optimiser };
      for (const [column, dim] of dims.entries()) {
        const [without = 0, withIt = 1] = SIDES.map((side) => {
          const asked = { side, steps: 20, dims, rates: RATES, setup };
          return atBest(last(all(trainGrid, asked)).result, "loss", column);
        });
        expect(withIt, `${dim}`).toBeLessThan(0.01);
        expect(without, `${dim}`).toBeGreaterThan(0.05);
      }
    },
  );

  it("after 300 steps with Adam the rate .032 is too large at d = 64 without the division", () => {
    const asked = {
      steps: 300,
      dims: [64],
      rates: [0.032],
      setup: { ...recall, optimiser: "adam" },
    } as const;
    const [without, withIt] = SIDES.map(
      (side) => last(all(trainGrid, { ...asked, side })).result.loss[0],
    );
    expect(without).toBeGreaterThan(0.1);
    expect(withIt).toBeLessThan(0.1);
  });

  it("after 300 steps comes to the same with Adam at d = 16 to 256", { timeout: 3.6e6 }, () => {
    const setup = { ...recall, optimiser: "adam" as const };
    for (const side of SIDES) {
      const asked = { side, steps: 300, dims: [16, 64, 256], rates: [0.0032, 0.01], setup };
      const { loss } = last(all(trainGrid, asked)).result;
      expect(Math.max(...loss), side).toBeLessThan(0.1);
    }
  });
});
