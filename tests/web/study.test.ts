import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { experiment } from "../../web/src/experiments/experiment.js";
import type { Laboratory } from "../../web/src/experiments/laboratory.js";
import type { Report } from "../../web/src/experiments/runs.js";
import { studyOf } from "../../web/src/experiments/study.js";

interface Request {
  readonly seed: number;
}
interface Result extends Request {
  readonly done: number;
}

const asked = (seed: number): Request => ({ seed });
const result = (seed: number, done: number): Result => ({ seed, done });
/** An experiment that the laboratory of these tests never runs. */
const nothing = experiment<never, Result, Request>("test/nothing", [], function* () {});

interface Run {
  readonly request: Request;
  readonly tell: (report: Report<Result>) => void;
  readonly fail: (error: unknown) => void;
  held: boolean;
  ended: boolean;
}

/** A study with a laboratory that only writes down what is asked of it. */
function setUp({ inSight = true }: { inSight?: boolean } = {}) {
  const runs: Run[] = [];
  const laboratory = {
    run: (_: typeof nothing, request: Request, tell: Run["tell"], fail: Run["fail"]) => {
      const run: Run = { request, tell, fail, held: false, ended: false };
      runs.push(run);
      return {
        hold: () => Object.assign(run, { held: true }),
        go: () => Object.assign(run, { held: false }),
        end: () => Object.assign(run, { ended: true }),
      };
    },
  } as unknown as Laboratory;
  const changed = vi.fn();
  const study = studyOf("study", nothing, () => Promise.resolve(laboratory), changed);
  if (inSight) study.see(true);
  const tell = (run: number, seed: number, done: number, total = 10) =>
    runs[run]?.tell({ done, total, result: result(seed, done) });
  return { study, runs, changed, tell, seeds: () => runs.map(({ request }) => request.seed) };
}

/** Waits longer than the hand must rest. */
const rest = () => vi.advanceTimersByTimeAsync(200);
/** Waits until the laboratory has answered. */
const soon = () => vi.advanceTimersByTimeAsync(0);

/** A study whose first request has begun, and has told so many steps. */
async function begun(done = 0) {
  const made = setUp();
  made.study.start(asked(1));
  await soon();
  if (done > 0) made.tell(0, 1, done);
  return made;
}

