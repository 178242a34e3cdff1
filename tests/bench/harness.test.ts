import { execPath } from "node:process";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { expectAgreement, TOLERANCE_EPS } from "./agreement.mjs";
import { closeAll, toClose } from "./endings.mjs";
import { converse } from "./lines.mjs";
import { matchUp, ratioIn } from "./matchup.mjs";
import { EPS, problemOf } from "./problem.mjs";
import { atLeast, emptyReport, skip } from "./report.mjs";
import { median, quantile, race, spreadOf, turns } from "./rounds.mjs";
import { digits, duration, geometricMean, printTable, times } from "./table.mjs";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Keeps printed text out of the test's output. */
const silenced = () => vi.spyOn(console, "log").mockReturnValue(undefined);

describe("quantiles of rounds", () => {
  it("lie between the least and the largest, and rise", () => {
    const values = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (all, probability) => {
        const found = quantile(all, probability);
        expect(found).toBeGreaterThanOrEqual(Math.min(...all));
        expect(found).toBeLessThanOrEqual(Math.max(...all));
        expect(quantile(all, 1)).toBeGreaterThanOrEqual(found);
      }),
    );
  });

  it("are NumPy's, whatever the order", () => {
    // numpy.quantile([1, 2, 4, 8], [0.25, 0.5, 0.75])
    expect([0.25, 0.5, 0.75].map((p) => quantile([8, 1, 4, 2], p))).toEqual([1.75, 3, 5]);
    expect(median([3, 1, 2])).toBe(2);
    expect(spreadOf([8, 1, 4, 2])).toBeCloseTo((5 - 1.75) / 2 / 3);
  });
});

