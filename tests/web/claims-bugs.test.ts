/** What the part on mistakes says of trainings with a mistake, with several seeds. */
import { describe, expect, it } from "vitest";
import { type Bug, race, rateOf, TASK } from "../../web/src/parts/bugs/experiments.js";
import { laneArguments } from "../../web/src/parts/training/lane.js";
import { en } from "../../web/src/text/en/bugs.js";
import { engine } from "../loaded-engine.js";
import { all, last } from "./experiment-steps.js";

const SEEDS = [13, 0, 1];
/** The losses of all steps of each seed, with the mistake and without it. */
const raced = (bug: Bug) =>
  SEEDS.map((seed) => {
    const { wrong, right } = last(all(race, { bug, seed })).result;
    return { wrong: wrong.loss, right: right.loss };
  });
const end = (losses: Float64Array) => losses.at(-1) ?? Number.NaN;

describe("recall trained for 100 steps", () => {
  it("with the root of the model's width falls behind, and learns", () => {
    for (const { wrong, right } of raced("width")) {
      expect(end(wrong)).toBeGreaterThan(end(right));
      expect(end(wrong)).toBeLessThan(0.5 * (wrong[0] ?? 0));
    }
  });

  it("with the root taken twice has hardly begun at the rate 1, and has a loss of about .01 at the rate 10", () => {
    expect(rateOf("twice")).toBe(1);
    for (const { wrong, right } of raced("twice")) {
      expect(end(wrong)).toBeGreaterThan(0.8 * (wrong[0] ?? 0));
      expect(end(right)).toBeLessThan(0.1 * (right[0] ?? 0));
    }
    expect(en.race.honest.twice).toContain("about .01 after 100 steps");
    for (const seed of SEEDS) {
      const lane = laneArguments(engine, { ...TASK, seed, rate: 10, exponent: 1 }, "scaled");
      const state = engine.startRecall(lane);
      const { records } = engine.trainRecall({ ...lane, state, steps: 100 });
      const recent = records.loss.slice(-10);
      expect(engine.moments(recent).mean.toFixed(2), `seed ${seed}`).toBe("0.01");
    }
  });
});
