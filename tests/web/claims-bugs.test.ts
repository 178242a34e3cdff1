/**
 * What the part on mistakes says of the weights, of what “Your own attention” measures of them, and
 * of trainings with a mistake, with several seeds.
 */
import { describe, expect, it } from "vitest";
import { bugOf, CODE_PIECES, race, rateOf, TASK } from "../../web/src/parts/bugs/experiments.js";
import { BUGS, type Bug } from "../../web/src/parts/bugs/mistakes.js";
import { laneArguments } from "../../web/src/parts/training/lane.js";
import { en } from "../../web/src/text/en/bugs-answer.js";
import { engine } from "../loaded-engine.js";
import { all, last } from "./experiment-steps.js";

const SEEDS = [13, 0, 1];

/** Widths from the least to the largest, among them those at which a root is that of another number. */
const DIMS = [1, 2, 3, 8, 12, 13, 64, 128, 192, 1024];
const SENTENCES = ["I am good", "the quick brown fox jumps over the lazy dog and runs away"].map(
  (sentence) => sentence.split(" "),
);
/** The sentence of a piece at every width. */
const measuredAt = (bug: Bug, dims: readonly number[]) =>
  SENTENCES.flatMap((words) =>
    dims.map((dim) => {
      const attention = { words, dim, seed: 13, exponent: 0.5, x: null, projections: "random" };
      return { dim, ...bugOf(engine, { attention: attention as never, bug }) };
    }),
  );
const sharper = ({ wrong, right }: ReturnType<typeof bugOf>) =>
  wrong.means.entropy < right.means.entropy;

describe("what a mistake does to the weights", () => {
  it("is the answer of its question at every width, where it does anything", () => {
    const dimsOf: Partial<Record<Bug, number>> = { minus: 2, path: 2, rotary: 3, width: 2 };
    for (const bug of BUGS) {
      const { effect } = CODE_PIECES[bug];
      if (effect !== "sharp" && effect !== "flat") continue;
      const dims = DIMS.filter((dim) => dim >= (dimsOf[bug] ?? (bug === "yarn" ? 1 : 2)));
      for (const result of measuredAt(bug, dims)) {
        expect(sharper(result), `${bug} at ${result.dim}`).toBe(effect === "sharp");
      }
    }
  });

  it("with the root of twelve heads depends on their width", () => {
    for (const result of measuredAt("heads", DIMS)) {
      const { wrong, right } = result;
      if (result.dim === 12) expect(wrong.weights).toEqual(right.weights);
      else expect(sharper(result), `at ${result.dim}`).toBe(result.dim > 12);
    }
  });

  it("is as large as the answers say", () => {
    const yarn = (stretch: number, share: number) => (share * Math.log(stretch) + 1) ** 2;
    const { told } = en;
    expect(told.yarn).toContain(`here ${yarn(40, 0.0707).toFixed(2)}`);
    expect(told.yarn).toContain((1 / yarn(40, 0.0707)).toFixed(2).slice(1));
    expect(told.yarn).toContain(`it is ${yarn(128, 0.1).toFixed(2)}`);
    expect(told.rotary).toContain(`${Math.sqrt(192 / 128).toFixed(2)} times too large`);
    expect(told.heads).toContain(`${Math.sqrt(64 / 12).toFixed(1)} times too large`);
    for (const { wrong } of measuredAt("minus", [64, 128, 1024])) {
      expect(wrong.means.peak).toBeGreaterThan(0.9);
    }
  });

  it("of a cap that is lost is not to be seen where scores are far below it", () => {
    const [q, k] = [1, 2].map((seed) => engine.randomNormal({ seed, rows: 12, cols: 64 }));
    if (q === undefined || k === undefined) throw new Error("nothing was drawn");
    const [capped, plain] = [{ softCap: 50 }, {}].map(
      (options) => engine.attention(q, k, k, options).weights.data,
    );
    const off = plain?.map((weight, i) => Math.abs(weight - (capped?.[i] ?? 0))) ?? [];
    expect(Math.max(...off)).toBeLessThan(0.005);
  });
});

