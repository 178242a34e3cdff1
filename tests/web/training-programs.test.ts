/**
 * The PyTorch programs of the parts on training print the numbers of the page:
 * tests/fixtures/make_training_program_goldens.py ran them.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fittingHeads } from "../../web/src/keys/key.js";
import type { LaneName } from "../../web/src/keys/training.js";
import { type GridSide, trainGrid } from "../../web/src/parts/grid/grid.js";
import { trainingRound } from "../../web/src/parts/training/experiments.js";
import type { Setup } from "../../web/src/parts/training/request.js";
import { goldens } from "../engine/goldens.js";
import { engine } from "../loaded-engine.js";
import { all, last, recall } from "./experiment-steps.js";

interface Case {
  readonly part: "training" | "grid";
  /** The SHA-256 of the program and its modules, of each behind its parameters. */
  readonly body: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly printed: Readonly<Record<string, readonly number[]>>;
}

/** Relative: what two orders of summation differ by in single precision after some steps. */
const CLOSE = 2e-5;

const cases = goldens<Case>("training_programs");
const of = (part: Case["part"]) => cases.filter((one) => one.part === part);

it("ran the programs as they are", () => {
  for (const { part, body } of cases) {
    const files = [`parts/${part}/program`, "part-kit/programs/recall", "part-kit/programs/drawn"];
    const hash = createHash("sha256");
    for (const file of files) {
      const text = readFileSync(new URL(`../../web/src/${file}.py`, import.meta.url), "utf8");
      hash.update(text.split("# ---- end of the parameters ----\n")[1] ?? "");
    }
    expect(hash.digest("hex")).toBe(body);
  }
});

/** The setup of a race, with the program's defaults. */
function setupOf(given: Case["parameters"]): Setup {
  const { blocks, blockheads, ...same } = {
    task: "dates",
    dim: 128,
    seed: 13,
    exponent: 0.5,
    optimiser: "adam",
    rate: 0.001,
    batch: 64,
    tokens: 16,
    blocks: 1,
    blockheads: 1,
    init: "xavier",
    ...given,
  } as unknown as Record<"blockheads", number> & { blocks: 1 | 2 } & Setup;
  return { ...same, layers: blocks, heads: fittingHeads(same.dim, blockheads) };
}

describe.each(of("training"))("$name", ({ parameters, printed }) => {
  const { lanes = ["scaled", "unscaled"], steps } = parameters as {
    lanes?: LaneName[];
    steps: number;
  };
  it.each(lanes)("prints the losses of the lane %s", (lane) => {
    const request = { setup: setupOf(parameters), lane, state: null, steps };
    const options = { test: false, date: "20 Nov 2026", boxes: false, check: false };
    const [{ result }] = [...trainingRound.run(engine, { ...request, ...options })] as unknown as [
      { result: () => { records: { loss: Float64Array } } },
    ];
    const { loss } = result().records;
    const theirs = printed[`${lane}: loss of each step`] ?? [];
    expect(theirs).toHaveLength(steps);
    const off = theirs.map((one, i) => Math.abs(one - (loss[i] ?? 0)) / one);
    expect(Math.max(...off)).toBeLessThan(CLOSE);
  });
});

describe.each(of("grid"))("$name", ({ parameters, printed }) => {
  const {
    gridsteps: steps,
    dims,
    rates,
    cells,
    gridone = "unscaled",
    gridtwo = "scaled",
  } = parameters as {
    gridone?: GridSide;
    gridtwo?: GridSide;
    gridsteps: number;
    dims: number[];
    rates: number[];
    cells: number;
  };
  /** Whether a run that is stopped after so many cells has trained this one. */
  const isTrained = (_: number, i: number) =>
    (i % dims.length) * rates.length + Math.floor(i / dims.length) < cells;
  it.each([gridone, gridtwo])("prints the numbers of the lane %s", (side) => {
    const { result } = last(all(trainGrid, { side, steps, dims, rates, setup: recall }));
    const called: Partial<Record<GridSide, string>> = {
      unscaled: "without the division",
      scaled: "with the division",
    };
    const lane = called[side] ?? side;
    for (const [quantity, heading] of [
      ["loss", "loss"],
      ["right", "weight on the right key"],
      ["score", "score of a token's query and key"],
      ["cosine", "their cosine"],
    ] as const) {
      const rows = "a row for each rate, a column for each d";
      const theirs = printed[`${lane}: ${heading}, ${rows}`] ?? [];
      const ours = result[quantity].filter(isTrained);
      expect(theirs).toHaveLength(cells);
      // Three decimals are printed.
      theirs.forEach((one, i) => {
        expect(Math.abs(one - (ours[i] ?? 0))).toBeLessThan(0.00051 + 1e-5 * Math.abs(one));
      });
    }
  });
});
