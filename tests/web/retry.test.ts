/**
 * "Try again" and another request, after a binary did not come: that of the layers, or the whole
 * engine of the lanes of a race.
 */
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { edition, provideEdition } from "../../web/src/experiments/edition.js";
import { loadChapter } from "../../web/src/parts/sections.js";
import type { LaterPart, State } from "../../web/src/state/state.js";
import { PATIENCE, pageWith, sectionsOf } from "./section-pages.js";

const network = { down: true, wholeDown: false, asked: 0 };

const { startLayers, startWhole } = edition;
provideEdition({
  ...edition,
  async startLayers() {
    network.asked += 1;
    if (network.down) throw new Error("the network is down");
    return startLayers();
  },
  async startWhole() {
    if (network.wholeDown) throw new Error("the network is down");
    return startWhole();
  },
});

/** A part with a figure that needs the layers. */
interface Case {
  readonly part: LaterPart;
  readonly figure: string;
  readonly change: Partial<State>;
}
const PARTS: readonly Case[] = [
  { part: "flow", figure: "flow-diagram", change: { view: "transformer" } },
  { part: "training", figure: "training-reading-scaled", change: { view: "race" } },
];

function failing(part: LaterPart, change: Partial<State>) {
  const { page, offers } = pageWith(change);
  const sections = sectionsOf(page);
  sections.seeEverything(true);
  const set = (to: Partial<State>) => Object.assign(page, { state: { ...page.state, ...to } });
  return { sections, set, shown: () => [...offers.keys()], render: () => sections.render(part) };
}

beforeAll(async () => {
  for (const view of ["transformer", "race"] as const) await loadChapter(view);
});

/** A part that has failed, and whose network is mended since. */
async function failed(part: LaterPart, figure: string, change: Partial<State>) {
  const made = failing(part, change);
  await vi.waitFor(() => {
    made.render();
    expect([network.asked > 0 || network.wholeDown, made.sections.answered]).toEqual([true, true]);
  }, PATIENCE);
  made.render();
  expect(made.shown()).not.toContain(figure);
  Object.assign(network, { down: false, wholeDown: false });
  const comes = async () => {
    await vi.waitFor(() => {
      made.render();
      expect(made.shown()).toContain(figure);
    }, PATIENCE);
    made.sections.end();
  };
  return { ...made, comes };
}

// The first: once the lanes have an engine, they keep it.
describe("after the engine of the lanes did not come", () => {
  it("the race comes by trying again", async () => {
    Object.assign(network, { down: false, wholeDown: true });
    const { sections, comes } = await failed("training", "training-reading-scaled", {
      view: "race",
    });
    sections.retry();
    await comes();
  });
});

describe("after the layers did not come", () => {
  beforeEach(() => {
    Object.assign(network, { down: true, asked: 0 });
  });

  describe.each(PARTS)("the figures of $part", ({ part, figure, change }) => {
    it.each(["trying again", "another d"])("come by %s", async (way) => {
      const { sections, set, comes } = await failed(part, figure, change);
      if (way === "another d") set({ dim: 32 });
      else sections.retry();
      await comes();
    });
  });

  it("nothing asks again by itself", async () => {
    const { render, sections } = await failed("flow", "flow-diagram", {});
    const { asked } = network;
    for (let i = 0; i < 3; i += 1) render();
    expect(network.asked).toBe(asked);
    sections.end();
  });
});
