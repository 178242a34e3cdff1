import { beforeAll, describe, expect, it, vi } from "vitest";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { figuresOf, unfoldedFiguresOf } from "../../web/src/parts/figure-names.js";
import { filled } from "../../web/src/parts/grid/section.js";
import { loadChapter, type Sections } from "../../web/src/parts/sections.js";
import { partsOf } from "../../web/src/state/chapters.js";
import { type Fold, LATER_PARTS } from "../../web/src/state/state.js";
import { engine } from "../loaded-engine.js";
import { laboratoryOf, PATIENCE, pageWith, sectionsOf } from "./section-pages.js";

// The largest heads of the grid take most of the time of this file.
vi.mock("../../web/src/parts/grid/grid.js", async (original) => {
  const grid = await original<typeof import("../../web/src/parts/grid/grid.js")>();
  return { ...grid, GRID_DIMS: [4, 5, 6, 7, 8, 9, 10, 11] };
});

const FEW = { samples: 60, draws: 20, rowdraws: 20, encoders: 10 };

/**
 * The sections of a page, with the names of the calls of its engine. Experiments have an engine of
 * their own.
 */
function watchedSections(page: ReturnType<typeof pageWith>["page"]) {
  const calls: string[] = [];
  const watched = new Proxy(engine, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        calls.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
  const laboratory = laboratoryOf(engine);
  Object.assign(laboratory, { engine: watched });
  const sections = sectionsOf(page, laboratory);
  return { sections, calls };
}

/** The ids of the figures in some content. @param inFolds of those in folds, or of the others */
function madeIn(content: unknown, inFolds: boolean, folded = false): string[] {
  if (Array.isArray(content)) return content.flatMap((each) => madeIn(each, inFolds, folded));
  if (typeof content !== "object" || content === null) return [];
  const { made, foldContent, values } = content as {
    made?: { readonly id: string };
    foldContent?: unknown;
    values?: readonly unknown[];
  };
  const own = made !== undefined && folded === inFolds ? [made.id] : [];
  const within =
    foldContent === undefined
      ? madeIn(values ?? [], inFolds, folded)
      : madeIn(foldContent, inFolds, true);
  return [...own, ...within];
}

/** @param least how many studies there are at least; a further part may bring more */
function expectAllEnded({ studied: { ended, all } }: Sections, least: number): void {
  expect(all).toBeGreaterThanOrEqual(least);
  expect(ended).toBe(all);
}

describe("the sections of a page", () => {
  beforeAll(async () => {
    for (const { view } of CHAPTERS.slice(1)) await loadChapter(view);
  });

  it("call the engine for the first rendering, and never again while nothing has changed", async () => {
    const { page } = pageWith(FEW);
    const { sections, calls } = watchedSections(page);
    const update = () => {
      for (const part of LATER_PARTS) sections.render(part);
      sections.draw();
    };
    update();
    sections.seeEverything(true);
    update();
    await vi.waitFor(() => {
      update();
      expectAllEnded(sections, 17);
    }, PATIENCE);
    update();
    expect(calls.filter((name) => name === "jacobianNorms").length).toBeGreaterThanOrEqual(8);
    calls.length = 0;
    for (let i = 0; i < 3; i += 1) update();
    expect(calls).toEqual([]);
    // A change of the factor alone computes no norms of the sentence anew.
    Object.assign(page, { state: { ...page.state, factor: 2 } });
    update();
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.length).toBeLessThan(20);
    sections.end();
  });

  it("compute the bell with every d of the page themselves, without a study", () => {
    const { page, offers } = pageWith({ view: "bell" });
    const { sections, calls } = watchedSections(page);
    sections.seeEverything(true);
    // The engine comes in a later task than the sections.
    return vi.waitFor(() => {
      for (const dim of [1, 64, 1024]) {
        Object.assign(page, { state: { ...page.state, dim } });
        calls.length = 0;
        sections.render("bell");
        expect(new Set(calls)).toEqual(
          new Set(["scoreDivisor", "normalDensity", "weightArithmetic"]),
        );
        const { exported, inputs } = offers.get("bell-curve") ?? {};
        expect(inputs?.state.dim).toBe(dim);
        expect(exported?.finding).toContain(`= ${dim} `);
      }
      expect(sections.studied.all).toBe(0);
      sections.end();
    }, PATIENCE);
  });

  it("leave what takes longer than a frame to the worker, in the chapter of the heads", async () => {
    const { page } = pageWith({ view: "heads", dim: 1024, heads: 16 });
    const { sections, calls } = watchedSections(page);
    sections.seeEverything(true);
    await vi.waitFor(() => {
      for (const part of LATER_PARTS) if (partsOf("heads").includes(part)) sections.render(part);
      expectAllEnded(sections, 3);
    }, PATIENCE);
    const long = ["project", "randomNormal", "queryGradients"];
    expect(calls.filter((name) => long.includes(name))).toEqual([]);
    sections.end();
  });

  it("ask for the studies of a fold only while it is open, and for those of all folds on paper", () => {
    const { page } = pageWith();
    const { sections } = watchedSections(page);
    const asked = (open: readonly Fold[]) => {
      Object.assign(page, { state: { ...page.state, open: new Set(open) } });
      for (const part of LATER_PARTS) sections.render(part);
      return sections.studied.all;
    };
    const folded = asked([]);
    expect(asked(["variance-rows"])).toBe(folded);
    expect(asked(["exponent-growth"])).toBe(folded + 1);
    // A study goes on with what it was asked.
    expect(asked([])).toBe(folded + 1);
    sections.seeEverything(true);
    expect(asked([])).toBeGreaterThanOrEqual(folded + 7);
    sections.end();
  });

  it("give an unchanged table the same matrix, so that it is not rendered anew", async () => {
    const { page, offers } = pageWith();
    const { sections } = watchedSections(page);
    sections.seeEverything(true);
    // The grid is filled when it is asked for.
    sections.render("grid");
    filled({ host: sections }).asked = true;
    const unfolded = new Set<string>();
    // A race has the figures of its task, and of a trained model those of the box that is open.
    for (const change of [
      { task: "recall" },
      { task: "dates" },
      { task: "dates", box: "embedding" },
      { task: "dates", box: "masked" },
    ]) {
      Object.assign(page, { state: { ...page.state, ...change } });
      await vi.waitFor(() => {
        for (const part of LATER_PARTS) sections.render(part);
        expectAllEnded(sections, 13);
        expect(sections.answered).toBe(true);
      }, PATIENCE);
      // Another box that is open holds what stands in folds while the first one is.
      if ("box" in change) continue;
      for (const part of LATER_PARTS) {
        for (const id of madeIn(sections.render(part), false)) unfolded.add(id);
      }
    }
    const matrices = () =>
      [...offers].flatMap(([id, { exported }]) =>
        exported.tables.map(({ matrix }) => [id, matrix] as const),
      );
    for (const part of LATER_PARTS) sections.render(part);
    const before = matrices();
    expect(before.length).toBeGreaterThan(20);
    // Every figure that is offered has a name in figures.ts of its part, and the other way round.
    expect([...offers.keys()].sort()).toEqual(LATER_PARTS.flatMap(figuresOf).sort());
    // Those that stand in folds are the ones that it calls folded: no deck leads to them.
    expect(LATER_PARTS.flatMap(unfoldedFiguresOf).sort()).toEqual([...unfolded].sort());
    for (const part of LATER_PARTS) sections.render(part);
    for (const [i, [id, matrix]] of matrices().entries()) {
      expect(matrix, id).toBe(before[i]?.[1]);
    }
    // Nor where only the picture follows what has changed.
    Object.assign(page, { state: { ...page.state, factor: 2, rule: "d" } });
    for (const part of LATER_PARTS) sections.render(part);
    const old = new Map(before);
    const now = new Map(matrices());
    for (const id of ["jacobian-norms", "choices-rules"]) expect(now.get(id), id).toBe(old.get(id));
    sections.end();
  });
});