describe("a race", () => {
  /** A machine whose every sample takes as long as the script says, and a list of who ran. */
  function contestants(speeds: readonly number[]) {
    const log: string[] = [];
    const all = speeds.map((ms, index) => ({
      name: `contestant ${index}`,
      sample: async (calls: number) => {
        log.push(`${index}`);
        return ms * calls;
      },
    }));
    return { all, log };
  }
  const pace = { rounds: 4, warmUp: 1, sampleMs: 10, largest: 1 };

  it("takes turns, everybody once a round", async () => {
    const { all, log } = contestants([10, 10, 10]);
    await race(all, pace);
    // Once each to see how many calls fill a sample, and then five rounds.
    expect(log.join("")).toBe("012" + "012" + "120" + "201" + "210" + "021");
  });

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

  it("tells times a call and ratios within the round", async () => {
    const { all } = contestants([2, 5, 0.25]);
    const timings = await race(all, pace);
    expect(timings.map(({ median: each }) => each)).toEqual([2, 5, 0.25]);
    expect(timings.map(({ ratio }) => ratio)).toEqual([1, 2.5, 0.125]);
    expect(timings.map(({ times: each }) => each.length)).toEqual([4, 4, 4]);
  });

  it("does not let a slow stretch of the machine change a ratio", async () => {
    let round = 0;
    const slowly = (ms: number) => async (calls: number) => {
      round += 1;
      return ms * calls * (round > 6 ? 3 : 1);
    };
    const timings = await race(
      [
        { name: "ours", sample: slowly(10) },
        { name: "another", sample: slowly(20) },
      ],
      { ...pace, rounds: 7 },
    );
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
  const shape = { precision: "float64", n: 3, d: 2 } as const;

  it("leaves out whose answer is wrong, and says so", async () => {
    silenced();
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { load } = await import("./peers/attention-scale.mjs");
    const engine = await load();
    const right = engine
      .forward(problemOf(shape))()
      .flatMap((array) => [...array]);
    const place = (results: readonly number[]) => ({
      enter: async () => ({
        results: async () => results,
        sample: async (calls: number) => calls * 5,
      }),
      clear: async () => undefined,
      close: async () => undefined,
    });
    const report = emptyReport();
    const columns = [
      { name: "right", place: place(right) },
      { name: "wrong", place: place(right.map((entry) => entry + 1e-6)) },
    ].map((column) => ({ ...column, who: "", task: "forward" as const }));
    const [row] = await matchUp({
      shapes: [shape],
      columns,
      pace: { rounds: 2, warmUp: 0, sampleMs: 5, largest: 1000 },
      report,
    });
    if (row === undefined) throw new Error("There is no row.");
    expect([...row.timings.keys()]).toEqual(["right"]);
    expect(ratioIn(row, "right", "right")).toBe(1);
    expect(ratioIn(row, "wrong", "right")).toBeNaN();
    expect(report.skipped).toEqual([expect.stringMatching(/^wrong, float64: wrong differs/)]);
  });
});

describe("a program that answers in lines", () => {
  const answering = (script: string) => converse(execPath, ["-e", script]);
  const echo = `require("readline").createInterface({ input: process.stdin })
    .on("line", (line) => console.log(line === "junk" ? "<junk>" : JSON.stringify({ line })))`;

  it("answers in the order it was asked", async () => {
    const program = answering(echo);
    const answers = await Promise.all(["a", "b", "c"].map((line) => program.ask(line)));
    expect(answers).toEqual([{ line: "a" }, { line: "b" }, { line: "c" }]);
    await program.close();
  });

  it("is not believed where it talks nonsense, and its last words are told where it ends", async () => {
    const program = answering(echo);
    await expect(program.ask("junk")).rejects.toThrow("<junk>");
    await program.close();
    const dying = answering(`console.error("no NumPy here"); process.exitCode = 3;
      process.stdin.once("data", () => process.exit())`);
    await expect(dying.ask("anything")).rejects.toThrow("no NumPy here");
  });
});

describe("the end of a run", () => {
  it("closes once what is still open, also where it was closed sooner", async () => {
    const closed: string[] = [];
    const first = toClose(() => closed.push("first"));
    toClose(() => closed.push("second"));
    await first();
    await first();
    await closeAll();
    await closeAll();
    expect(closed).toEqual(["first", "second"]);
  });

  it("lists goals as reached or not, and each reason for a gap once", () => {
    silenced();
    const report = emptyReport();
    atLeast(report, "twice", 2, 2);
    atLeast(report, "three times", 2.9, 3);
    atLeast(report, "nothing", Number.NaN, 1);
    expect(report.reaches.map(({ met, found }) => [met, found])).toEqual([
      [true, "2.00×"],
      [false, "2.90×"],
      [false, "–"],
    ]);
    const reason = new Error("page.evaluate: Error: no such backend\n    at here\n    at there");
    skip(report, "tfjs", reason);
    skip(report, "tfjs", reason);
    expect(report.skipped).toEqual(["tfjs: no such backend"]);
  });
});

describe("printed figures", () => {
  it("have three digits and a unit that fits", () => {
    expect([0.00123, 0.5, 12.345, 999.6, 1234].map(duration)).toEqual([
      "1.23 µs",
      "500 µs",
      "12.3 ms",
      "1000 ms",
      "1.23 s",
    ]);
    expect([0, 1 / 3, 123.4, Infinity].map(digits)).toEqual(["0", "0.333", "123", "–"]);
    expect(times(Number.NaN)).toBe("–");
    expect(geometricMean([1, 4])).toBeCloseTo(2);
  });

  it("stand in columns, names to the left and numbers to the right", () => {
    const log = silenced();
    printTable(
      "Title",
      ["", "time"],
      [
        ["a", "1 µs"],
        ["longer", "10 µs"],
      ],
    );
    expect(log.mock.lastCall?.[0]).toBe(
      "\nTitle\n\n           time\n  a        1 µs\n  longer  10 µs",
    );
  });
});

describe("the problems posed", () => {
  it("have entries of variance 1, the same at every call", () => {
    const problem = problemOf({ precision: "float64", n: 200, d: 50 });
    for (const name of ["queries", "keys", "values", "upstream"] as const) {
      const entries = [...problem[name]];
      const mean = entries.reduce((sum, x) => sum + x, 0) / entries.length;
      const variance = entries.reduce((sum, x) => sum + (x - mean) ** 2, 0) / entries.length;
      expect(Math.abs(mean)).toBeLessThan(0.05);
      expect(Math.abs(variance - 1)).toBeLessThan(0.05);
      expect(problemOf(problem)[name]).toEqual(problem[name]);
    }
    expect(problem.queries).not.toEqual(problem.keys);
  });
});
