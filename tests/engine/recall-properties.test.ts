import type {
  Optimiser,
  RecallLane,
  RecallRecords,
  RecallTask,
  Trained,
  TrainingState,
} from "attention-scale";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";

const tasks: fc.Arbitrary<RecallTask> = fc.record({
  dim: fc.integer({ min: 4, max: 40 }),
  n: fc.integer({ min: 2, max: 20 }),
  batch: fc.integer({ min: 1, max: 9 }),
  seed: fc.nat(),
});
const optimisers = fc.constantFrom<Optimiser>("sgd", "momentum", "adam", "adamw");
const rates = fc.double({ min: -4, max: 2, noNaN: true }).map((power) => 10 ** power);
const scales = fc.constantFrom(1, 0.5, 0.1);
const runs = { numRuns: 60 };

type Single = Trained<Float32Array, RecallRecords>;
/** Typed arrays compared by their bits: −0 is not 0. */
const bits = ({ state, records, diverged }: Single) => {
  const lists = [state.parameters, state.first, state.second, ...Object.values(records)];
  return [...lists.map(({ buffer }) => [...new Uint8Array(buffer as ArrayBuffer)]), diverged];
};

describe("recall", () => {
  it("trains lanes together as it trains them alone, to the bit", () => {
    const lanes = fc.array(fc.tuple(scales, rates, fc.double({ min: 0.1, max: 2, noNaN: true })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(tasks, optimisers, lanes, (task, optimiser, chosen) => {
        const given = chosen.map(([scale, rate, queryKeyRate], index): RecallLane => {
          const state = engine.startRecall({ ...task, seed: index });
          return { scale, rate, queryKeyRate, state };
        });
        const together = engine.trainRecallLanes({ ...task, optimiser, lanes: given, steps: 5 });
        const alone = given.map((lane) =>
          engine.trainRecall({ ...task, optimiser, ...lane, steps: 5 }),
        );
        expect(together.map(bits)).toEqual(alone.map(bits));
      }),
      runs,
    );
  });

  it("takes the same steps in one call and in two", () => {
    fc.assert(
      fc.property(tasks, optimisers, rates, scales, (task, optimiser, rate, scale) => {
        const steps = 3;
        const options = { ...task, optimiser, rate, scale };
        const train = (state: TrainingState, count: number) =>
          engine.trainRecall({ ...options, state, steps: count });
        const start = engine.startRecall(task);
        const whole = train(start, 2 * steps);
        const half = train(start, steps);
        fc.pre(!half.diverged);
        const rest = train(half.state, steps);
        expect(rest.state).toEqual(whole.state);
        expect(rest.diverged).toBe(whole.diverged);
        expect([...half.records.loss, ...rest.records.loss]).toEqual([...whole.records.loss]);
      }),
      runs,
    );
  });

  it("continues a run of 3·10⁹ steps, a number that 32 bits with a sign do not hold", () => {
    const task = { dim: 4, n: 3, batch: 2, seed: 1 };
    const none = new Float64Array(32);
    const begun = engine.startRecall({ ...task, dtype: "float64" });
    const state = { ...begun, first: none, second: none, step: 3e9 };
    const run = { ...task, optimiser: "adam", rate: 0.1, scale: 1, steps: 2 } as const;
    const trained = engine.trainRecall({ ...run, state });
    expect(trained.diverged).toBe(false);
    expect(trained.state.step).toBe(3e9 + 2);
    expect(Math.max(...trained.records.loss)).toBeLessThan(100);
  });
});
