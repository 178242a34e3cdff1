/** The races of an element: the step and the date that sentences and files name. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { loadChapter } from "../../web/src/parts/sections.js";
import { type Race, racesOf } from "../../web/src/parts/training/race.js";
import { weightsFile } from "../../web/src/parts/training/race-controls.js";
import { START, type State } from "../../web/src/state/state.js";
import { PATIENCE, pageWith, sectionsOf, textOf } from "./section-pages.js";

const SMALL = { view: "race", task: "recall", dim: 4, tokens: 2, batch: 2 } as const;

/** Settles once `condition` holds, tried after everything that changes. */
const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), PATIENCE);

describe("a race that is shown at an earlier step", () => {
  beforeAll(() => loadChapter("race"));

  /** The race of a page, trained for so many steps, and what the page then shows of a step. */
  async function raced(change: Partial<State>, steps: number) {
    const { page, offers } = pageWith({ ...SMALL, ...change });
    const sections = sectionsOf(page);
    const races = racesOf({ host: sections });
    const rendered = () => {
      sections.renderAnew();
      return textOf(sections.render("training"));
    };
    rendered();
    const race = (races as unknown as { current: Race }).current;
    await until(() => race.answered);
    await race.train(steps);
    const seek = async (step: number) => {
      race.seek(race.snapshots.find((snapshot) => snapshot.step === step) ?? null);
      await until(() => race.lanes.every(({ look }) => look?.step === race.shownStep));
    };
    /** The sentence about what the lanes have reached. */
    const finding = () => /<p class="caption spoken"[\s\S]*?<\/p>/.exec(rendered())?.[0];
    return {
      page,
      races,
      race,
      seek,
      rendered,
      finding,
      offered: (id: string) => offers.get(`training-${id}`),
    };
  }

  it("tells what the lanes had reached then, in the sentence and in the files", async () => {
    const { race, seek, finding, offered } = await raced({}, 3);
    await race.train(2);
    const losses = race.lanes.map((lane) => lane.valuesOf("loss"));
    expect(losses.map(({ length }) => length)).toEqual([5, 5]);
    await seek(0);
    expect(finding()).toContain("Nothing is trained yet.");
    expect(offered("keys-scaled")?.inputs.run?.done).toBe(0);
    // The curves are those of the whole run.
    expect(offered("loss")?.inputs.run?.done).toBe(5);
    const [, middle] = race.snapshots;
    const step = middle?.step ?? 0;
    expect(step).toBeGreaterThan(0);
    await seek(step);
    expect(finding()).toContain(`After ${step} steps`);
    expect(offered("keys-scaled")?.inputs.run?.done).toBe(step);
    const { setup, steps } = JSON.parse(await weightsFile(race).text());
    expect(steps).toEqual({ unscaled: step, scaled: step });
    expect(setup).toMatchObject({ dim: 4, n: 2, batch: 2 });
  });

  it("names the steps of each lane where they ended at different ones", async () => {
    // The lane that is not divided diverges first.
    const wild = { optimiser: "sgd", rate: 2, dim: 16, batch: 8 } as const;
    const { race, finding } = await raced({ task: "dates", ...wild }, 20);
    const [unscaled = 0, scaled = 0] = race.lanes.map(({ step }) => step);
    expect(unscaled).toBeLessThan(scaled);
    expect(JSON.parse(await weightsFile(race).text()).steps).toEqual({ unscaled, scaled });
    expect(finding()).toContain(`After ${scaled} steps`);
    expect(finding()).toContain(`after ${unscaled} steps`);
  });

  it("ends at once when it begins again, and nobody looks at it any more", async () => {
    const { races, race, rendered } = await raced({}, 1);
    void race.train(50);
    const look = vi.spyOn(race as unknown as { look(): void }, "look");
    races.restart();
    expect(race.running).toBe(false);
    rendered();
    expect((races as unknown as { current: Race }).current).not.toBe(race);
    expect(look).not.toHaveBeenCalled();
  });

  it("is named with the date in the picture where what is typed is none", async () => {
    const { page, rendered, offered } = await raced({ task: "dates", dim: 16 }, 1);
    Object.assign(page, { state: { ...page.state, date: "tomorrow" } });
    rendered();
    for (const figure of ["reading-scaled", "loss"]) {
      expect(offered(figure)?.inputs.state.date).toBe(START.date);
    }
  });
});