describe("what “Your own attention” measures of a mistake", () => {
  const WIDE = DIMS.filter((dim) => dim > 12);
  const NAMES: Partial<Record<Bug, string | null>> = {
    after: "1",
    twice: "1/d_head",
    both: "1/d_head",
    masked: null,
    length: null,
    minus: "×√d_head",
    path: "1",
    yarn: "1/√d_head",
    rotary: null,
    cap: "1/√d_head",
    heads: null,
  };

  it.each(Object.entries(NAMES))("is the name that the answer gives: %s", (bug, name) => {
    for (const { dim, wrong, right } of measuredAt(bug as Bug, WIDE)) {
      const { measured } = wrong;
      // √12 is the root of twelve tokens and of twelve heads; at d = 128 no name is near either.
      expect(measured.name, `at ${dim}`).toBe(name);
      const known = bug === "yarn" ? null : "1/√d_head";
      const named = bug === "yarn" && dim === 192 ? "1.5896/√192 (DeepSeek-V2)" : known;
      expect(right.measured.name, `at ${dim}`).toBe(named);
      expect([measured.cap, right.measured.cap?.toFixed(3) ?? null]).toEqual([
        null,
        bug === "cap" ? "50.000" : null,
      ]);
    }
  });

  it("is another factor than that of the head, or no rule", () => {
    const HIDDEN: readonly Bug[] = ["cap", "yarn"];
    for (const bug of BUGS.filter((each) => !HIDDEN.includes(each))) {
      // 13 is no width of several heads.
      const dims = bug === "width" ? WIDE.filter((dim) => dim % 2 === 0) : WIDE;
      for (const { dim, wrong, right } of measuredAt(bug, dims)) {
        const off = (wrong.measured.factor ?? 0) / (right.measured.factor ?? Number.NaN) - 1;
        expect(Math.abs(off), `${bug} at ${dim}`).toBeGreaterThan(0.02);
      }
    }
    for (const { wrong } of measuredAt("after", WIDE)) {
      expect(wrong.measured.notes).toContain("rows-below-one");
    }
  });
});

/** The losses of all steps of each seed, with the mistake and without it. */
const raced = (bug: Bug) =>
  SEEDS.map((seed) => {
    const { wrong, right } = last(all(race, { bug, seed })).result;
    return { wrong: wrong.loss, right: right.loss };
  });
const end = (losses: Float64Array) => losses.at(-1) ?? Number.NaN;

describe("recall trained for 100 steps", () => {
  it("with the root of the model's width falls behind, and learns", () => {
    for (const { wrong, right } of raced("width")) {
      expect(end(wrong)).toBeGreaterThan(end(right));
      expect(end(wrong)).toBeLessThan(0.5 * (wrong[0] ?? 0));
    }
  });

  it("with the root taken twice has hardly begun at the rate 1, and has a loss of about .01 at the rate 10", () => {
    expect(rateOf("twice")).toBe(1);
    for (const { wrong, right } of raced("twice")) {
      expect(end(wrong)).toBeGreaterThan(0.8 * (wrong[0] ?? 0));
      expect(end(right)).toBeLessThan(0.1 * (right[0] ?? 0));
    }
    expect(en.race.honest.twice).toContain("about .01 after 100 steps");
    for (const seed of SEEDS) {
      const lane = laneArguments(engine, { ...TASK, seed, rate: 10, exponent: 1 }, "scaled");
      const state = engine.startRecall(lane);
      const { records } = engine.trainRecall({ ...lane, state, steps: 100 });
      const recent = records.loss.slice(-10);
      expect(engine.moments(recent).mean.toFixed(2), `seed ${seed}`).toBe("0.01");
    }
  });

  it("with √d multiplied learns nothing at the rate 1, and has a loss of about .15 at the rate .1", () => {
    expect(rateOf("minus")).toBe(1);
    for (const { wrong, right } of raced("minus")) {
      expect(end(wrong)).toBeGreaterThan(0.9 * (wrong[0] ?? 0));
      expect(end(right)).toBeLessThan(0.1 * (right[0] ?? 0));
    }
    expect(en.race.honest.minus).toContain("about .15");
    for (const seed of SEEDS) {
      const lane = laneArguments(engine, { ...TASK, seed, rate: 0.1, exponent: 0.5 }, "scaled");
      const state = engine.startRecall(lane);
      const { records } = engine.trainRecall({ ...lane, scale: 8, state, steps: 100 });
      expect(engine.moments(records.loss.slice(-10)).mean).toBeGreaterThan(0.12);
      expect(engine.moments(records.loss.slice(-10)).mean).toBeLessThan(0.18);
    }
  });

  it.each(["path", "heads"] as const)(
    "with scores too large does not settle at its rate: %s",
    (bug) => {
      for (const { wrong, right } of raced(bug)) {
        const recent = (losses: Float64Array) => engine.moments(losses.slice(-10)).mean;
        expect(recent(wrong)).toBeGreaterThan(0.4);
        expect(recent(right)).toBeLessThan(0.01);
      }
    },
  );

  it("with the root of a part of the head learns a little faster", () => {
    for (const { wrong, right } of raced("rotary")) {
      const middle = (losses: Float64Array) => engine.moments(losses.slice(20, 40)).mean;
      expect(middle(wrong)).toBeLessThan(middle(right));
    }
  });
});
