import { describe, expect, it } from "vitest";
import { batches, type Experiment, type Step } from "../../web/src/experiments/experiment.js";
import { experimentNamed } from "../../web/src/experiments/experiments.js";
import { engine } from "../loaded-engine.js";
import { ASKED, all, last } from "./experiment-steps.js";

describe("the batches of an experiment", () => {
  it.each([
    [1, 1],
    [7, 3],
    [100, 8],
    [2000, 293],
    [10, 1000],
  ])("of %d by %d follow each other without a gap, first small, none too large", (total, size) => {
    const list = [...batches(total, size)];
    let next = 0;
    for (const { from, count } of list) {
      expect(from).toBe(next);
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(size);
      next += count;
    }
    expect(next).toBe(total);
    expect(list[0]?.count).toBeLessThanOrEqual(Math.max(1, size / 8));
  });
});

describe.each(Object.entries(ASKED))("the experiment %s", (name, asked) => {
  const request: unknown = asked.request;
  const experiment = asked.experiment as Experiment<unknown, unknown>;
  const steps = all(experiment, request);

  it("is found by its name", () => {
    expect(experimentNamed(experiment.name)).toBe(experiment);
  });

  it("goes on step by step to its end", () => {
    const { total } = last(steps);
    for (const [i, step] of steps.entries()) {
      expect(step.total).toBe(total);
      expect(step.done).toBeGreaterThan(steps[i - 1]?.done ?? -1);
      expect(step.done === total).toBe(i === steps.length - 1);
    }
    expect(steps.length).toBeGreaterThan(name === "sentence" ? 0 : 2);
  });

  it("gives the same digits again", () => {
    expect(last(all(experiment, request)).result).toEqual(last(steps).result);
  });

  it("keeps a result as it was while the work goes on", () => {
    const taken: { result: unknown; copy: unknown }[] = [];
    for (const step of experiment.run(engine, request)) {
      const result = step.result();
      taken.push({ result, copy: structuredClone(result) });
    }
    for (const { result, copy } of taken) expect(result).toEqual(copy);
  });

  it("can be stopped between any two steps", () => {
    for (const stop of [0, 1]) {
      const going = experiment.run(engine, request);
      let step: Step<unknown> | undefined;
      for (let i = 0; i <= Math.min(stop, steps.length - 1); i += 1) {
        step = going.next().value as Step<unknown>;
      }
      going.return();
      const whole = steps.find(({ done }) => done === step?.done);
      expect(step?.result()).toEqual(whole?.result ?? null);
    }
  });
});

it("an experiment that does not exist is an error", () => {
  expect(() => experimentNamed("variance/none")).toThrow('There is no experiment "variance/none".');
});
