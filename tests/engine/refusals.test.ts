/** Every call refuses what is wrong in a sentence that names it, and the engine goes on working. */
import { EngineError, type PackageEngine } from "attention-scale";
import { afterEach, describe, expect, it } from "vitest";
import { engine } from "../loaded-engine.js";
import { badCalls, x } from "./bad-calls.js";
import { sampleCalls } from "./fuzz/calls.js";

const samples = sampleCalls(engine);

afterEach(() => {
  const { output } = engine.attention(x, x, x, { scale: 1, outputs: ["output"] });
  expect(output.data[1]?.toFixed(6)).toBe("2.957691");
});

it.each(badCalls)("$what is refused in a sentence", ({ call, code, message }) => {
  expect(call).toThrow(EngineError);
  expect(call).toThrow(expect.objectContaining({ code, message: expect.stringMatching(message) }));
});

/** What the arguments of a call are called, where they are others than options alone. */
const NAMES: Partial<Record<keyof PackageEngine, string>> = {
  attention: "queries keys values options",
  attentionGradient: "queries keys values dOutput options",
  softmax: "logits",
  softmaxJacobian: "logits",
  softmaxJacobianProduct: "logits upstream",
  scoreDivisor: "dim exponent",
  rowStatistics: "weights",
  rowChange: "before after",
  weightArithmetic: "scores options",
  moments: "data options",
  matrixMoments: "matrix options",
  combinedMoments: "parts options",
  drawScores: "options work",
  histogram: "data options",
  quantiles: "data probabilities",
  localExponents: "x y",
  drawSummaries: "draws",
  normalDensity: "x options",
  wordVectors: "words options",
  project: "x options",
  jacobianNorms: "logits",
  softmaxCentralDifference: "logits direction options",
  saturation: "logits scales",
  passedNorms: "logits upstream scales",
  temperedWeights: "weights power",
  queryGradients: "queries keys options",
  ruleStatistics: "queries keys options",
  reducedScores: "queries keys options",
  outputLoss: "output values options",
  multiHeadAttentionGradient: "options dOutput",
  holdLayers: "layers",
  encoderGradient: "options dOutput",
  decoderGradient: "options dOutput",
};

type Place = readonly (string | number)[];

const isList = (value: object) => ArrayBuffer.isView(value) || "rows" in value;

/**
 * Where a call may have a wrong value: each argument, each option, and what lies in objects of
 * them.
 */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== "object" || value === null || isList(value)) return [at];
  if (Array.isArray(value) && typeof value[0] !== "object") return [at];
  const inside = Object.entries(value).flatMap(([key, entry]) =>
    Array.isArray(value) ? placesIn(entry, [...at, Number(key)]) : placesIn(entry, [...at, key]),
  );
  return at.length === 0 ? inside : [at, ...inside];
}

/** The same, which notes the places that are read. */
function watched(value: unknown, read: Set<string>, at: Place = []): unknown {
  if (placesIn(value, at).length === 1) return value;
  return new Proxy(value as object, {
    get(target, key) {
      const place = [...at, key as string];
      read.add(`${place}`);
      return watched(Reflect.get(target, key), read, place);
    },
  });
}

const valueAt = (given: unknown, place: Place): unknown =>
  place.reduce((from, key) => (from as Record<string, unknown>)[key], given);

/** The same arguments, another value in one place. */
function changed(given: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(given) ? [...given] : { ...(given as object) };
  const own = copy as Record<string, unknown>;
  own[key] = changed(own[key], rest, value);
  return copy;
}

/** Values that no call takes in place of a good one. */
function wrongValues(good: unknown): unknown[] {
  if (typeof good === "number") return ["1", null, 2n, Number.NaN];
  if (typeof good === "string") return ["no such word", null];
  if (typeof good === "boolean") return ["yes", 1, null];
  return ["text", null, true];
}

/** Values that some calls take in place of any. */
const ODD_VALUES = [undefined, -1, 0, 0.5, 1e9, Number.POSITIVE_INFINITY, [], {}];

describe.each(samples)("%s", (...sample) => {
  const [name, ...given] = sample as (typeof samples)[number];
  const names = (NAMES[name] ?? "options").split(" ");
  const call = engine[name] as (...given: unknown[]) => unknown;
  const read = new Set<string>();
  call(...given.map((argument, index) => watched(argument, read, [index])));
  const places = placesIn(given).filter(
    (place) => valueAt(given, place) !== undefined && (place.length === 1 || read.has(`${place}`)),
  );
  const refusal = (place: Place, value: unknown) => {
    try {
      call(...(changed(given, place, value) as unknown[]));
    } catch (error) {
      return error;
    }
  };

  it("refuses a wrong value in every place, and names it", () => {
    for (const place of places) {
      const argument = names[place[0] as number];
      const key = `${place.length === 1 ? argument : place.at(-1)}`;
      for (const value of wrongValues(valueAt(given, place))) {
        const error = refusal(place, value) as EngineError;
        const what = `${place.join(".")}, ${String(value)}`;
        // The deviation of parts is taken from their variance.
        if (Number.isNaN(value) && name === "combinedMoments" && key === "std") {
          expect(error, what).toBeUndefined();
          continue;
        }
        expect(error, what).toBeInstanceOf(EngineError);
        expect([what, error.message]).toEqual([
          what,
          expect.stringMatching(`\\b(${key}|${argument})\\b.* must .*\\.$`),
        ]);
        expect(["type", "domain"], what).toContain(error.code);
      }
    }
  });

  it("takes an odd value or refuses it in a sentence", () => {
    for (const place of places) {
      for (const value of ODD_VALUES) {
        const error = refusal(place, value) ?? new EngineError("type", "It is taken.");
        expect(error).toBeInstanceOf(EngineError);
        expect((error as EngineError).message).toMatch(/^\S.*\.$/);
      }
    }
  });
});
