/** The answers of a part from one state to the next: what runs, and what is kept. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Experiment } from "../../web/src/experiments/experiment.js";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { loadChapter, type Sections } from "../../web/src/parts/sections.js";
import { LATER_PARTS, type State } from "../../web/src/state/state.js";
import { engine } from "../loaded-engine.js";
import { laboratoryOf, PATIENCE, pageWith, sectionsOf } from "./section-pages.js";

beforeAll(async () => {
  for (const { view } of CHAPTERS.slice(1)) await loadChapter(view);
});

/** Sections all of which are in sight. */
function seen(laboratory = laboratoryOf(engine)) {
  const { page, offers } = pageWith();
  const sections = sectionsOf(page, laboratory);
  sections.seeEverything(true);
  const set = (change: Partial<State>) =>
    Object.assign(page, { state: { ...page.state, ...change } });
  return { sections, set, offers };
}

describe("a request that the page answers itself", () => {
  it("ends the run of the one before, and the next long one runs and is shown", async () => {
    const laboratory = laboratoryOf(engine);
    laboratory.enter();
    const ended: string[] = [];
    const { run } = laboratory;
    vi.spyOn(laboratory, "run").mockImplementation((experiment, request, tell, fail) => {
      const running = run.call(
        laboratory,
        experiment as Experiment<unknown, unknown>,
        request,
        tell as never,
        fail,
      );
      const end = () => {
        ended.push(experiment.name);
        running.end();
      };
      return { ...running, end };
    });
    const { sections, set, offers } = seen(laboratory);
    const shown = () => {
      sections.render("many");
      return offers.get("many-heads")?.inputs.state.dim;
    };
    const comes = (dim: number) => vi.waitFor(() => expect(shown()).toBe(dim), PATIENCE);
    await comes(64);
    expect(sections.studied.all).toBe(0);
    set({ dim: 512 });
    await vi.waitFor(() => {
      shown();
      expect(laboratory.run).toHaveBeenCalled();
    }, PATIENCE);
    expect(sections.studied.all).toBe(1);
    const { length } = ended;
    set({ dim: 32 });
    await comes(32);
    expect(ended.length).toBeGreaterThan(length);
    // Nothing runs that has no progress on the page, and no Stop.
    expect(sections.studied.all).toBe(0);
    // The same long request as before: the result of a study that was complete, too.
    for (const dim of [512, 32, 512]) {
      set({ dim });
      await comes(dim);
    }
    sections.end();
  });
});

/** What a view keeps by names, of the tools that do. */
interface Keeping {
  readonly tables: { readonly keptTables: Map<string, unknown> };
  readonly answers: { readonly keptAnswers: Map<string, unknown> };
  readonly drawings: { readonly drawn: Map<string, unknown> };
}

/** How many tables, answers and drawings a part keeps. */
function keptBy(sections: Sections, part: string): number {
  const { views } = sections as unknown as { views: Map<string, Keeping> };
  const { tables, answers, drawings } = views.get(part) ?? expect.fail(`${part} has no view`);
  return tables.keptTables.size + answers.keptAnswers.size + drawings.drawn.size;
}

describe("what a part keeps", () => {
  it.each(LATER_PARTS)(
    "does not grow with the values that a reader goes through (%s)",
    async (part) => {
      const { sections, set } = seen();
      await vi.waitFor(() => expect(sections.engine).not.toBeNull());
      const through = (values: readonly number[]) => {
        for (const value of values) {
          set({
            factor: value,
            a: value,
            wsize: value,
            gain: value,
            sigma: value,
            cosine: value / 8,
          });
          sections.renderAnew();
          sections.render(part);
          sections.draw();
        }
        return keptBy(sections, part);
      };
      const few = through([1, 1.1, 1.2]);
      expect(through([1.3, 1.4, 1.5, 1.6, 1.7, 1.8])).toBe(few);
      sections.end();
    },
  );
});
