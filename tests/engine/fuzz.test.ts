/**
 * Random calls of the engine: plain ones, at the ends of the numbers' range, in disguise, hostile
 * and re-entrant. Each ends in a right result or an EngineError, and the next plain call has the
 * digits it always had. FUZZ_CALLS is the number of calls, for a longer search than the usual one
 * or that of `npm run test:all`, FUZZ_SEED another seed.
 */
import { EngineError, type PackageEngine } from "attention-scale";
import { describe, expect, it, onTestFinished } from "vitest";
import { ALL } from "../all.js";
import { engine } from "../loaded-engine.js";
import { NAMES, type RandomCall, randomCall } from "./fuzz/calls.js";
import { Dice } from "./fuzz/dice.js";
import { disguised, hostile } from "./fuzz/disguises.js";
import { checkResult } from "./fuzz/invariants.js";

const calls = Number(process.env.FUZZ_CALLS ?? (ALL ? 36_000 : 12_000));
const firstSeed = Number(process.env.FUZZ_SEED ?? 1);
const CODES = ["shape", "domain", "type", "limit"];

type Outcome = { readonly result: unknown } | { readonly error: EngineError };

/** The outcome of a call. @throws any error that is not an EngineError */
function outcomeOf(name: keyof PackageEngine, given: readonly unknown[]): Outcome {
  try {
    const calls = engine as unknown as Record<string, (...given: readonly unknown[]) => unknown>;
    return { result: calls[name]?.(...given) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (!CODES.includes(error.code) || !error.message.endsWith(".")) {
      throw new Error(`an error of code ${error.code} says: ${error.message}`);
    }
    return { error };
  }
}

/** Digit for digit. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) {
    const one = a as Float64Array;
    const other = b as Float64Array;
    if (one.constructor !== other.constructor || one.length !== other.length) return false;
    return one.every((entry, index) => Object.is(entry, other[index]));
  }
  const keys = Object.keys(a);
  const others = b as Record<string, unknown>;
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => same((a as Record<string, unknown>)[key], others[key]))
  );
}

function sameOutcome(a: Outcome, b: Outcome): boolean {
  if ("error" in a) {
    return "error" in b && a.error.code === b.error.code && a.error.message === b.error.message;
  }
  return "result" in b && same(a.result, b.result);
}

const x = { rows: 3, cols: 3, data: Float64Array.of(1, 3, 2, 1, 1, 3, 1, 2, 1) };
const single = { ...x, data: Float32Array.from(x.data) };
const plainCall = () => engine.attention(x, x, x, { mask: "causal" });
const plainCalls = () => [
  plainCall(),
  engine.attentionGradient(single, single, single, single),
  engine.moments(x.data),
  engine.randomNormal({ seed: 13, rows: 2, cols: 3 }),
  engine.wordVectors(["good"], { seed: 13, dim: 4 }),
  engine.project(x, { seed: 1, projection: "values" }),
  engine.sampleScores({ seed: 5, samples: 4, dim: 3, bins: 3, range: [-2, 2] }),
  engine.queryGradients(x, x),
];

describe("any call of the engine", () => {
  it(`ends in a right result or an EngineError: ${calls} of them`, { timeout: 3_600_000 }, () => {
    // Most calls end in an error, whose stack nobody reads.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    onTestFinished(() => {
      Error.stackTraceLimit = stackTraceLimit;
    });
    const plain = plainCall();
    const plains = plainCalls();
    const results = new Map<string, number>();
    let made = 0;
    for (let round = 0; made < calls; round += 1) {
      const dice = new Dice(firstSeed * 1_000_003 + round);
      const { name, given }: RandomCall = randomCall(dice);
      const kinds = [
        ["plain", () => given],
        ["disguised", () => given.map((argument) => disguised(argument, engine, dice))],
        ["hostile", () => hostile(given, engine, dice)],
      ] as const;
      let first: Outcome | undefined;
      for (const [kind, make] of kinds) {
        try {
          const outcome = outcomeOf(name, make());
          made += 1;
          if ("result" in outcome) {
            checkResult(name, outcome.result);
            results.set(name, (results.get(name) ?? 0) + 1);
          }
          // Such arguments throw nothing: an error with a cause is one of the engine's own code.
          if (kind !== "hostile" && "error" in outcome && outcome.error.cause !== undefined) {
            throw new Error(`the engine itself failed: ${outcome.error.cause}`);
          }
          if (kind === "plain") first = outcome;
          // How much is drawn ahead depends on the calls before.
          const again = kind === "disguised" && name !== "drawScores" ? first : undefined;
          if (again !== undefined && !sameOutcome(again, outcome)) {
            throw new Error("the disguised call ends otherwise than the plain one");
          }
          if (!same(plainCall(), plain)) throw new Error("the next plain call has other digits");
          if (round % 64 === 0 && !same(plainCalls(), plains)) {
            throw new Error("the next plain calls have other digits");
          }
        } catch (error) {
          throw new Error(`round ${round}, a ${kind} call of ${name}: ${String(error)}`, {
            cause: error,
          });
        }
      }
    }
    // No call is refused always.
    expect([...results.keys()].sort()).toEqual([...NAMES].sort());
  });
});
