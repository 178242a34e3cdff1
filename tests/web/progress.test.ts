/** What is told of a run: in words, and by the share of its work that is done. */
import { describe, expect, it } from "vitest";
import type { Engine } from "../../web/src/engine/api.js";
import type { PartContext } from "../../web/src/part-kit/host.js";
import type { AnyStudy } from "../../web/src/part-kit/part-answers.js";
import { PartProgress } from "../../web/src/part-kit/part-progress.js";
import { GRID_DIMS, RATES, trainGrid } from "../../web/src/parts/grid/grid.js";
import { en } from "../../web/src/text/en/part-kit.js";
import { say } from "../../web/src/text/rich.js";
import type { Progress } from "../../web/src/work.js";
import { recall } from "./experiment-steps.js";
import { pageWith, textOf } from "./section-pages.js";

describe("the words about a run", () => {
  const { page } = pageWith();
  const told = (of: Progress, done: number, printing = false) => {
    const context = {
      page: { ...page, surroundings: { ...page.surroundings, printing } },
      common: en,
      text: { counted: { run: "draws" } },
    } as unknown as PartContext;
    const study = { name: "run", progress: of, done, total: 10 } as AnyStudy;
    return textOf(new PartProgress(context).of(study));
  };

  it("are not that it starts where it is held out of sight", () => {
    expect(told("waiting", 0)).toContain(en.progress.waiting);
    expect(told("waiting", 4)).toContain(say(en.progress.held, { done: "4", total: "10 draws" }));
    expect(told("waiting", 0, true)).toContain(en.progress.missing);
    expect(told("waiting", 4, true)).toContain(
      say(en.progress.stopped, { done: "4", total: "10 draws" }),
    );
  });
});

describe("the progress of the grid", () => {
  it("counts a step at a large d for more: most of the work is at the largest", () => {
    // Calls that take no time, in place of the engine.
    const lane = { loss: 1, right: 0, score: 0, cosine: 0 };
    const engine = {
      scoreDivisor: () => 1,
      startRecall: () => ({}),
      testRecall: () => lane,
      recallAlignment: () => lane,
      trainRecallLanes: ({ lanes }: { lanes: readonly object[] }) => lanes,
    } as unknown as Engine;
    const request = {
      side: "scaled",
      steps: 300,
      dims: GRID_DIMS,
      rates: RATES,
      setup: recall,
    } as const;
    let before = 0;
    for (const { done, total, result } of trainGrid.run(engine, request)) {
      const cells = result()?.loss ?? [];
      const left = cells.filter(Number.isNaN).length;
      if (left > RATES.length) before = done / total;
    }
    expect(before).toBeGreaterThan(0.1);
    expect(before).toBeLessThan(0.4);
  });
});
