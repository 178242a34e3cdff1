/**
 * What the race says about the lane that is started smaller, and about heads that have learned
 * nothing.
 */
import { describe, expect, it } from "vitest";
import { OPTIMISERS } from "../../web/src/keys/training.js";
import { laneArguments } from "../../web/src/parts/training/lane.js";
import type { Setup } from "../../web/src/parts/training/request.js";
import { en } from "../../web/src/text/en/training.js";
import { engine } from "../loaded-engine.js";

describe("the lane that is started smaller", () => {
  /** The largest difference of its losses from those of the divided lane, in double precision. */
  function difference(optimiser: Setup["optimiser"]): number {
    const dim = 16;
    const seed = 13;
    const batch = 8;
    const rate = optimiser.startsWith("adam") ? 0.001 : 0.1;
    const setup: Setup = {
      task: "recall",
      dim,
      layers: 1,
      heads: 1,
      tokens: 8,
      init: "xavier",
      optimiser,
      rate,
      batch,
      seed,
      exponent: 0.5,
    };
    const [divided = [], smaller = []] = (["scaled", "smaller"] as const).map((lane) => {
      const model = laneArguments(engine, setup, lane);
      const state = engine.startRecall({ ...model, dtype: "float64" });
      const options = { ...model, epsilon: 1e-30, steps: 60, state };
      return [...engine.trainRecall(options).records.loss];
    });
    return Math.max(...divided.map((loss, step) => Math.abs(loss - (smaller[step] ?? 0))));
  }

  it.each(OPTIMISERS)("is the divided one, but for the weight decay of AdamW: %s", (optimiser) => {
    if (optimiser === "adamw") {
      expect(difference(optimiser)).toBeGreaterThan(1e-6);
      expect(en.smaller.but.decay).toContain("but for the weight decay");
    } else {
      expect(difference(optimiser)).toBeLessThan(1e-13);
      expect(en.smaller.but.roundings).toContain("without roundings");
    }
  });
});

it("a head of recall that takes every token alike has a loss of about 1 − 1/n", () => {
  const dim = 16;
  const parameters = new Float32Array(2 * dim * dim);
  for (const n of [2, 4, 16]) {
    const task = { dim, n, seed: 13, batch: 512 };
    const { loss } = engine.testRecall({ ...task, scale: 1, parameters });
    expect(Math.abs(loss - (1 - 1 / n))).toBeLessThan(0.05);
  }
});