describe("a study", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("begins its first request at once, and tells how far it is until it is done", async () => {
    const { study, runs, tell, changed } = setUp();
    expect([study.progress, study.value]).toEqual(["waiting", null]);
    study.start(asked(1));
    await soon();
    expect(runs).toHaveLength(1);
    expect(study.progress).toBe("running");
    tell(0, 1, 4);
    expect([study.progress, study.done, study.total]).toEqual(["running", 4, 10]);
    expect([study.answeredRequest, study.value]).toEqual([asked(1), result(1, 4)]);
    const before = changed.mock.calls.length;
    tell(0, 1, 10);
    expect([study.progress, study.value]).toEqual(["done", result(1, 10)]);
    expect(changed.mock.calls.length).toBe(before + 1);
    // The same again is nothing new.
    study.start({ ...asked(1) });
    await rest();
    expect([runs.length, study.progress]).toEqual([1, "done"]);
  });

  it("ends what runs as soon as something else is asked for, and begins that when the hand rests", async () => {
    const { study, runs, tell, seeds } = await begun(4);
    study.start(asked(2));
    expect(runs[0]?.ended).toBe(true);
    tell(0, 1, 10);
    runs[0]?.fail(new Error("too late"));
    await vi.advanceTimersByTimeAsync(100);
    study.start(asked(3));
    await vi.advanceTimersByTimeAsync(100);
    expect(seeds()).toEqual([1]);
    // The older result is shown until a newer one has come.
    expect([study.answeredRequest, study.value]).toEqual([asked(1), result(1, 4)]);
    await rest();
    expect(seeds()).toEqual([1, 3]);
    expect([study.progress, study.done]).toEqual(["running", 0]);
    tell(1, 3, 10);
    expect([study.answeredRequest, study.value]).toEqual([asked(3), result(3, 10)]);
  });

  it("tells how much its result is of, which may be the result of what was asked for before", async () => {
    const { study, runs, tell } = await begun(4);
    expect(study.valueRun).toEqual({ done: 4, total: 10, stopped: false });
    // A report without a result is not about what is shown.
    runs[0]?.tell({ done: 5, total: 10, result: null });
    expect(study.valueRun).toEqual({ done: 4, total: 10, stopped: false });
    study.stop();
    expect(study.valueRun).toEqual({ done: 4, total: 10, stopped: true });
    study.goOn();
    expect(study.valueRun).toEqual({ done: 4, total: 10, stopped: false });
    study.stop();
    study.start(asked(2));
    expect(study.valueRun).toEqual({ done: 4, total: 10, stopped: true });
    await rest();
    expect([study.progress, runs[1]?.held]).toEqual(["running", false]);
    tell(1, 2, 3, 30);
    expect(study.valueRun).toEqual({ done: 3, total: 30, stopped: false });
    runs[1]?.fail(new Error("no memory"));
    expect(study.valueRun).toEqual({ done: 3, total: 30, stopped: true });
    study.start(asked(3));
    await rest();
    tell(2, 3, 10);
    study.start(asked(4));
    // All of it, though it is not what was asked for last.
    expect(study.valueRun).toMatchObject({ done: 10, total: 10 });
  });

  it("begins nothing out of sight, and then begins at once", async () => {
    const { study, runs } = setUp({ inSight: false });
    study.start(asked(1));
    await rest();
    expect([runs.length, study.progress]).toEqual([0, "waiting"]);
    study.see(true);
    await soon();
    expect([runs.length, study.progress]).toEqual([1, "running"]);
  });

  it("holds out of sight, and goes on where it was", async () => {
    const { study, runs } = await begun(4);
    study.see(false);
    expect([runs[0]?.held, study.progress]).toEqual([true, "waiting"]);
    study.see(true);
    expect([runs[0]?.held, study.progress, study.done]).toEqual([false, "running", 4]);
    expect(runs).toHaveLength(1);
  });

  it("is held from the start where it went out of sight before the laboratory stood", async () => {
    const { study, runs } = setUp();
    study.start(asked(1));
    study.see(false);
    await soon();
    expect(runs.every(({ held }) => held)).toBe(true);
    expect(study.progress).toBe("waiting");
    for (const inSight of [true, false, true]) study.see(inSight);
    await rest();
    expect(runs.map(({ held }) => held)).toEqual([false]);
  });

  it("stopped by the reader keeps what it has and says so, out of sight and back", async () => {
    const { study, runs, tell } = await begun(4);
    study.stop();
    expect(runs[0]?.held).toBe(true);
    // The step that was on its way.
    tell(0, 1, 5);
    for (const inSight of [false, true]) {
      study.see(inSight);
      expect([study.progress, study.done, runs[0]?.held]).toEqual(["stopped", 5, true]);
    }
    expect(study.value).toEqual(result(1, 5));
    study.see(false);
    study.goOn();
    expect([study.progress, runs[0]?.held]).toEqual(["waiting", true]);
    study.see(true);
    expect([study.progress, runs[0]?.held]).toEqual(["running", false]);
    tell(0, 1, 10);
    expect([study.progress, study.value]).toEqual(["done", result(1, 10)]);
    expect(runs).toHaveLength(1);
  });

  it("says why it failed, until something else is asked for", async () => {
    const { study, runs, changed } = await begun(4);
    const before = changed.mock.calls.length;
    runs[0]?.fail(new Error("no memory"));
    expect(study.progress).toBe("failed");
    expect(study.problem).toContain("no memory");
    expect(changed.mock.calls.length).toBe(before + 1);
    study.start(asked(2));
    expect(study.problem).toBeNull();
    await rest();
    expect([study.progress, runs.length]).toEqual(["running", 2]);
  });

  it("does not begin anew what has failed only because it comes into sight", async () => {
    const { study, runs } = await begun();
    runs[0]?.fail(new Error("no memory"));
    for (const inSight of [false, true]) study.see(inSight);
    await rest();
    expect([runs.length, study.progress]).toEqual([1, "failed"]);
  });

  it("says so where there is no laboratory", async () => {
    const study = studyOf(
      "study",
      nothing,
      () => Promise.reject(new Error("no engine")),
      () => undefined,
    );
    study.see(true);
    study.start(asked(1));
    await soon();
    expect([study.progress, study.problem]).toEqual(["failed", "no engine"]);
  });

  it("runs nothing more once it is ended, and hears nothing", async () => {
    const early = setUp();
    early.study.start(asked(1));
    early.study.end();
    await rest();
    expect(early.runs).toEqual([]);
    const { study, runs, tell, changed } = await begun();
    study.start(asked(2));
    study.end();
    await rest();
    expect([runs.length, runs[0]?.ended]).toEqual([1, true]);
    const before = changed.mock.calls.length;
    tell(0, 1, 10);
    runs[0]?.fail(new Error("too late"));
    expect(changed.mock.calls.length).toBe(before);
    expect(study.value).toBeNull();
  });
});
