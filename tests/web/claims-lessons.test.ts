/**
 * The numbers that the lessons state, each computed by the engine or read from the recorded run of
 * the trained model.
 */
import { describe, expect, it } from "vitest";
import { sentenceAttention } from "../../web/src/attention/sentence-attention.js";
import { curve, recordedHeads } from "../../web/src/language/recorded.js";
import { itemsOf, LESSONS } from "../../web/src/lessons/lessons.js";
import { dividesByRoot, loadModels, timesRoot } from "../../web/src/parts/atlas/models.js";
import { bugOf } from "../../web/src/parts/bugs/experiments.js";
import { depth } from "../../web/src/parts/depth/depth.js";
import { trainGrid } from "../../web/src/parts/grid/grid.js";
import { RELEASES, releaseNamed } from "../../web/src/parts/libraries/table.js";
import { ten } from "../../web/src/parts/quiz/experiments.js";
import { isYes, POOL } from "../../web/src/parts/quiz/pool.js";
import { scores } from "../../web/src/parts/variance/experiments.js";
import { chapterStart } from "../../web/src/state/chapters.js";
import { START } from "../../web/src/state/state.js";
import { ALL } from "../all.js";
import { engine, meanOf } from "../loaded-engine.js";
import { all, last, recall } from "./experiment-steps.js";
import { found } from "./printed-blocks.js";

const two = (values: ArrayLike<number>) =>
  Array.from(values, (value) => value.toFixed(2).replace(/^0/, ""));
const answer = (lesson: number, item: number) =>
  LESSONS.en.lessons.map(itemsOf)[lesson - 1]?.[item - 1]?.answer ?? "";
/** Holds the answer's digits against measured ones. */
const says = (lesson: number, item: number, values: ArrayLike<number>) => {
  for (const value of two(values)) expect(answer(lesson, item)).toContain(value);
};

/** The word vectors of the worked example. */
const x = START.x.map((row) => [...row]);

describe("lesson 1", () => {
  it("has the weights of “good” at d = 64, in the same order with the division", () => {
    const request = { words: ["I", "am", "good"], dim: 64, seed: 13, exponent: 0.5, x: null };
    const attention = sentenceAttention(engine, { ...request, projections: "random" });
    for (const { weights } of [attention.unscaled, attention.scaled]) {
      const row = weights.data.slice(6, 9);
      says(1, 1, row);
      const order = [0, 1, 2].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));
      expect(order).toEqual([2, 0, 1]);
    }
  });

  it.each([
    [100, 10],
    [25, 5],
  ])("has the spread of scores at d = %d", (dim, std) => {
    const { sample } = found(
      scores.run(engine, { sampleseed: 0, samples: 1000, sampledim: dim, sigma: 1, law: "normal" }),
    );
    expect((sample.scores.std * Math.sqrt(dim)) / std).toBeCloseTo(1, 1);
  });

  it("has the weights of (a, a, 2a, 4a), and their slopes", () => {
    const weights = (a: number) => engine.softmax([a, a, 2 * a, 4 * a]);
    says(1, 3, [...weights(1), ...weights(4).slice(3)]);
    says(1, 4, weights(0.45).slice(3));
    for (const y of weights(4)) expect(y * (1 - y)).toBeLessThan(0.0005);
  });

  it("has the share of queries that halves from d = 64 to 256, and hardly changes with the division", () => {
    const options = { seed: 0, keys: 3, dims: [64, 256], exponents: [0, 0.5], count: 4000 };
    const { gradient } = engine.sampleGradients(options);
    const share = (column: number) => {
      const g = Array.from({ length: 4000 }, (_, i) => gradient.data[i * 4 + column] ?? 0);
      return meanOf(g.map((v) => v ** 2)) ** 2 / meanOf(g.map((v) => v ** 4));
    };
    const without = share(2) / share(0);
    const withIt = share(3) / share(1);
    expect(without).toBeGreaterThan(0.4);
    expect(without).toBeLessThan(0.6);
    expect(withIt).toBeGreaterThan(0.9);
    expect(share(3)).toBeGreaterThan(0.7);
  });

  it("has a median gradient below .03 at d = 1024 divided by d", () => {
    const options = { seed: 0, keys: 3, dims: [1024], exponents: [1], count: 2000 };
    const [median = 1] = engine.quantiles(engine.sampleGradients(options).gradient.data, [0.5]);
    expect(median).toBeLessThan(0.03);
    expect(median).toBeGreaterThan(0.01);
  });
});

