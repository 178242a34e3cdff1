/** What the chapter of the trained model says of the recorded one. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Matrix } from "../../web/src/engine/api.js";
import {
  conversations,
  curve,
  recordedChat,
  recordedCorrelations,
  recordedHeads,
  recordedRotation,
} from "../../web/src/language/recorded.js";
import models from "../../web/src/parts/atlas/models.json";
import { START } from "../../web/src/state/state.js";
import { en as closing } from "../../web/src/text/en/closing-model.js";
import { en as groups } from "../../web/src/text/en/groups.js";
import { en as inside } from "../../web/src/text/en/inside.js";
import { en as perplexity } from "../../web/src/text/en/perplexity.js";
import { en as rotary } from "../../web/src/text/en/rotary.js";
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

describe("the rotation by positions", () => {
  /** Rows of a matrix of queries or keys, each turned by its position as the model does. */
  function turned({ rows, cols, data }: Matrix): Matrix {
    const half = cols / 2;
    const entries = Float64Array.from(data, (entry, i) => {
      const row = Math.floor(i / cols);
      const col = i % cols;
      const angle = row * 1e6 ** (-(col % half) / half);
      const other = col < half ? -(data[i + half] ?? 0) : (data[i - half] ?? 0);
      return entry * Math.cos(angle) + other * Math.sin(angle);
    });
    return { rows, cols, data: entries };
  }

  it("leaves the deviation of q·k of independent entries at √64, at every distance", () => {
    const rows = 48;
    const squares = new Float64Array(rows);
    const counts = new Float64Array(rows);
    for (let seed = 0; seed < 60; seed += 1) {
      const queries = turned(engine.randomNormal({ seed: 2 * seed, rows, cols: 64 }));
      const keys = turned(engine.randomNormal({ seed: 2 * seed + 1, rows, cols: 64 }));
      const { scores } = engine.attention(queries, keys, keys, { scale: 1, outputs: ["scores"] });
      for (const [i, score] of scores.data.entries()) {
        const distance = Math.floor(i / rows) - (i % rows);
        if (distance < 0) continue;
        squares[distance] = (squares[distance] ?? 0) + score ** 2;
        counts[distance] = (counts[distance] ?? 0) + 1;
      }
    }
    for (const distance of [0, 1, 2, 5, 10, 20, 30]) {
      const deviation = Math.sqrt((squares[distance] ?? 0) / (counts[distance] ?? 0));
      expect(Math.abs(deviation / 8 - 1), String(distance)).toBeLessThan(0.08);
    }
    expect(rotary.question.answers[1]).toContain("8");
  });

  it("leaves the score at distance 0, and pulls far tokens below near ones in head 1 of layer 5", () => {
    expect(rotary.try).toContain("head 1 of layer 5");
    for (const conversation of conversations) {
      const position = Math.min(START.modelword, lengthOf(conversation)) - 1;
      const found = recordedRotation(conversation, 1, 4 * HEADS, position) ?? expect.fail();
      expect(found.rotated.at(-1)).toBe(found.plain.at(-1));
      const apart = (scores: ArrayLike<number>) => {
        const list = Array.from(scores);
        return meanOf(list.slice(-4)) - meanOf(list.slice(1, -8));
      };
      expect(apart(found.rotated)).toBeGreaterThan(25);
      expect(apart(found.plain)).toBeLessThan(15);
    }
  });
});

/** The tokens that the model has read with the division. */
const lengthOf = (conversation: (typeof conversations)[number]) =>
  recordedChat.prompts[conversations.indexOf(conversation)]?.lanes[1]?.read ?? 0;

describe("heads with the same keys", () => {
  const recorded = conversations.map((each) => recordedCorrelations(each, 1) ?? expect.fail());

  it("are only a little more alike than others, most in layer 6 and least in layer 1", () => {
    expect(groups.question.answers[0]).toBe("by less than 0.2");
    for (const layers of recorded) {
      const more = layers.map(({ within, between }) => within - between);
      expect(meanOf(more)).toBeGreaterThan(0.03);
      expect(meanOf(more)).toBeLessThan(0.2);
      expect(more.indexOf(Math.max(...more)) + 1).toBe(6);
      expect(more.indexOf(Math.min(...more)) + 1).toBe(1);
      expect(more[0]).toBeLessThan(0.03);
      for (const { correlations, within } of layers) {
        const { rows, data } = correlations;
        const pairs = Array.from(data).filter((_, i) => {
          const row = Math.floor(i / rows);
          const col = i % rows;
          return row !== col && Math.floor(row / 4) === Math.floor(col / 4);
        });
        expect(Math.abs(meanOf(pairs) - within)).toBeLessThan(0.006);
      }
    }
  });

  it("would be no more alike with independent queries", () => {
    const correlations = Array.from({ length: 60 }, (_, draw) => {
      const [one, other, keys] = [0, 1, 2].map((i) =>
        engine.randomNormal({ seed: 3 * draw + i, rows: 32, cols: 64 }),
      );
      if (!one || !other || !keys) return Number.NaN;
      const scores = [one, other].map((queries) => {
        const options = { scale: 1, outputs: ["scores"] } as const;
        return engine.attention(queries, keys, keys, options).scores.data;
      });
      const [x = new Float64Array(), y = new Float64Array()] = scores;
      const dot = (a: Float64Array, b: Float64Array) =>
        a.reduce((sum, each, i) => sum + each * (b[i] ?? 0), 0);
      return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
    });
    expect(Math.abs(meanOf(correlations))).toBeLessThan(0.02);
  });

  it("have in Gemma 2 2B the sizes that the text names", () => {
    const gemma = models.find(({ id }) => id === "gemma-2-2b") ?? expect.fail();
    const { width, heads, keyHeads, head } = gemma;
    expect([width, heads, keyHeads, head]).toEqual([2304, 8, 4, 256]);
    expect(1 / (gemma.factors[0]?.value ?? 0)).toBe(16);
    expect(groups.further.text[0]).toContain("width 2304 and 8 heads would give 288");
  });
});
