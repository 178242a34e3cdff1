/** What the words about the rules claim, measured on random queries and keys. */
import { describe, expect, it } from "vitest";
import {
  against,
  DRAWN_RULES,
  type RuleName,
  ruleOf,
  VALUES,
} from "../../web/src/parts/choices/experiments.js";
import { START } from "../../web/src/state/state.js";
import { en } from "../../web/src/text/en/choices.js";
import { engine } from "../loaded-engine.js";
import { found } from "./printed-blocks.js";

const { gain, cap, neutral } = START;
const SETTING = { seed: 0, head: 64, heads: 8, keys: 64, gain, cap, neutral };
const DRAWS = {
  drawseed: 0,
  ruledraws: 64,
  dim: 512,
  ruleheads: 8,
  rulekeys: 64,
  wsize: 1,
  gain,
  cap,
  neutral,
};

/** The largest logit of each draw, by rule. */
const drawsOf = (size: number) => {
  const rules = DRAWN_RULES.map((rule) => ruleOf(engine, rule, SETTING, SETTING));
  const { seed, head: dim, keys } = SETTING;
  const { largest } = engine.sampleRules({ seed, dim, keys, size, rules, from: 0, count: 64 });
  return (rule: RuleName) =>
    Float64Array.from(
      { length: 64 },
      (_, t) => largest.data[t * DRAWN_RULES.length + DRAWN_RULES.indexOf(rule)] ?? 0,
    );
};
const median = (values: Float64Array) => engine.quantiles(values, [0.5])[0] ?? 0;

describe("W^Q and W^K that have grown", () => {
  const of = found(against.run(engine, { ...DRAWS, against: "size" }));
  const at = (measure: keyof typeof of, rule: RuleName, size: number) =>
    of[measure].median[
      VALUES.size.indexOf(size) * DRAWN_RULES.length + DRAWN_RULES.indexOf(rule)
    ] ?? 0;

  it("change nothing under QK-norm, whose logits stay below g = √d", () => {
    for (const size of VALUES.size) {
      expect(at("largest", "qk-norm", size)).toBe(at("largest", "qk-norm", 1));
    }
    for (const size of [1, 30]) {
      expect(Math.max(...drawsOf(size)("qk-norm"))).toBeLessThanOrEqual(8);
    }
  });

  it("have logits larger by their square without a norm or a cap, and below c with the cap", () => {
    const small = drawsOf(1);
    const large = drawsOf(10);
    for (const rule of ["none", "head", "log-n"] as const) {
      expect(median(large(rule)) / median(small(rule)), rule).toBeCloseTo(100, 8);
    }
    expect(Math.max(...large("soft-cap"))).toBeLessThanOrEqual(50);
    expect(median(large("soft-cap"))).toBeGreaterThan(45);
  });

  it("freeze the weights divided by √d, and the soft-cap then flattens them again", () => {
    expect(at("largest", "head", 10)).toBeGreaterThan(0.95);
    expect(at("largest", "head", 1)).toBeLessThan(0.2);
    expect(at("largest", "soft-cap", 10)).toBeCloseTo(0.15, 2);
    expect(at("largest", "soft-cap", 30)).toBeLessThan(0.15);
    expect(1 - Math.tanh(64 / 50) ** 2).toBeCloseTo(0.27, 2);
  });

  it("begin with weights too flat under the root of the model’s width and under d, too sharp undivided", () => {
    const entropies = (["d", "model", "head", "none"] as const).map((rule) =>
      at("entropy", rule, 1),
    );
    expect(entropies).toEqual([...entropies].sort((a, b) => b - a));
    expect(entropies[0]).toBeGreaterThan(0.99 * Math.log(SETTING.keys));
  });
});

describe("a·ln n", () => {
  const of = found(against.run(engine, { ...DRAWS, ruledraws: 32, against: "keys" }));
  const at = (rule: RuleName, keys: number) =>
    of.entropy.median[VALUES.keys.indexOf(keys) * DRAWN_RULES.length + DRAWN_RULES.indexOf(rule)] ??
    0;

  it("changes nothing at n₀ keys, and keeps rows of many keys further from a mean", () => {
    expect(at("log-n", 16)).toBeCloseTo(at("head", 16), 10);
    for (const keys of [1024, 32_768]) {
      expect(at("log-n", keys)).toBeLessThan(at("head", keys) - 0.5);
    }
  });
});

it("has a soft-cap whose slope is what the text tells at c and at 1.5 c", () => {
  const logitOf = (score: number) =>
    engine.ruleStatistics([[score]], [[1]], { scale: 1, softCap: cap }).largest[0] ?? Number.NaN;
  const step = 1e-4;
  for (const times of [1, 1.5]) {
    const slope = (logitOf(times * cap + step) - logitOf(times * cap - step)) / (2 * step);
    expect(en.told["soft-cap"]).toContain(` ${slope.toFixed(2).slice(1)} `);
  }
});

it("has RMSNorm before the division by √dₖ as QK-norm with g = √dₖ, only while its learnt weights are 1", () => {
  const dim = 64;
  const [query, key] = [1, 2].map((seed) => engine.randomEntries({ seed, count: dim, std: 3 }));
  if (query === undefined || key === undefined) throw new Error("nothing was drawn");
  const row = (data: Float64Array) => ({ rows: 1, cols: dim, data });
  const normed = (data: Float64Array, weight: number) => {
    const { mean, variance } = engine.moments(data);
    const size = Math.sqrt(variance + mean * mean);
    return row(data.map((entry) => (weight * entry) / size));
  };
  const logitOf = (weight: number) =>
    engine.ruleStatistics(normed(query, weight), normed(key, weight)).largest[0] ?? Number.NaN;
  const rule = { queryKeyNorm: Math.sqrt(dim) };
  const [logit = Number.NaN] = engine.ruleStatistics(row(query), row(key), rule).largest;
  expect(logitOf(1)).toBeCloseTo(logit, 10);
  expect(logitOf(2)).toBeCloseTo(4 * logit, 10);
});
