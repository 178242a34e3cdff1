/** What the engine answers to the last bit, in short. */
import { createHash } from "node:crypto";
import type { EngineError, PackageEngine } from "attention-scale";
import { NAMES, type RandomCall, randomCall } from "./fuzz/calls.js";
import { Dice } from "./fuzz/dice.js";

/** So many that of each call dozens succeed. */
const RANDOM_CALLS = 12_000;

/** A normal matrix in double or in single precision. */
function normal(engine: PackageEngine, seed: number, rows: number, cols: number, single: boolean) {
  const { data } = engine.randomNormal({ seed, rows, cols });
  return { rows, cols, data: single ? Float32Array.from(data) : data };
}

/** Calls of sizes at which blocks, panels and caches of the products matter. */
function largeCalls(engine: PackageEngine): RandomCall[] {
  return [false, true].flatMap((single) =>
    [7, 64, 301].flatMap((size): RandomCall[] => {
      const [queries, keys, values, upstream] = [1, 2, 3, 4].map((seed) =>
        normal(engine, seed, size, 64, single),
      );
      const parameters = Object.fromEntries(
        ["wq", "wk", "wv", "wo"].map((name, at) => [name, normal(engine, 5 + at, 64, 64, single)]),
      );
      return [
        { name: "attention", given: [queries, keys, values] },
        { name: "attention", given: [queries, keys, values, { mask: "causal" }] },
        { name: "attention", given: [queries, keys, values, { outputs: ["output"] }] },
        { name: "attentionGradient", given: [queries, keys, values, upstream] },
        { name: "multiHeadAttention", given: [{ x: queries, heads: 4, ...parameters }] },
      ];
    }),
  );
}

/** Adds the bytes of every number in a result, whatever its shape. */
function addTo(digest: ReturnType<typeof createHash>, result: unknown): void {
  if (ArrayBuffer.isView(result)) {
    digest.update(new Uint8Array(result.buffer, result.byteOffset, result.byteLength));
    return;
  }
  if (typeof result === "object" && result !== null) {
    for (const [name, own] of Object.entries(result)) {
      digest.update(name);
      addTo(digest, own);
    }
    return;
  }
  digest.update(typeof result === "number" ? Float64Array.of(result) : String(result));
}

/** The number of random calls of each name that succeed, and a hash of all their results. */
export function digitsOf(engine: PackageEngine): Record<string, string> {
  const random = Array.from({ length: RANDOM_CALLS }, (_, seed) => randomCall(new Dice(seed)));
  const calls = [...random, ...largeCalls(engine)];
  return Object.fromEntries(
    NAMES.filter((name) => name !== "simdInstructions").map((name) => {
      const digest = createHash("sha256");
      let succeeded = 0;
      for (const { given } of calls.filter((call) => call.name === name)) {
        try {
          addTo(digest, (engine[name] as (...given: unknown[]) => unknown)(...given));
          succeeded += 1;
        } catch (error) {
          digest.update((error as EngineError).code);
        }
      }
      return [name, `${succeeded} ${digest.digest("hex").slice(0, 16)}`];
    }),
  );
}
