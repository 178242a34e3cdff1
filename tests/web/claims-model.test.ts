/** What the chapter of the trained model says of the recorded one. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { curve, recordedChat, recordedHeads } from "../../web/src/language/recorded.js";
import { en as closing } from "../../web/src/text/en/closing-model.js";
import { en as inside } from "../../web/src/text/en/inside.js";
import { en as perplexity } from "../../web/src/text/en/perplexity.js";
import { inProject } from "../../web/tools/run.mjs";
import { engine, meanOf } from "../loaded-engine.js";

const HEADS = 8;
/** The perplexities where one layer alone is not divided, and where one head of it alone is not. */
const layers = Array.from(
  { length: HEADS },
  (_, layer) => recordedChat.alone[(HEADS + 1) * layer] ?? 0,
);
const heads = layers.map((_, layer) =>
  recordedChat.alone.slice((HEADS + 1) * layer + 1, (HEADS + 1) * (layer + 1)),
);

describe("the perplexity where one layer or one head is not divided", () => {
  const answer = closing.exercises[1]?.answer ?? "";
  const told = answer.match(/\d\.\d\d/g)?.map(Number);
  const two = (value: number) => Number(value.toFixed(2));
  const others = heads.flat().sort((a, b) => a - b);
  const most = others.pop() ?? Number.NaN;

  it("has the numbers of the exercise: all divided, layers, heads, and the head that costs most", () => {
    const divided = curve.points.find(({ exponent }) => exponent === 0.5)?.perplexity ?? Number.NaN;
    const found = [
      divided,
      Math.min(...layers),
      Math.max(...layers),
      others[0],
      others.at(-1),
      most,
    ];
    expect(told).toEqual(found.map((value) => two(value ?? Number.NaN)));
    expect(answer).toContain("head 4 of layer 1");
    expect(perplexity.alone.told).toContain("head 4 of layer 1");
    expect(heads[0]?.[3]).toBe(most);
  });

  it("is most in the first layer, and with that head more than with all of layer 6 or of layer 8", () => {
    expect(Math.max(...layers)).toBe(layers[0]);
    expect(layers.flatMap((layer, i) => (layer < most ? [i + 1] : []))).toEqual([6, 8]);
    expect(answer).toContain("layer 6 or 8");
  });

  it("hardly changes with most heads, and with every layer does", () => {
    const divided = curve.points.find(({ exponent }) => exponent === 0.5)?.perplexity ?? Number.NaN;
    const noticed = heads.flat().filter((one) => Math.abs(one / divided - 1) > 0.1);
    expect(noticed.length).toBeLessThan(6);
    for (const layer of layers) expect(layer / divided).toBeGreaterThan(1.1);
  });
});

it("the perplexity is least at ½ among tenths, and out of reach with a much larger or smaller divisor", () => {
  const at = (exponent: number) =>
    curve.points.find((point) => point.exponent === exponent)?.perplexity ?? Number.NaN;
  expect(curve.points.map(({ exponent }) => exponent)).toEqual(
    Array.from({ length: 11 }, (_, i) => i / 10),
  );
  expect(Math.min(...curve.points.map(({ perplexity }) => perplexity))).toBe(at(0.5));
  for (const exponent of [0, 0.1, 0.2, 0.8, 0.9, 1]) {
    expect(at(exponent)).toBeGreaterThan(10 * at(0.5));
  }
});

it("most rows, not nearly all, are dominated by one cell without the division", async () => {
  for (const [without, withIt] of await recordedHeads()) {
    const share = ({ tokens, weights }: typeof without) => {
      const n = tokens.length;
      const rows = [...weights.values()].flatMap((own) =>
        Array.from({ length: n }, (_, i) => Math.max(...own.subarray(i * n, (i + 1) * n))),
      );
      // The recording has steps of 1/30: 28 of them and more are above .9.
      return rows.filter((largest) => largest > 27.5 / 30).length / rows.length;
    };
    expect(share(without)).toBeGreaterThan(0.5);
    expect(share(without)).toBeLessThan(0.7);
    expect(share(withIt)).toBeLessThan(0.25);
  }
});

describe("the standard deviation of undivided scores", () => {
  it("is 2.7 as the model starts, with weights of PyTorch's linear layers and inputs of variance 1", () => {
    const rows = 200;
    const width = 512;
    const dim = 64;
    const inputs = engine.randomNormal({ seed: 1, rows, cols: width });
    const [queries, keys] = [2, 3].map((seed) => {
      const std = 1 / Math.sqrt(3 * width);
      const entries = engine.randomEntries({ seed, count: dim * width, std, law: "uniform" });
      const weights = { rows: dim, cols: width, data: entries };
      return engine.attention(inputs, weights, weights, { scale: 1, outputs: ["scores"] }).scores;
    });
    if (queries === undefined || keys === undefined) throw new Error("nothing was drawn");
    expect(engine.moments(queries.data).variance).toBeCloseTo(1 / 3, 1);
    const { scores } = engine.attention(queries, keys, keys, { scale: 1, outputs: ["scores"] });
    expect(engine.moments(scores.data).std).toBeCloseTo(2.7, 0.5);
    for (const text of [inside.question.ask, inside.finding.scores]) {
      expect(text).toContain("variance 1/3");
    }
  });

  it("has grown since mostly because entries have, which independent would give about 16", async () => {
    type Goldens = { cases: readonly { deviation: number; independent: number }[] };
    const file = inProject("tests/fixtures/trained_scores.json");
    const { cases }: Goldens = JSON.parse(readFileSync(file, "utf8"));
    const shares = cases.map(({ deviation, independent }) => independent / deviation);
    const recorded = (await recordedHeads()).map(([, withIt]) => meanOf(withIt.scoreDeviation));
    const independent = meanOf(shares) * meanOf(recorded);
    expect(independent.toFixed(0)).toBe("16");
    for (const text of [inside.question.why, inside.finding.scores]) {
      expect(text).toContain("would have about 16");
    }
  });
});
