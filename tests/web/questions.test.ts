/**
 * The questions: each part has one, the answer that counts as right is what the engine measures;
 * the exercises' numbers.
 */
import { describe, expect, it } from "vitest";
import { requestOf } from "../../web/src/attention/sentence-attention.js";
import { CHAPTERS } from "../../web/src/keys/part.js";
import { curve, recordedChat } from "../../web/src/language/recorded.js";
import { drawnOn, filledHeights, tapped } from "../../web/src/part-kit/pad/stroke.js";
import type { PartView, Section, Words } from "../../web/src/part-kit/part-view.js";
import { settled } from "../../web/src/part-kit/part-view.js";
import { computeHeads } from "../../web/src/parts/many/experiments.js";
import { type Closing, closing, SIGHTS } from "../../web/src/questions/closing.js";
import { drawingOf, guessOf, heightsOf, withGuess } from "../../web/src/questions/guesses.js";
import { isPlain } from "../../web/src/state/address.js";
import { LATER_PARTS, readFragment, START, writeFragment } from "../../web/src/state/state.js";
import type { ClosingWords } from "../../web/src/text/closing.js";
import { weight } from "../../web/src/text/numbers.js";
import { plainText } from "../../web/src/text/rich.js";
import { closingOf, textsOf } from "../../web/src/text/words.js";
import { engine } from "../loaded-engine.js";
import { pageWith } from "./section-pages.js";

const sections = import.meta.glob<Section<Words>>("../../web/src/parts/*/section.ts", {
  eager: true,
  import: "section",
});
const questionOf = (part: string) => sections[`../../web/src/parts/${part}/section.ts`]?.question;
// The lessons end with sentences of their own.
const closings = CHAPTERS.filter(({ view }) => view !== "lessons").map(({ view }) =>
  textsOf<ClosingWords>(closingOf(view)),
);
const asked = LATER_PARTS.filter((part) => questionOf(part) !== undefined);
const settledIn = (part: string, text = textsOf<Words>(part).en) =>
  settled({ engine, text } as unknown as PartView, questionOf(part) ?? {});

describe("the questions of the parts", () => {
  it("are there in every part of the standing chapters, and answered in both languages by one of two to four", () => {
    expect(asked).toHaveLength(23);
    for (const part of asked) {
      const [en, zh] = Object.values(textsOf<Words>(part)).map(
        ({ question }) => question?.answers.length,
      );
      expect(zh, part).toBe(en);
      if (part === "variance") continue;
      // The model's answers settle it: tests/web/claims-model.test.ts.
      if (part === "groups") continue;
      expect([2, 3, 4], part).toContain(en);
      const { right = -1 } = settledIn(part) ?? {};
      expect(right >= 0 && right < (en ?? 0), part).toBe(true);
    }
  });

  it("have the right answers that the engine measures", () => {
    const peak = (logits: number[]) => engine.softmax(logits);
    const small = peak([1, 1, 2, 4]);
    const large = peak([4, 4, 8, 16]);
    expect(Array.from(large, (y, i) => y > (small[i] ?? 1))).toEqual([false, false, false, true]);
    expect(plainText(settledIn("saturation")?.why ?? [])).toContain(weight(small[2] ?? 0));
    expect(Array.from(peak([10, 11, 6]), (y) => y.toFixed(3))).toEqual(["0.268", "0.727", "0.005"]);
    expect(engine.softmaxJacobian([0, 800, 0, 0]).data.every((entry) => entry === 0)).toBe(true);
    const draw = { seed: 0, samples: 400, from: 0, count: 20, dims: [8] };
    const { data } = engine.scoreSpreads({ ...draw, std: 2, law: "normal" });
    expect(engine.moments(data).mean ** 2 / 128).toBeCloseTo(1, 1);
  });

  it("name the head whose rows are sharper, for each seed", () => {
    const sentence = "A dog ate the food because it was hungry".split(" ");
    for (const seed of [13, 0, 1, 2, 3]) {
      const attention = requestOf({ ...START, seed }, sentence);
      const [wide = 1, small = 0] = [1, 8].map((heads) => {
        const { unscaled } = computeHeads(engine, { attention, heads });
        return engine.moments(unscaled.heads.flatMap(({ entropy }) => [...entropy])).mean;
      });
      expect(wide).toBeLessThan(small);
    }
  });

  it("name what is recorded of the trained model", () => {
    const least = Math.min(...curve.points.map(({ perplexity }) => perplexity));
    expect(curve.points.find(({ perplexity }) => perplexity === least)?.exponent).toBe(0.5);
    for (const { lanes } of recordedChat.prompts) {
      for (const { statistics } of lanes) {
        expect(engine.moments([...statistics.scoreDeviation]).mean).toBeGreaterThan(16);
      }
    }
  });
});

