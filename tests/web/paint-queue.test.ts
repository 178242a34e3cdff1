import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PAINTING_MS, PaintQueue } from "../../web/src/draw/paint-queue.js";

/**
 * Figures that remember what they were given last and what they painted, and frames that come when
 * they are told to.
 */
function setUp(count: number, milliseconds = PAINTING_MS) {
  const asked: (() => void)[] = [];
  let clock = 0;
  vi.stubGlobal("requestAnimationFrame", (next: () => void) => asked.push(next));
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  const queue = new PaintQueue();
  const log: number[] = [];
  const figures = Array.from({ length: count }, (_, index) => {
    const figure = {
      given: 0,
      painted: 0,
      give: () => {
        figure.given += 1;
        queue.ask(figure);
      },
      paint: () => {
        clock += milliseconds;
        figure.painted = figure.given;
        log.push(index);
      },
    };
    return figure;
  });
  const frame = () => {
    for (const next of asked.splice(0)) next();
  };
  return { queue, figures, log, asked, frame, give: (index: number) => figures[index]?.give() };
}

describe("the paint queue", () => {
  afterEach(() => void vi.restoreAllMocks().unstubAllGlobals());

  it("paints one slow picture a frame, in the order of asking", () => {
    const { give, frame, log } = setUp(3);
    for (const index of [0, 1, 2]) give(index);
    expect(log).toEqual([]);
    for (const painted of [[0], [0, 1], [0, 1, 2], [0, 1, 2]]) {
      frame();
      expect(log).toEqual(painted);
    }
  });

  it("paints several fast pictures in a frame, up to its time limit", () => {
    const { give, frame, log } = setUp(7, PAINTING_MS / 2.5);
    for (let index = 0; index < 7; index += 1) give(index);
    for (const painted of [3, 6, 7]) {
      frame();
      expect(log).toHaveLength(painted);
    }
    expect(log).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("goes on in the next frame after a figure that cannot be painted", () => {
    const { queue, asked, give, log } = setUp(1);
    const paint = () => {
      throw new Error("no canvas");
    };
    queue.ask({ paint });
    give(0);
    expect(asked[0]).toThrow("no canvas");
    asked[1]?.();
    expect(log).toEqual([0]);
  });

  it("never leaves a figure stale nor paints it twice in a frame, however often it is drawn", () => {
    const count = 4;
    const step = fc.oneof(fc.nat(count - 1), fc.constant("frame" as const));
    const each = fc.constantFrom(0, PAINTING_MS / 2.5, PAINTING_MS);
    const property = (steps: readonly (number | "frame")[], atOnce: boolean, cost: number) => {
      const { queue, give, frame, figures, log, asked } = setUp(count, cost);
      for (const next of steps) {
        const before = log.length;
        if (next === "frame") frame();
        else give(next);
        const painted = log.slice(before);
        expect(painted).toHaveLength(new Set(painted).size);
        expect(asked.length).toBeLessThanOrEqual(1);
        const mostInFrame = cost === 0 ? count : Math.ceil(PAINTING_MS / cost);
        expect(painted.length).toBeLessThanOrEqual(next === "frame" ? mostInFrame : 0);
      }
      if (atOnce) queue.finish();
      else for (let i = 0; i < count; i += 1) frame();
      for (const { given, painted: shown } of figures) expect(shown).toBe(given);
      frame();
      expect(asked).toEqual([]);
    };
    fc.assert(fc.property(fc.array(step, { maxLength: 60 }), fc.boolean(), each, property));
  });

  it("leaves out what was painted otherwise", () => {
    const { queue, give, frame, figures, log } = setUp(2);
    give(0);
    give(1);
    queue.forget(figures[0] as (typeof figures)[number]);
    frame();
    expect(log).toEqual([1]);
  });

  it("paints each in the end, even where all are drawn in every frame", () => {
    const { give, frame, figures } = setUp(3);
    for (let i = 0; i < 30; i += 1) {
      for (const index of [0, 1, 2]) give(index);
      for (const { given, painted } of figures) expect(given - painted).toBeLessThanOrEqual(3);
      frame();
    }
  });
});
