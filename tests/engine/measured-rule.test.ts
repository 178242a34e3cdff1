/** `measureRule` on heads that NumPy makes: tests/fixtures/rule_heads.py. */
import { describe, expect, it } from "vitest";
import { ALL } from "../all.js";
import { engine } from "../loaded-engine.js";
import { claims, faultsOf, pythonHeads } from "./rule-heads.js";

/** Sizes n, m and d at which every trait is found in every precision. */
const SIZES = [
  [8, 8, 4],
  [16, 16, 16],
  [12, 40, 8],
  [64, 64, 64],
  ...(ALL
    ? [
        [128, 128, 256],
        [512, 512, 64],
      ]
    : []),
];

describe.each(SIZES)("a head of %i queries, %i keys, d %i", (n, m, d) => {
  it("shows the rule it was made by, and no other trait", () => {
    const heads = pythonHeads("rule_heads.py", "known", n, m, d, 0);
    expect(heads.length).toBeGreaterThan(70);
    expect(faultsOf(heads)).toEqual([]);
  });
});

/** Of which at most one in 1,000 may get a name or a trait that it has not. */
const UNKNOWN = ALL ? 1000 : 200;

it(`gives at most one of ${UNKNOWN} heads a wrong name or a wrong trait`, () => {
  const wrong = claims(pythonHeads("rule_heads.py", "unknown", UNKNOWN, 0));
  expect(wrong.length, wrong.join("\n")).toBeLessThanOrEqual(UNKNOWN / 1000);
});

const random = (seed: number, rows: number, cols: number) =>
  engine.randomNormal({ seed, rows, cols });

/** Weights of queries and keys of this size by the engine's own attention. */
function attended(n: number, d: number, options: object) {
  const queries = random(1, n, d);
  const keys = random(2, n, d);
  return {
    queries,
    keys,
    weights: engine.attention(queries, keys, keys, { ...options, outputs: ["weights"] }).weights,
  };
}

describe("the factors of models", () => {
  it.each([
    [192, 0.1352337788608801, "1.874/√192 (DeepSeek-V3)"],
    [128, 1 / 12, "1/√144 (Gemma 2 27B)"],
    [64, 0.125 * (0.1 * Math.log(32) + 1) ** 2, "1.8132/√64 (gpt-oss)"],
  ])("of heads of %i have their names", (d, scale, name) => {
    const found = engine.measureRule(attended(24, d, { scale }));
    expect(found.name).toBe(name);
    expect(Math.abs((found.factor as number) / scale - 1)).toBeLessThan(1e-9);
    expect(found.candidates[0]).toEqual({
      name,
      factor: expect.closeTo(scale, 12),
      off: expect.closeTo(0, 9),
      fits: true,
    });
  });

  it("of heads and model widths need their numbers", () => {
    const head = attended(24, 64, { scale: 1 / Math.sqrt(12) });
    expect(engine.measureRule(head).name).toBeNull();
    expect(engine.measureRule(head).notes).toEqual(["no-name"]);
    expect(engine.measureRule({ ...head, heads: 12 }).name).toBe("1/√heads");
    const wide = attended(24, 64, { scale: 1 / Math.sqrt(768) });
    expect(engine.measureRule({ ...wide, heads: 12 }).name).toBe("1/√d_model");
    expect(engine.measureRule({ ...wide, modelWidth: 768 }).name).toBe("1/√d_model");
  });

  it("that fit as well are all told", () => {
    const found = engine.measureRule({
      ...attended(24, 16, {}),
      heads: 16,
      modelWidth: 256,
    });
    expect(found.name).toBe("1/√d_head");
    const fitting = found.candidates.filter(({ fits }) => fits).map(({ name }) => name);
    expect(fitting).toEqual(["1/√d_head", "1/√heads", "1/√(d_model/heads)"]);
  });
});

describe("what weights do not tell", () => {
  const { queries, keys, weights } = attended(12, 8, {});
  const changed = (change: (weight: number, index: number) => number) => ({
    queries,
    keys,
    weights: { ...weights, data: weights.data.map(change) },
  });
  const nothing = { factor: null, factorError: null, name: null, cap: null, causal: null };

  it("is said of equal weights", () => {
    expect(engine.measureRule(changed(() => 1 / 12))).toMatchObject({
      ...nothing,
      notes: ["uniform"],
    });
  });

  it("is said of saturated weights", () => {
    const found = engine.measureRule(changed((_, index) => (index % 12 === 3 ? 1 : 0)));
    expect(found).toMatchObject({ ...nothing, notes: ["saturated", "mask-unknown"] });
  });

  it("is said of one query, whose factor is told all the same", () => {
    const row = (of: typeof queries) => ({
      rows: 1,
      cols: of.cols,
      data: of.data.slice(0, of.cols),
    });
    const found = engine.measureRule({ queries: row(queries), keys, weights: row(weights) });
    expect(found).toMatchObject({ name: "1/√d_head", cap: null, notes: ["one-row"] });
  });

  it("is said of a single key", () => {
    const one = { rows: 1, cols: 8, data: keys.data.slice(0, 8) };
    const ones = { rows: 12, cols: 1, data: new Float64Array(12).fill(1) };
    expect(engine.measureRule({ queries, keys: one, weights: ones })).toMatchObject({
      ...nothing,
      notes: ["saturated"],
    });
  });

  it("is said of two weights a row and two rows in half precision", () => {
    const two = { rows: 2, cols: 8, data: queries.data.slice(0, 16) };
    const few = { rows: 2, cols: 2, data: Float64Array.of(0.25, 0.75, 0.625, 0.375) };
    expect(engine.measureRule({ queries: two, keys: two, weights: few })).toMatchObject({
      ...nothing,
      notes: ["too-few-weights"],
    });
  });

  it("is said of rows that are multiplied", () => {
    const found = engine.measureRule(changed((weight) => 2 * weight));
    expect(found).toMatchObject({ name: "1/√d_head", sink: null, notes: ["rows-above-one"] });
    const below = engine.measureRule(
      changed((weight, index) => weight / (2 + Math.floor(index / 12))),
    );
    expect(below).toMatchObject({ name: "1/√d_head", sink: null, notes: ["rows-below-one"] });
  });
});

it("takes zeros of rounding for no mask", () => {
  const { queries, keys, weights } = attended(32, 64, { scale: 1 });
  const data = weights.data.map((weight) => Math.round(weight * 2 ** 24) / 2 ** 24);
  const found = engine.measureRule({ queries, keys, weights: { ...weights, data } });
  expect(found).toMatchObject({ causal: null, window: null, padding: null, dropout: null });
});

it("takes the positions that maxPositions leaves, and masks of all", () => {
  const head = attended(96, 16, { mask: "causal" });
  const found = engine.measureRule({ ...head, maxPositions: 5 });
  expect(found).toMatchObject({ name: "1/√d_head", causal: "upper-left" });
  expect(found.notes).toEqual(["fewer-positions"]);
});

it("takes single precision, and tells it", () => {
  const { queries, keys } = attended(24, 16, {});
  const single = ({ rows, cols, data }: typeof queries) => ({
    rows,
    cols,
    data: Float32Array.from(data),
  });
  const head = { queries: single(queries), keys: single(keys) };
  const { weights } = engine.attention(head.queries, head.keys, head.keys);
  expect(engine.measureRule({ ...head, weights })).toMatchObject({
    name: "1/√d_head",
    precision: "float",
  });
});
