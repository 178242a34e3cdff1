/**
 * The promises of the benchmark: a wrong answer is not timed, all take turns, and a ratio is taken
 * within a round.
 */
import { execPath } from "node:process";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectAgreement, TOLERANCE_EPS } from "./agreement.mjs";
import { closeAll } from "./endings.mjs";
import { converse } from "./lines.mjs";
import { matchUp, ratiosIn } from "./matchup.mjs";
import { load } from "./peers/attention-scale.mjs";
import { EPS, problemOf } from "./problem.mjs";
import { Report } from "./report.mjs";
import { quantile, race, turns } from "./rounds.mjs";

afterEach(async () => {
  vi.restoreAllMocks();
  await closeAll();
});

/** Keeps printed text out of the test's output. */
function silenced() {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
}

it("the quantiles of rounds are NumPy's, whatever the order", () => {
  // numpy.quantile([1, 2, 4, 8], [0.25, 0.5, 0.75])
  expect([0.25, 0.5, 0.75].map((p) => quantile([8, 1, 4, 2], p))).toEqual([1.75, 3, 5]);
});

describe("a race", () => {
  const pace = { rounds: 4, warmUp: 1, sampleMs: 10, largest: 1 };

  it.each([2, 3, 4, 5, 12])("of %i lets each follow each other equally often", (count) => {
    const rounds = count % 2 === 0 ? count : 2 * count;
    const followed = new Map<string, number>();
    const first = new Map<number, number>();
    for (let round = 0; round < rounds; round++) {
      const order = turns(count, round);
      expect([...order].sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
      first.set(order[0] ?? -1, (first.get(order[0] ?? -1) ?? 0) + 1);
      for (const [place, who] of order.slice(1).entries()) {
        const pair = `${who} after ${order[place]}`;
        followed.set(pair, (followed.get(pair) ?? 0) + 1);
      }
    }
    expect(new Set(followed.values())).toEqual(new Set([rounds / count]));
    expect(followed.size).toBe(count * (count - 1));
    expect(new Set(first.values())).toEqual(new Set([rounds / count]));
  });

  it("takes turns, and tells times a call and ratios within the round", async () => {
    const log: number[] = [];
    const contestants = [2, 5, 0.25].map((ms, index) => ({
      name: `${index}`,
      sample: async (calls: number) => {
        log.push(index);
        return ms * calls;
      },
    }));
    const timings = await race(contestants, pace);
    expect(timings.map(({ median: each }) => each)).toEqual([2, 5, 0.25]);
    expect(timings.map(({ ratio }) => ratio)).toEqual([1, 2.5, 0.125]);
    expect(timings.map(({ times: each }) => each.length)).toEqual([4, 4, 4]);
    // Five rounds, after the first samples, which see how many calls fill one.
    expect(log.slice(-15).join("")).toBe("012" + "120" + "201" + "210" + "021");
  });

  it("does not let a slow stretch of the machine change a ratio", async () => {
    let round = 0;
    const slowly = (ms: number) => async (calls: number) => {
      round += 1;
      return ms * calls * (round > 6 ? 3 : 1);
    };
    const contestants = [
      { name: "ours", sample: slowly(10) },
      { name: "another", sample: slowly(20) },
    ];
    const timings = await race(contestants, { ...pace, rounds: 7 });
    expect(timings[1]?.ratio).toBe(2);
  });
});

describe("a result", () => {
  const expected = [1, -4, 2];

  it("is right within so many eps of the largest entry", () => {
    const off = 4 * TOLERANCE_EPS * EPS.float64;
    expect(expectAgreement("who", [1 + off / 2, -4, 2], expected, "float64")).toBeCloseTo(
      TOLERANCE_EPS / 2,
    );
    expect(() => expectAgreement("who", [1, -4 - 2 * off, 2], expected, "float64")).toThrow(
      /who differs from ours by 64.0 eps of float64; 32 are allowed/,
    );
    expect(expectAgreement("who", [1, -4 - 2 * off, 2], expected, "float32")).toBeLessThan(1);
  });

  it("is wrong where it is too short, or no number anywhere", () => {
    expect(() => expectAgreement("who", [1, -4], expected, "float32")).toThrow(/2 numbers/);
    fc.assert(
      fc.property(fc.nat(2), fc.constantFrom(Number.NaN, Infinity, -Infinity), (place, bad) => {
        const result = expected.with(place, bad);
        expect(() => expectAgreement("who", result, expected, "float32")).toThrow(/who/);
      }),
    );
  });
});

describe("a match", () => {
  it("leaves out whose answer is wrong, and says so once", async () => {
    silenced();
    const shape = { precision: "float64", n: 3, d: 2 } as const;
    const engine = await load();
    const right = engine
      .forward(problemOf(shape))()
      .flatMap((array) => [...array]);
    const column = (name: string, results: readonly number[]) => ({
      name,
      task: "forward" as const,
      place: {
        enter: async () => ({
          results: async () => results,
          sample: async (calls: number) => calls * 5,
        }),
        clear: async () => undefined,
      },
    });
    const report = new Report();
    const pace = { rounds: 2, warmUp: 0, sampleMs: 5, largest: 1000 };
    const wrong = right.map((entry) => entry + 1e-6);
    const columns = [column("right", right), column("wrong", wrong)];
    const rows = await matchUp({ pace, report }, [shape, shape], columns);
    expect(rows.map(({ timings }) => timings.map(({ name }) => name))).toEqual([
      ["right"],
      ["right"],
    ]);
    expect(ratiosIn(rows, "right", "right")).toEqual([1, 1]);
    expect(ratiosIn(rows, "wrong", "right")).toEqual([]);
    expect(report.skipped).toEqual([expect.stringMatching(/^wrong, float64: wrong differs/)]);
  });
});

describe("a goal", () => {
  it("is not reached where nothing was measured", () => {
    const report = new Report();
    for (const ratio of [2, 1.9, Number.NaN]) report.atLeast("twice", ratio, 2);
    expect(report.reaches.map(({ met, found }) => [met, found])).toEqual([
      [true, "2.00×"],
      [false, "1.90×"],
      [false, "–"],
    ]);
  });
});

describe("a program that answers in lines", () => {
  const echo = `require("readline").createInterface({ input: process.stdin })
    .on("line", (line) => console.log(line === "junk" ? "<junk>" : JSON.stringify({ line })))`;

  it("answers in the order it was asked, and is not believed where it talks nonsense", async () => {
    const ask = converse(execPath, ["-e", echo]);
    const answers = await Promise.all(["a", "b", "c"].map(ask));
    expect(answers).toEqual([{ line: "a" }, { line: "b" }, { line: "c" }]);
    await expect(ask("junk")).rejects.toThrow("<junk>");
  });

  it("tells its last words where it ends", async () => {
    const dying = `console.error("no NumPy here"); process.exitCode = 3;
      process.stdin.once("data", () => process.exit())`;
    await expect(converse(execPath, ["-e", dying])("anything")).rejects.toThrow("no NumPy here");
  });
});
