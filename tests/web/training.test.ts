/** What the race does beside the engine: reading dates, thinning steps and snapshots, smoothing. */
import { existsSync, readFileSync } from "node:fs";
import type { Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { hasProgram, programFolder, programOf, torchText } from "../../web/src/export/program.js";
import { PARTS } from "../../web/src/keys/index.js";
import type { LaneName } from "../../web/src/keys/training.js";
import type { FlowSide } from "../../web/src/parts/flow/flow.js";
import { attentionIn, keyEmbedding, rowEmbedding } from "../../web/src/parts/flow/flow.js";
import { START_SIGN, trainingRound } from "../../web/src/parts/training/experiments.js";
import { laneArguments } from "../../web/src/parts/training/lane.js";
import {
  laneNamesOf,
  readDate,
  type Setup,
  setupOf,
} from "../../web/src/parts/training/request.js";
import {
  recordedSteps,
  type Snapshot,
  smoothed,
  thinned,
  withSnapshot,
} from "../../web/src/parts/training/track.js";
import { readFragment, START } from "../../web/src/state/state.js";
import { EPS, expectCloseMatrix } from "../engine/close.js";
import { engine } from "../loaded-engine.js";

const stateOf = (fragment: string) => readFragment(fragment).state;

describe("a typed date", () => {
  it.each([
    ["20 Nov 2026", "2026-11-20"],
    ["November 20, 2026", "2026-11-20"],
    ["Nov 20 2026", "2026-11-20"],
    ["2026年11月20日", "2026-11-20"],
    [" 1 May 1950 ", "1950-05-01"],
    ["May 31, 2049", "2049-05-31"],
    ["29 Feb 2000", "2000-02-29"],
  ])("%s is read", (text, right) => {
    expect(readDate(text)).toEqual({ source: text.trim(), right });
  });

  it.each([
    "",
    "tomorrow",
    "2026-11-20",
    "20 nov 2026",
    "20 November 2026",
    "Nov 20, 2026",
    "30 Feb 2026",
    "29 Feb 2001",
    "0 Nov 2026",
    "05 Nov 2026",
    "32 Jan 2026",
    "20 Nov 1949",
    "1 Jan 2050",
    "2026年13月1日",
    "2026年0月1日",
    "20 Nov 20260",
    "Sept 20 2026",
  ])("%s is none", (text) => {
    expect(readDate(text)).toBeNull();
  });
});

describe("the setup of a race", () => {
  it("has the chapter's d, and only what its task depends on", () => {
    const dates = setupOf(stateOf("view=race&tokens=5&blocks=2&blockheads=4"));
    expect(dates).toMatchObject({ task: "dates", dim: 128, layers: 2, heads: 4, seed: 13 });
    const recall = setupOf(stateOf("view=race&task=recall&tokens=5&blocks=2&dim=4"));
    expect(recall).toMatchObject({ task: "recall", dim: 4, tokens: 5, layers: 1, heads: 1 });
  });

  it.each(["dim=15", "dim=257", "task=recall&dim=3", "task=recall&dim=513"])(
    "is none outside the limits of d: %s",
    (link) => {
      expect(setupOf(stateOf(`view=race&${link}`))).toBeNull();
    },
  );

  it("takes the largest number of heads that divides d, and the lanes in their order", () => {
    expect(setupOf(stateOf("view=race&blockheads=7"))?.heads).toBe(4);
    expect(laneNamesOf(stateOf("view=race&lanes=smaller,scaled"))).toEqual(["scaled", "smaller"]);
    // The lane without the division comes first, as in all other figures.
    expect(laneNamesOf(START)).toEqual(["unscaled", "scaled"]);
  });
});

describe("the boxes of a trained model", () => {
  const setup = setupOf(stateOf("view=race&dim=32&blocks=2&blockheads=4&batch=16")) as Setup;
  const { dim, layers, heads } = setup;
  const model = { dim, layers, heads };
  const date = "September 20, 2026";

  /** A lane after some steps, with what the worker computes of it. */
  function trained(lane: LaneName, boxes = true) {
    const request = { setup, lane, state: null, steps: 12 };
    const steps = [
      ...trainingRound.run(engine, { ...request, test: false, check: false, date, boxes }),
    ];
    const result = steps.at(-1)?.result();
    if (!result) throw new Error("no result");
    const { state, look } = result;
    const { scale } = laneArguments(engine, request.setup, lane);
    const { parameters } = state;
    const answer = engine.answerDate({ ...model, scale, parameters, source: date });
    return { parameters, look, scale, answer, side: look?.side as FlowSide };
  }
  const lanes = { scaled: trained("scaled"), unscaled: trained("unscaled") };
  const each = Object.entries(lanes);

  it.each(each)("have the words and the attention of the answer: %s", (_, { side, answer }) => {
    expect(rowEmbedding(side, "attention").words).toEqual([...date]);
    expect(rowEmbedding(side, "cross").words).toEqual([START_SIGN, ...answer.answer.slice(0, 9)]);
    expect(keyEmbedding(side, "cross").words).toEqual([...date]);
    expect(keyEmbedding(side, "masked").words).toEqual(rowEmbedding(side, "masked").words);
    const cross = attentionIn(side, "cross", layers - 1).heads;
    expect(cross).toHaveLength(heads);
    for (const [i, own] of answer.weights.slice(0, heads).entries()) {
      expectCloseMatrix(cross[i]?.weights as Matrix, own, { k: 5e-6 / EPS, of: 1 });
    }
  });

  it.each(each)("are the engine’s with the lane’s own parameters: %s", (_, lane) => {
    const { side, parameters, answer } = lane;
    expect(side.divisor).toBeCloseTo(1 / lane.scale, 12);
    for (const [box, of, input] of [
      ["embedding", "sourceEmbedding", answer.sourceInput],
      ["target", "targetEmbedding", answer.targetInput],
    ] as const) {
      const { vectors, positions, sum, words } = side[box];
      const entry = engine.dateLayout(model).entries.find(({ name }) => name === of);
      const rows = Array.from({ length: entry?.rows ?? 0 }, (_, row) => {
        const from = (entry?.from ?? 0) + row * dim;
        return [...parameters.subarray(from, from + 16)].join();
      });
      for (const [i, word] of words.entries()) {
        const own = [...vectors.data.subarray(16 * i, 16 * (i + 1))];
        expect([word, rows.includes(own.join())]).toEqual([word, true]);
        for (const [j, value] of own.entries()) {
          const total = value + (positions.data[16 * i + j] ?? 0);
          expect(total).toBeCloseTo(sum.data[16 * i + j] ?? Number.NaN, 5);
          expect(sum.data[16 * i + j]).toBe(input.data[dim * i + j]);
        }
      }
    }
  });
});

describe("the program of a run", async () => {
  const state = stateOf("view=race&task=recall&lanes=scaled,smaller&optimiser=sgd&rate=0.5&dim=32");
  const program = await programOf("training", state, [], "training-loss", 120);

  it("is PyTorch's, with the values of the state and the steps of the figure", () => {
    const parameters = /---- parameters ----\n([\s\S]*?)# ---- end/.exec(program)?.[1] ?? "";
    for (const line of [
      'task = "recall"',
      'lanes = ["scaled", "smaller"]',
      "dim = 32",
      "seed = 13",
      "exponent = 0.5",
      'optimiser = "sgd"',
      "rate = 0.5",
      "batch = 64",
      "tokens = 16",
      "blocks = 1",
      "blockheads = 1",
      'init = "xavier"',
      "steps = 120",
    ]) {
      expect(parameters).toContain(line);
    }
  });

  it.each(PARTS.map(({ name }) => name))("needs PyTorch where it imports it: %s", (part) => {
    const file = `web/src/parts/${programFolder(part)}/program.py`;
    const has = existsSync(file);
    const text = has ? readFileSync(file, "utf8") : "";
    expect(torchText(part) !== undefined).toBe(/^import torch$/m.test(text));
    expect(hasProgram(part)).toBe(has);
  });

  it.each([
    [20, "cells = 20 "],
    [undefined, "cells = 104 "],
  ])("trains the cells that a stopped grid has: %s", async (done, line) => {
    const asked = stateOf("gridsteps=200");
    const text = await programOf("grid", asked, [], "grid-loss-scaled", done);
    expect(text).toContain(line);
    expect(text).toContain("gridsteps = 200");
  });
});

describe("the steps of a table", () => {
  it("are at most a hundred, multiples of the test's distance", () => {
    expect(recordedSteps(19, 20)).toEqual([]);
    expect(recordedSteps(65, 20)).toEqual([20, 40, 60]);
    expect(recordedSteps(3, 1)).toEqual([1, 2, 3]);
    for (const last of [100, 101, 1999, 2000, 2001, 5000, 123_456]) {
      const steps = recordedSteps(last, 20);
      expect(steps.length).toBeLessThanOrEqual(100);
      expect(steps.every((step) => step % 20 === 0 && step <= last)).toBe(true);
    }
  });
});

describe("snapshots", () => {
  it("stay within a limit of bytes, the first and about the newest among them", () => {
    let snapshots: readonly Snapshot[] = [];
    for (let step = 0; step <= 300; step += 1) {
      const parameters = [new Float32Array(10), new Float32Array(10)];
      snapshots = withSnapshot(snapshots, { step, parameters }, 800);
    }
    const steps = snapshots.map(({ step }) => step);
    expect(steps.length).toBeLessThanOrEqual(10);
    expect(steps.length).toBeGreaterThanOrEqual(5);
    expect(steps[0]).toBe(0);
    const apart = (steps[1] ?? 0) - (steps[0] ?? 0);
    expect(300 - (steps.at(-1) ?? 0)).toBeLessThan(apart);
    expect(steps).toEqual(steps.map((_, i) => i * apart));
  });
});

describe("what is measured", () => {
  it("is smoothed between its extremes, geometrically where the axis is logarithmic", () => {
    expect(smoothed([2, 2, 2], false)).toEqual([2, 2, 2].map((value) => expect.closeTo(value, 12)));
    const [first, second = 0] = smoothed([1, 100], true);
    expect(first).toBeCloseTo(1, 12);
    expect(second).toBeCloseTo(Math.exp(Math.log(100) * (0.2 / 0.36)), 10);
  });

  it("is thinned to few numbers, the last among them", () => {
    expect(thinned(5, 10)).toEqual([0, 1, 2, 3, 4]);
    expect(thinned(10, 4)).toEqual([0, 3, 6, 9]);
    expect(thinned(11, 4)).toEqual([1, 4, 7, 10]);
    expect(thinned(0, 4)).toEqual([]);
  });
});
