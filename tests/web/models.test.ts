/** The data of the atlas: its numbers follow from its formulas, and its counts are those told. */
import { beforeAll, describe, expect, it } from "vitest";
import {
  dividesByRoot,
  hasMore,
  loadModels,
  loadSources,
  type Model,
  type Sources,
  sourceOf,
} from "../../web/src/parts/atlas/models.js";
import { factorValue } from "./factor-formula.js";

let models: readonly Model[];
let sources: Sources;

beforeAll(async () => {
  models = await loadModels();
  sources = await loadSources();
});

const count = (of: (model: Model) => boolean) => models.filter(of).length;
const listOf = (sizes: Model["width"]): readonly number[] => [sizes ?? []].flat();

describe("the models of the atlas", () => {
  it("have ids of their own, which fit a link, and stand by year", () => {
    const ids = models.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(models.map(({ name }) => name)).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]+(?:[.-][a-z0-9]+)*$/);
    const years = models.map(({ year }) => year);
    expect(years).toEqual([...years].sort());
  });

  it("have the number that each formula gives", () => {
    for (const { id, width, heads, head, factors } of models) {
      for (const [i, { factor, with: given, value, head: own, most }] of factors.entries()) {
        if (value === null) continue;
        const at = (sizes: Model["width"]) => listOf(sizes)[i] ?? listOf(sizes)[0] ?? Number.NaN;
        const letters = { dₖ: own ?? head ?? Number.NaN, d: at(width), h: at(heads), e: Math.E };
        const expected = factorValue(factor, { ...letters, ...given });
        expect(Math.abs(value - expected), `${id}: ${factor}`).toBeLessThan(1e-14 * expected);
        if (most !== undefined) expect(most, id).toBeGreaterThan(value);
      }
    }
  });

  it("have heads as wide as d/h, unless they say otherwise", () => {
    for (const { id, width, heads, head, latent, ownHead = false } of models) {
      const widths = listOf(width);
      const counts = listOf(heads);
      expect(counts.length, id).toBe(widths.length);
      if (latent !== undefined) expect(latent[0] + latent[1], id).toBe(head);
      if (head === null) continue;
      const differs = widths.some((width, level) => width / (counts[level] ?? 0) !== head);
      expect(differs, id).toBe(ownHead);
    }
  });

  it("have no more heads of keys than of queries", () => {
    for (const { id, heads, keyHeads } of models) {
      const most = Math.max(...listOf(heads));
      for (const count of listOf(keyHeads)) expect(most % count, id).toBe(0);
    }
  });

  it("have a place for each of several factors", () => {
    for (const { id, factors } of models) {
      const places = factors.map(({ in: place }) => place);
      expect(new Set(places).size, id).toBe(factors.length);
      expect(factors.length > 1, id).toBe(places[0] !== undefined);
    }
  });

  it("have sources: repository, commit, path and line", () => {
    expect(Object.keys(sources)).toEqual(models.map(({ id }) => id));
    for (const [id, places] of Object.entries(sources)) {
      expect(places.length, id).toBeGreaterThan(0);
      for (const place of places) expect(sourceOf(place), `${id}: ${place}`).not.toBeNull();
    }
  });

  it("are as many as the texts say", () => {
    expect(models.length).toBe(110);
    expect(count(dividesByRoot)).toBe(67);
    expect(count((model) => dividesByRoot(model) && !hasMore(model))).toBe(26);
    const ofYear = models.filter(({ year }) => year === 2026);
    expect(ofYear.length).toBe(16);
    expect(ofYear.filter(dividesByRoot).length).toBe(7);
    expect(count(({ applied }) => applied === "nothing")).toBe(7);
    expect(count(({ factors: [{ factor }] }) => factor === "1/dₖ")).toBe(7);
    expect(count(({ beside }) => beside.norm !== undefined)).toBe(34);
    expect(count(({ beside }) => beside.cap !== undefined)).toBe(8);
    expect(count(({ beside }) => beside.sink === true)).toBe(5);
  });
});

describe("the formula of a factor", () => {
  it.each([
    ["1/√(3·dₖ)", 1 / Math.sqrt(192)],
    ["(0.1·ln 40 + 1)²/√dₖ", (0.1 * Math.log(40) + 1) ** 2 / 8],
    ["1.2²/√dₖ", 1.44 / 8],
    ["e^ln 10", 10],
    ["softplus(s)/ln 2", 1],
  ])("%s", (formula, value) => {
    expect(factorValue(formula, { dₖ: 64, e: Math.E, s: 0 })).toBeCloseTo(value, 12);
  });

  it.each(["1/√", "(1", "1)", "x", "1 2", "1 − 2"])("refuses %s", (formula) => {
    expect(() => factorValue(formula, {})).toThrow();
  });
});