describe("the ends of the chapters", () => {
  it("are three sentences, two exercises with answers, and once what is often said, in both languages", () => {
    for (const each of closings) {
      for (const { keep, exercises } of Object.values(each)) {
        expect([keep.length, exercises.length]).toEqual([3, 2]);
      }
    }
    const named = Object.keys(SIGHTS);
    expect(named).toHaveLength(5);
    for (const language of ["en", "zh"] as const) {
      const boxes = closings.flatMap((each) => each[language].misconceptions ?? []);
      expect(boxes.map(Object.keys)).toEqual([named]);
    }
    expect(closing(pageWith().page, closings[0] as Closing)).toBeDefined();
  });

  it("have exercises whose numbers are the engine's", () => {
    const digits = (logits: number[], count: number) =>
      Array.from(engine.softmax(logits), (y) => y.toFixed(count));
    expect(digits([10, 12], 2)).toEqual(["0.12", "0.88"]);
    expect(digits([40, 48], 4)).toEqual(["0.0003", "0.9997"]);
    const told = closings.flatMap(({ en }) => en.exercises.map(({ answer }) => answer));
    const all = told.map(plainText).join(" ");
    for (const number of [
      ...[Math.E ** 2, Math.sqrt(64 ** 0.5)].map((value) => value.toPrecision(value > 3 ? 2 : 3)),
      `√1024 = ${Math.sqrt(1024)} and √64 = ${engine.scoreDivisor(1024 / 16, 0.5)}`,
      `${(50 * Math.tanh(6)).toFixed(3)}, and 1 − tanh²(6) = ${(1 - Math.tanh(6) ** 2).toFixed(5).slice(1)}`,
      `√256 = ${Math.sqrt(256)}`,
      `√64 = ${engine.scoreDivisor(768 / 12, 0.5)}`,
      `${(0.02 ** 2 * 768 * 8).toFixed(1)}, and 2.5/8 = ${(0.02 ** 2 * 768).toFixed(2).slice(1)}`,
      (0.99 * 0.01).toFixed(4).slice(1),
      (64 ** 0.25).toFixed(2),
      (15 / 16).toFixed(2).slice(1),
    ]) {
      expect(all).toContain(number);
    }
  });
});

describe("the link", () => {
  it("holds the answers, one a part, and nothing that is none", () => {
    const guess = withGuess({ guess: withGuess(START, "saturation", "2") }, "variance", "05az");
    const changed = withGuess({ guess }, "saturation", "0");
    const { state, junk } = readFragment(writeFragment({ ...START, guess: changed }));
    expect(junk).toEqual([]);
    expect(guessOf(state, "saturation")).toBe("0");
    expect(guessOf(state, "variance")).toBe("05az");
    expect(guessOf(state, "jacobian")).toBeUndefined();
    for (const wrong of [
      "nothing-1",
      "variance",
      "variance-A",
      "variance-1.",
      "variance-1,depth-1",
    ]) {
      expect(readFragment(new URLSearchParams({ guess: wrong }).toString()).junk).toHaveLength(1);
    }
  });

  it("asks by itself only where it says nothing but language, light, view and path", () => {
    for (const plain of ["", "view=why", "lang=zh&theme=dark&view=page&path=short"]) {
      expect(isPlain(plain)).toBe(true);
    }
    for (const other of ["dim=64", "view=why&at=variance", "guess=depth-1", "why"]) {
      expect(isPlain(other)).toBe(false);
    }
  });
});

describe("a drawn curve", () => {
  it("runs from the given height through what is drawn, and on in its direction", () => {
    expect(filledHeights([], 0.25, 4)).toEqual([0.25, 0.25, 0.25, 0.25]);
    expect(filledHeights(tapped([], { position: 2.2, height: 0.5 }), 0.25, 5)).toEqual([
      0.25, 0.375, 0.5, 0.625, 0.75,
    ]);
    const stroke = drawnOn([], { position: 3.5, height: 0.7 }, { position: 0.5, height: 0.1 });
    const heights = filledHeights(stroke, 0, 5);
    for (const [at, height] of [0, 0.2, 0.4, 0.6, 0.8].entries()) {
      expect(heights[at]).toBeCloseTo(height, 12);
    }
    expect(filledHeights(tapped([], { position: 1, height: 4 }), 0.5, 3)).toEqual([0.5, 1, 1]);
  });

  it("is the same in the link to a thirty-fifth of the axis", () => {
    const heights = [0, 0.31, 0.5, 1];
    for (const [at, height] of (heightsOf(drawingOf(heights), 4) ?? []).entries()) {
      expect(Math.abs(height - (heights[at] ?? 0))).toBeLessThanOrEqual(1 / 70);
    }
    expect(heightsOf("123", 4)).toBeUndefined();
  });
});
