import type { Engine } from "attention-scale";
import { describe, expect, it } from "vitest";
import type { LayerCalls } from "../../web/src/engine/layers-api.js";
import { type Order, type Report, Runs } from "../../web/src/experiments/runs.js";
import { type Counting, count, later, taken, until } from "./counting.js";

let logs = 0;

/** Begins an experiment that counts to `total`. */
function begin(
  runs: Runs,
  id: number,
  request: Counting,
  tell?: (report: Report<unknown>) => Promise<void>,
  layers?: Promise<LayerCalls>,
) {
  logs += 1;
  const log = `run ${logs}`;
  const told: Report<unknown>[] = [];
  const heard = (report: Report<number>) => {
    told.push(report);
    return tell?.(report);
  };
  const end = runs.begin(id, count, { log, ...request }, heard, layers);
  return { end, told, steps: () => taken.get(log) ?? 0 };
}

const setUp = () => new Runs({} as Engine);

describe("an experiment that runs", () => {
  it("tells of its first step, of its last, and of no more than there is time to look at", async () => {
    const start = performance.now();
    const { end, told, steps } = begin(setUp(), 1, { total: 100 });
    await end;
    const most = 2 + (performance.now() - start) / 120;
    expect(steps()).toBe(100);
    expect(told[0]).toEqual({ done: 1, total: 100, result: 1 });
    expect(told.at(-1)).toEqual({ done: 100, total: 100, result: 100 });
    expect(told.length).toBeLessThanOrEqual(most);
    expect(told.length).toBeGreaterThanOrEqual(2);
  });

  it("does not go on before it has been heard", async () => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const { end, told, steps } = begin(setUp(), 1, { total: 5 }, () => heard);
    await later(20);
    expect([told.length, steps()]).toEqual([1, 1]);
    hear();
    await end;
    expect(steps()).toBe(5);
  });

  it("lets others in between its steps", async () => {
    const runs = setUp();
    const one = begin(runs, 1, { total: 50 });
    const other = begin(runs, 2, { total: 50 });
    await until(() => one.steps() > 3);
    expect(other.steps()).toBeGreaterThan(1);
    await Promise.all([one.end, other.end]);
  });

  it.each<[Order, number]>([
    ["end", 0],
    ["hold", 1],
  ])("heeds the order %s that comes while the layers load", async (order, taken) => {
    const runs = setUp();
    let load = (_: LayerCalls) => {};
    const layers = new Promise<LayerCalls>((resolve) => {
      load = resolve;
    });
    const { end, steps } = begin(runs, 1, { total: 1e6 }, undefined, layers);
    runs.control(1, order);
    load({} as LayerCalls);
    await later(20);
    expect(steps()).toBe(taken);
    runs.control(1, "end");
    await end;
  });

  it("fails with its error, and leaves the others be", async () => {
    const runs = setUp();
    const good = begin(runs, 1, { total: 20 });
    const bad = begin(runs, 2, { total: 20, breaks: 4 });
    await expect(bad.end).rejects.toThrow("broken at 4");
    await good.end;
    expect(good.told.at(-1)?.done).toBe(20);
    const again = begin(runs, 2, { total: 3 });
    await again.end;
    expect(again.told.at(-1)?.done).toBe(3);
  });

  it("fails where nobody can be told", async () => {
    const { end, steps } = begin(setUp(), 1, { total: 20 }, () =>
      Promise.reject(new Error("deaf")),
    );
    await expect(end).rejects.toThrow("deaf");
    expect(steps()).toBe(1);
  });
});