describe("lesson 2", () => {
  it("has the weights of scores of 14, 10 and 9", () => {
    for (const options of [{ scale: 1 }, {}]) {
      says(2, 1, engine.attention(x, x, x, options).weights.data.slice(0, 3));
    }
    expect(Math.exp(4).toFixed(0)).toBe("55");
    expect(engine.softmax([14, 10, 9])[0]).toBeCloseTo(0.976, 3);
  });

  it("has more even rows where the root is that of 64 in place of 16", () => {
    const [q, k] = [1, 2].map((seed) => engine.randomNormal({ seed, rows: 9, cols: 16 }));
    if (q === undefined || k === undefined) throw new Error("nothing was drawn");
    const entropies = [4, 8].map((divisor) => [
      ...engine.rowStatistics(engine.attention(q, k, k, { scale: 1 / divisor }).weights).entropy,
    ]);
    for (const [i, entropy] of (entropies[1] ?? []).entries()) {
      expect(entropy).toBeGreaterThan(entropies[0]?.[i] ?? 0);
    }
  });

  it("has the sharpest weights in the first layer, there more so without the division", () => {
    const words = chapterStart({ ...START, view: "transformer" }).sentence.split(" ");
    const { seed, vectors, projections } = START;
    expect(vectors).toBe("random");
    const attention = { words, dim: 64, seed, exponent: 0.5, x: null, projections };
    const model = {
      layers: 6,
      norm: "post",
      activation: "relu",
      heads: 8,
      init: "xavier",
    } as const;
    const { sides } = found(depth.run(engine, { ...model, attention, encoders: 10, drawseed: 0 }));
    for (const { peak } of [sides.unscaled, sides.scaled]) {
      expect(Math.max(...peak.median)).toBe(peak.median[0]);
    }
    expect(sides.unscaled.peak.median[0]).toBeGreaterThan(sides.scaled.peak.median[0] ?? 1);
  });
});

describe("lesson 3", () => {
  it.runIf(ALL)("has the dates that both lanes write after 200 steps", () => {
    const exact = [1, 1 / 8].map((scale) => {
      const setup = { dim: 64, seed: START.seed, layers: 1, heads: 1 } as const;
      const state = engine.startDates(setup);
      const training = { optimiser: "adam", rate: 0.001, batch: 64, steps: 200 } as const;
      const after = engine.trainDates({ ...setup, ...training, scale, state });
      return engine.testDates({ ...setup, count: 200, scale, parameters: after.state.parameters })
        .exact;
    });
    expect(exact[0]).toBeLessThan(0.25);
    expect(exact[1]).toBeGreaterThan(0.5);
  });

  it.each(["unscaled", "scaled"] as const)("has the rates of recall: %s", (side) => {
    const request = {
      side,
      steps: 300,
      dims: [16, 128],
      rates: [0.1, 0.32, 3.2, 10],
      setup: recall,
    };
    const { loss } = last(all(trainGrid, request)).result;
    const learnt = Array.from(loss, (value) => value < 0.1);
    // A row a rate, a column a d.
    if (side === "scaled") expect(learnt.slice(2)).toEqual(Array(6).fill(true));
    else expect([learnt[1], learnt[5]]).toEqual([true, false]);
    if (side === "scaled") expect(learnt[1]).toBe(true);
  });

  it("has the recorded heads: how far scores spread, and the largest weights", async () => {
    for (const [without, withIt] of await recordedHeads()) {
      expect(meanOf(without.scoreDeviation)).toBeCloseTo(19, -0.5);
      expect(meanOf(withIt.scoreDeviation)).toBeCloseTo(22, -0.5);
      expect(meanOf(without.largest)).toBeGreaterThan(0.84);
      expect(meanOf(without.largest)).toBeLessThan(0.875);
      expect(meanOf(withIt.largest)).toBeGreaterThan(0.495);
      expect(meanOf(withIt.largest)).toBeLessThan(0.525);
    }
  });

  it("has the perplexities at the ends of the curve and at its bottom", () => {
    const at = (exponent: number) =>
      curve.points.find((point) => point.exponent === exponent)?.perplexity ?? Number.NaN;
    expect(at(0.5).toFixed(1)).toBe("2.6");
    expect([at(0), at(1)].map(Math.round)).toEqual([192, 775]);
    for (const told of ["2.6 at ½", "192 without", "775 divided"]) {
      expect(answer(3, 6)).toContain(told);
    }
  });
});

