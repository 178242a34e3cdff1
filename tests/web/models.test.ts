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
import { choiceOf, leftOut, ruledModel, ruleOfModel } from "../../web/src/parts/atlas/rules.js";
import { section } from "../../web/src/parts/atlas/section.js";
import { ruleOf } from "../../web/src/parts/choices/experiments.js";
import { en as words } from "../../web/src/text/en/atlas.js";
import { en as modelWords } from "../../web/src/text/en/atlas-models.js";
import { engine } from "../loaded-engine.js";
import { factorValue } from "./factor-formula.js";

const { sentences } = modelWords;

let models: readonly Model[];
let sources: Sources;

beforeAll(async () => {
  models = await loadModels();
  sources = await loadSources();
});

const count = (of: (model: Model) => boolean) => models.filter(of).length;
const listOf = (sizes: Model["width"]): readonly number[] => [sizes ?? []].flat();

describe("the models of the atlas", () => {
  it("are computed with what stands beside their factor, or the card says that it is left out", () => {
    for (const model of models) {
      const computed = ["norm", "cap"];
      const left: readonly string[] = leftOut(model);
      const untold = Object.keys(model.beside).filter(
        (trait) => !computed.includes(trait) && !left.includes(trait),
      );
      expect(untold, model.id).toEqual([]);
    }
  });

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

describe("the texts", () => {
  /** Names of models in other texts than those of the atlas, and the models that they speak of. */
  const NAMED: Readonly<Record<string, readonly string[]>> = {
    "Gemma 2": ["gemma-2-2b", "gemma-2-9b", "gemma-2-27b"],
    T5: ["t5-small"],
    BERT: ["bert-base"],
    "GPT-2": ["gpt-2-small"],
    gemma3n: ["gemma-3n-e4b"],
    // Read in its paper alone.
    "ViT-22B": [],
  };
  /** Any model of the list, and what looks like one. */
  const FAMILIES =
    /\b(?:Gemma ?\d?n?|gemma3n|T5|BERT|GPT-[\w]+|gpt-oss|Llama \d|LLaMA|Qwen\d?|DeepSeek(?:-\w+)?|Grok-\d|Mistral|Granite|OLMo|nGPT|Whisper|Phi-3|ViT-22B|ViT|Swin|Falcon|MPT|OPT|BLOOM)(?![\w-])/g;
  const texts = import.meta.glob<string>("../../web/src/text/*/*.ts", {
    query: "?raw",
    import: "default",
    eager: true,
  });

  it("name no model of which the atlas knows nothing", () => {
    const ids = models.map(({ id }) => id);
    const named = new Set(
      Object.entries(texts)
        .filter(([file]) => !/\/(?:(?:atlas|bugs|libraries)[\w-]*|quiz|lessons)\.ts$/.test(file))
        .flatMap(([, text]) => text.match(FAMILIES) ?? []),
    );
    expect([...named].filter((name) => !(name in NAMED))).toEqual([]);
    const listed = Object.values(NAMED).flat();
    expect(listed.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("say of the models what the table says", () => {
    const of = (id: string) => models.find((model) => model.id === id);
    // choices.ts: Gemma 2 has a cap of 50; 27B divides by √144 where a head is 128 wide.
    for (const id of NAMED["Gemma 2"] ?? []) expect(of(id)?.beside.cap).toBe(50);
    expect(of("gemma-2-27b")).toMatchObject({ head: 128, factors: [{ value: 1 / 12 }] });
    // T5 divides nothing; gemma3n normalises and multiplies by 1.
    expect(of("t5-small")?.factors[0].value).toBe(1);
    expect(of("gemma-3n-e4b")).toMatchObject({ factors: [{ value: 1 }], beside: { norm: {} } });
    // widths.ts, variance.ts: BERT has 768 numbers and 12 heads of 64.
    expect(of("bert-base")).toMatchObject({ width: 768, heads: 12, head: 64 });
  });

  it("have a sentence only about models that there are, in the letters of the factor", () => {
    const ids = models.map(({ id }) => id);
    expect(Object.keys(sentences).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("count as the data does", () => {
    expect(words.text.join()).toContain(`${models.length} published models`);
    expect(words.factors.title).toContain(String(models.length));
    const ofYear = models.filter(({ year }) => year === 2026);
    expect(words.question.ask).toContain(`${ofYear.length} models published in 2026`);
    const right = words.question.answers[section.question?.right ?? -1];
    expect(right).toBe(String(ofYear.filter(dividesByRoot).length));
  });
});

describe("what the page computes of a model", () => {
  it.each([
    ["gemma-2-27b", { scale: 1 / 12, softCap: 50 }],
    ["llama-2-7b", { scale: 1 / Math.sqrt(128) }],
    // RMSNorm with weights of 1 is length √dₖ.
    ["qwen3-8b", { queryKeyNorm: 128 / Math.sqrt(128) }],
    ["ngpt", { queryKeyNorm: 8 }],
    ["gpt-oss-120b", { scale: (0.1 * Math.log(32) + 1) ** 2 / 8, offByOne: true }],
    ["t5-small", { scale: 1 }],
  ])("is its rule: %s", (id, rule) => {
    const model = models.find((model) => model.id === id) as Model;
    const ruled = ruledModel(model);
    const found = ruled === null ? {} : ruleOfModel(ruled);
    expect(Object.keys(found)).toEqual(Object.keys(rule));
    for (const [key, value] of Object.entries(rule)) {
      if (typeof value === "number") expect(found[key as "scale"]).toBeCloseTo(value, 12);
    }
  });

  it("fits the settings of the rules, whose factor is the model's unless it is said to differ", () => {
    for (const model of models) {
      const choice = choiceOf(model);
      if (choice === null) continue;
      const { dim = 0, ruleheads = 0, rule, wsize = 1, gain = 1, cap } = choice.change;
      const { id } = model;
      expect(dim, id).toBeLessThanOrEqual(1024);
      expect(dim % ruleheads, id).toBe(0);
      const head = dim / ruleheads;
      const ruled = ruledModel(model);
      expect(head, id).toBe(ruled?.head);
      if (choice.otherFactor) continue;
      const wanted = ruleOfModel(ruled as NonNullable<typeof ruled>);
      const factors = { gain: 1, cap: 50, neutral: 16, ...(cap && { cap }), ...(gain && { gain }) };
      const set = ruleOf(engine, rule ?? "head", { head, heads: ruleheads }, factors);
      const scale = wsize ** 2 * (set.scale ?? 0);
      if (wanted.queryKeyNorm === undefined) {
        expect(scale / (wanted.scale ?? 1), id).toBeCloseTo(1, 9);
      } else {
        expect((set.queryKeyNorm ?? 0) / wanted.queryKeyNorm, id).toBeCloseTo(1, 9);
      }
    }
  });
});
