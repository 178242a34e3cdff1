/**
 * The recorded runs of the training are runs of this engine, to their last digit, and what the
 * words say of them.
 */
import { gzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { SIDES } from "../../web/src/attention/sides.js";
import { GRID_DIMS, QUANTITIES, RATES } from "../../web/src/parts/grid/grid.js";
import { Races } from "../../web/src/parts/training/race.js";
import {
  RecordedRace,
  recordedGrid,
  recordedRaces,
  recordedRun,
  SEEN_EVERY,
} from "../../web/src/parts/training/recorded-runs.js";
import { en } from "../../web/src/text/en/training.js";
import { plainText } from "../../web/src/text/rich.js";
import { recordGrid, recordRun, startSetup } from "./recording-runs.js";

const TASKS = ["dates", "recall"] as const;
const STEPS = 20;

describe("a recorded run", () => {
  it.each(TASKS)("has the digits of a live one: %s", (task) => {
    const { setup, steps, lanes } = recordRun(task, STEPS);
    const recorded = recordedRaces[task];
    expect([setup, steps]).toEqual([recorded.setup, STEPS]);
    for (const name of SIDES) {
      const live = lanes[name];
      const kept = recorded.lanes[name];
      for (const [measure, values] of Object.entries(live.records)) {
        expect(Array.from(values ?? []), measure).toEqual(
          Array.from(kept.records[measure as "loss"]).slice(0, STEPS),
        );
      }
      expect(live.exact).toEqual(kept.exact.slice(0, live.exact.length));
      for (const looked of ["answers", "weights"] as const) {
        expect(live[looked]).toEqual(kept[looked].slice(0, STEPS / SEEN_EVERY + 1));
      }
      expect(live.alignment.slice(0, 2)).toEqual(kept.alignment.slice(0, 2));
    }
  });

  it("has the cells of a live grid", () => {
    const column = GRID_DIMS.indexOf(16);
    const live = recordGrid([16]);
    for (const name of SIDES) {
      for (const quantity of QUANTITIES) {
        expect(live[name]?.[quantity]).toEqual(
          RATES.map(
            (_, row) => recordedRaces.grid.lanes[name][quantity][row * GRID_DIMS.length + column],
          ),
        );
      }
    }
  });

  it("stands for the settings of its own run alone", () => {
    const [dates, recall] = TASKS.map(startSetup) as [ReturnType<typeof startSetup>, never];
    const lanes = [...SIDES];
    expect(recordedRun(dates, lanes)).toBe(recordedRaces.dates);
    expect(recordedRun(recall, ["scaled"])).toBe(recordedRaces.recall);
    // The models of dates have no tokens of a sequence.
    expect(recordedRun({ ...dates, tokens: 8 }, lanes)).toBe(recordedRaces.dates);
    expect(
      recordedRun({ ...(recall as object), tokens: 8 } as typeof dates, lanes),
    ).toBeUndefined();
    expect(recordedRun({ ...dates, seed: 1 }, lanes)).toBeUndefined();
    expect(recordedRun(dates, [...lanes, "one"])).toBeUndefined();
    const asked = { side: "scaled", dims: GRID_DIMS, rates: RATES, ...recordedRaces.grid } as const;
    expect(recordedGrid(asked)?.loss).toHaveLength(GRID_DIMS.length * RATES.length);
    expect(recordedGrid({ ...asked, steps: 20 })).toBeUndefined();
    expect(recordedGrid({ ...asked, side: "norm" })).toBeUndefined();
  });

  it("is shown at whole tens of its steps, and at its start while a question waits", () => {
    let told = 0;
    const race = new RecordedRace(recordedRaces.dates, SIDES, () => {
      told += 1;
    });
    const steps = () => [race.shownStep, ...race.lanes.map(({ look }) => look?.step)];
    // At the end both lanes are right.
    expect(steps()).toEqual([950, 950, 950]);
    expect(race.lanes.map(({ look }) => look?.answer)).toEqual(["2026-11-30", "2026-11-20"]);
    race.wait(true);
    expect(steps()).toEqual([0, 0, 0]);
    race.wait(false);
    expect([steps(), told]).toEqual([[950, 950, 950], 0]);
    race.seek(race.snapshots[10] ?? null);
    expect([steps(), told]).toEqual([[100, 100, 100], 1]);
    for (const { look } of race.lanes) {
      const { rows, cols, data } = look?.weights ?? expect.fail();
      expect([rows, cols]).toEqual([10, "20 Nov 2026".length]);
      for (let row = 0; row < rows; row += 1) {
        const sum = data.slice(row * cols, (row + 1) * cols).reduce((a, b) => a + b, 0);
        expect(Math.abs(sum - 1)).toBeLessThan(0.1);
      }
    }
  });

  it("plays no further once it is shown no more", () => {
    vi.useFakeTimers();
    try {
      const races = new Races(() => undefined);
      const race = new RecordedRace(recordedRaces.dates, SIDES, () => undefined);
      races.showRecorded(race);
      race.play();
      expect(race.playing).toBe(true);
      // Its stage goes, and does not come back.
      races.watch(undefined);
      vi.advanceTimersByTime(1);
      expect(race.playing).toBe(false);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is played from its start to where the lanes differ, and stopped where it is", () => {
    vi.useFakeTimers();
    try {
      const race = new RecordedRace(recordedRaces.dates, SIDES, () => undefined);
      race.play();
      expect([race.playing, race.shownStep]).toEqual([true, 0]);
      vi.advanceTimersByTime(300);
      const reached = race.shownStep;
      expect(reached).toBeGreaterThan(0);
      race.seek(race.shownSnapshot);
      vi.advanceTimersByTime(300);
      expect([race.playing, race.shownStep]).toEqual([false, reached]);
      race.play();
      // The answer to the question does not cut short what the reader has asked for.
      race.wait(true);
      race.wait(false);
      vi.runAllTimers();
      expect([race.playing, race.shownStep]).toEqual([false, 950]);
    } finally {
      vi.useRealTimers();
    }
    // Recall gives no answers: it opens with its end.
    expect(new RecordedRace(recordedRaces.recall, SIDES, () => undefined).shownStep).toBe(300);
  });

  it("is small beside the page", () => {
    expect(gzipSync(JSON.stringify(recordedRaces), { level: 9 }).length).toBeLessThan(60_000);
  });
});

it("few queries supply the gradient in the end, as the words say", () => {
  const words = plainText(en.fewTeachers);
  const mean = (lane: "unscaled" | "scaled", measure: "share" | "loss" | "peak", at: number) => {
    const values = Array.from(recordedRaces.dates.lanes[lane].records[measure] ?? []);
    return (
      values.slice(at - 10, at + 10).reduce((a, b) => a + b, 0) /
      values.slice(at - 10, at + 10).length
    );
  };
  const percent = (lane: "unscaled" | "scaled", at: number) => 100 * mean(lane, "share", at);
  expect(words).toContain(".4\u00A0% after 1,000 steps");
  for (const lane of SIDES) expect(percent(lane, 990)).toBeCloseTo(0.4, 0);
  expect(words).toContain("1\u00A0% from step 20 on");
  for (const at of [30, 100, 500]) expect(percent("unscaled", at)).toBeLessThan(1.2);
  expect(words).toContain("is .89 on average");
  expect(mean("unscaled", "peak", 20)).toBeCloseTo(0.89, 2);
  expect(words).toContain(
    "52\u00A0% at the first step, 3\u00A0% after 100 steps and 1\u00A0% after 200",
  );
  const first = Array.from(recordedRaces.dates.lanes.scaled.records.share ?? [])[0] ?? 0;
  expect([100 * first, percent("scaled", 100), percent("scaled", 200)].map(Math.round)).toEqual([
    52, 3, 1,
  ]);
  expect(words).toContain("from 1.8 to .07");
  expect(mean("scaled", "loss", 200)).toBeCloseTo(0.07, 2);
});