describe("lesson 4", async () => {
  const models = await loadModels();
  const modelOf = (id: string) => {
    const model = models.find((each) => each.id === id);
    if (model === undefined) throw new Error(`The atlas has no ${id}.`);
    return model;
  };
  /** What a piece does to “I am good” at d = 64. */
  const pieceOf = (bug: "minus" | "path") => {
    const words = ["I", "am", "good"];
    const request = { words, dim: 64, seed: 13, exponent: 0.5, x: null, projections: "random" };
    return bugOf(engine, { attention: request as never, bug });
  };

  it("has the counts of the atlas", () => {
    const others = models.filter((model) => !dividesByRoot(model));
    expect([models.length, models.length - others.length, others.length]).toEqual([110, 67, 43]);
    expect(answer(4, 1)).toMatch(/^67[.] Of the other 43 /);
    expect(others.filter(({ applied }) => applied === "nothing").length).toBe(7);
    expect(others.filter(({ factors: [{ factor }] }) => factor === "1/dₖ").length).toBe(7);
    const late = models.filter(({ year }) => year === 2026);
    expect([late.length, late.filter((model) => !dividesByRoot(model)).length]).toEqual([16, 9]);
  });

  it("has the factor of gpt-oss", () => {
    const model = modelOf("gpt-oss-120b");
    const [factor] = model.factors;
    expect(model.head).toBe(64);
    says(4, 2, [timesRoot(model, factor) ?? 0]);
    expect(answer(4, 2)).toContain((factor.value ?? 0).toFixed(3).slice(1));
  });

  it("has what libraries give a masked row", () => {
    const given = (version: string) => releaseNamed(`onnxruntime-${version}`)?.cells["masked-row"];
    expect(["1.23.2", "1.24.3", "1.25.1", "1.27.0", "1.29.0", "1.30.0"].map(given)).toEqual([
      "nan",
      "mean",
      "mean",
      "mean",
      "zero",
      "zero",
    ]);
    const all = new Set(RELEASES.map(({ cells }) => cells["masked-row"]));
    for (const code of ["zero", "nan", "mean", "unmasked"]) expect(all).toContain(code);
  });

  it("has what a lost minus does to the sentence", () => {
    for (const peak of pieceOf("minus").wrong.peak) expect(peak).toBeGreaterThan(0.99);
    const days = (Date.UTC(2025, 7, 11) - Date.UTC(2025, 6, 16)) / 86_400_000;
    expect(answer(4, 4)).toContain(`${days} days`);
  });

  it("has the factors that are measured in both layers", () => {
    const { wrong, right } = pieceOf("path");
    expect(wrong.measured.factor).toBeCloseTo(1, 9);
    expect(right.measured.factor).toBeCloseTo(1 / 8, 9);
  });

  it("has the ten of the first draw, and those that divide by the root", () => {
    const drawn = found(ten.run(engine, START)).map((place) => POOL[place] ?? ["", "root"]);
    const { question = "" } = LESSONS.en.lessons.map(itemsOf)[3]?.[5] ?? {};
    for (const [id] of drawn) {
      const model = modelOf(id);
      const [name = ""] = /^[\w-]+/.exec(model.name) ?? [];
      expect(question).toContain(name);
      expect([id, answer(4, 6).includes(name)]).toEqual([id, isYes(model, "root")]);
    }
    expect(drawn.filter(([id]) => isYes(modelOf(id), "root")).length).toBe(5);
  });
});
