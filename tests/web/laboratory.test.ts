import type { Engine } from "attention-scale";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Laboratory } from "../../web/src/experiments/laboratory.js";
import type { Report } from "../../web/src/experiments/runs.js";
import { Helper, SILENCE } from "../../web/src/helper.js";
import { type Counting, count, later, taken, until } from "./counting.js";
import { createWorker, module, prepareWorkers, type Startup, workers } from "./worker-double.js";

vi.mock("../../web/src/experiments/experiments.js", () => import("./counting.js"));

const engine = {} as Engine;
let logs = 0;

/** Runs an experiment that counts to `total`, and writes down what is heard of it. */
function run(laboratory: Laboratory, request: Counting) {
  logs += 1;
  const log = `laboratory ${logs}`;
  const told: Report<number>[] = [];
  const errors: string[] = [];
  const running = laboratory.run(
    count,
    { log, ...request },
    (report) => told.push(report),
    (error) => errors.push((error as Error).message),
  );
  const done = () => told.at(-1)?.done ?? 0;
  return { running, told, errors, done, steps: () => taken.get(log) ?? 0 };
}

const setUp = (startup: Startup = "starts", places = 1) => {
  prepareWorkers(startup, engine);
  const laboratory = new Laboratory(engine, places);
  laboratory.enter();
  return laboratory;
};

describe("an experiment in the laboratory", () => {
  beforeEach(() => prepareWorkers("starts", engine));

  it("runs in a worker, started once with the compiled module, which nothing starts before", async () => {
    const laboratory = setUp();
    await later(5);
    expect(workers).toEqual([]);
    const one = run(laboratory, { total: 20 });
    const other = run(laboratory, { total: 10 });
    await until(() => one.done() === 20 && other.done() === 10);
    expect(workers).toHaveLength(1);
    expect(workers[0]?.compiled).toBe(module);
    expect(workers[0]?.begun.map(({ name }) => name)).toEqual(["test/count", "test/count"]);
    expect(one.told.at(-1)).toEqual({ done: 20, total: 20, result: 20 });
    expect([...one.errors, ...other.errors]).toEqual([]);
  });

  it("takes as many workers as it may, each of which gets the next experiment where it has the fewest", async () => {
    const laboratory = setUp("starts", 2);
    const long = run(laboratory, { total: 1e6 });
    const short = run(laboratory, { total: 10 });
    await until(() => short.done() === 10);
    expect(workers).toHaveLength(2);
    await later(10);
    const next = run(laboratory, { total: 10 });
    await until(() => next.done() === 10);
    expect(workers.map(({ begun }) => begun.length)).toEqual([1, 2]);
    long.running.end();
    await later(10);
    const last = run(laboratory, { total: 10 });
    await until(() => last.done() === 10);
    expect(workers).toHaveLength(2);
  });

  const places: Startup[] = ["starts", "is refused"];

  it.each(places)("can be held, let go and ended (the worker %s)", async (startup) => {
    const { running, steps, done, told, errors } = run(setUp(startup), { total: 1e6 });
    await until(() => steps() > 5);
    running.hold();
    await until(() => done() === steps());
    await later(20);
    const at = steps();
    await later(20);
    expect([steps(), done()]).toEqual([at, at]);
    running.go();
    await until(() => steps() > at);
    running.end();
    const heard = told.length;
    await later(10);
    const end = steps();
    // That its worker dies is nothing to tell of any more.
    await workers[0]?.die();
    await later(20);
    expect([steps(), told.length, errors]).toEqual([end, heard, []]);
  });

  it.each(places)("heeds what it was told before it began (the worker %s)", async (startup) => {
    const laboratory = setUp(startup);
    const ended = run(laboratory, { total: 20 });
    const held = run(laboratory, { total: 20 });
    ended.running.end();
    held.running.hold();
    await later(30);
    expect([ended.steps(), ended.told, held.steps()]).toEqual([0, [], 1]);
    held.running.go();
    await until(() => held.done() === 20);
  });

  it.each(places)(
    "tells of its error once, and of nothing after (the worker %s)",
    async (startup) => {
      const { errors, told } = run(setUp(startup), { total: 20, breaks: 3 });
      await until(() => errors.length > 0);
      await later(10);
      expect(errors).toEqual(["broken at 3"]);
      expect(told.at(-1)?.done).toBeLessThan(3);
    },
  );

  it("stays on hold when its worker dies meanwhile", async () => {
    const { running, done, steps } = run(setUp(), { total: 200 });
    await until(() => steps() > 20);
    running.hold();
    await later(20);
    await workers[0]?.die();
    await later(60);
    // Begun anew: its first step, and no further.
    expect(steps()).toBe(1);
    running.go();
    await until(() => done() === 200);
  });

  describe("with a clock", () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => vi.useRealTimers());
    const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

    it("that owes two answers is still asked for a sign of life when one has come", async () => {
      prepareWorkers("starts", engine);
      const helper = new Helper(createWorker());
      const never = helper.answer(new Promise(() => undefined)).catch(String);
      await helper.answer(Promise.resolve());
      workers[0]?.fallSilent();
      await pass(2 * SILENCE + 1000);
      expect(workers[0]?.page.terminated).toBe(true);
      expect(await never).toContain("silent");
    });

    it("is asked for no sign of life while it is held, and again when it goes on", async () => {
      const { running, done } = run(setUp(), { total: 200 });
      await pass(20);
      running.hold();
      await pass(100);
      workers[0]?.fallSilent();
      await pass(10 * SILENCE);
      expect(vi.getTimerCount()).toBe(0);
      expect(workers[0]?.page.terminated).toBe(false);
      running.go();
      await pass(2 * SILENCE + 1000);
      expect(workers[0]?.page.terminated).toBe(true);
      expect(done()).toBe(200);
    });
  });

  it("ends its workers when the last element has left, and starts others for the next", async () => {
    const laboratory = setUp();
    const first = run(laboratory, { total: 1e6 });
    await until(() => first.steps() > 5);
    first.running.end();
    laboratory.leave();
    // Nobody would end the worker of a run that begins now.
    const late = run(laboratory, { total: 10 });
    await later(10);
    expect(workers.map(({ page }) => page.terminated)).toEqual([true]);
    expect([first.errors, late.steps(), late.told]).toEqual([[], 0, []]);
    laboratory.enter();
    const next = run(laboratory, { total: 10 });
    await until(() => next.done() === 10);
    expect(workers).toHaveLength(2);
  });
});
