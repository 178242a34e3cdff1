/** The layout of descriptors: the binaries export each call under its signature, of which TypeScript has its own table. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ATTENTION_CALLS } from "../../web/src/engine/attention-calls.js";
import { DATE_CALLS } from "../../web/src/engine/date-calls.js";
import { caller, matrixOf } from "../../web/src/engine/descriptor.js";
import { FIRST_CALLS } from "../../web/src/engine/first-calls.js";
import { LANGUAGE_CALLS } from "../../web/src/engine/language-calls.js";
import { LAYER_CALLS } from "../../web/src/engine/layer-names.js";
import { instantiate } from "../../web/src/engine/load.js";
import { RECALL_CALLS } from "../../web/src/engine/recall-calls.js";
import { SAMPLING_CALLS } from "../../web/src/engine/sampling-calls.js";
import { SATURATION_CALLS } from "../../web/src/engine/saturation-calls.js";
import type { WasmModule } from "../../web/src/engine/wasm-module.js";

const folder = new URL("../../build/wasm/engine/", import.meta.url);

/** The module of a binary, as the engine's calls get it. */
async function moduleOf(name: string): Promise<WasmModule> {
  const glue = await import(/* @vite-ignore */ new URL(`${name}.mjs`, folder).href);
  const compiled = await WebAssembly.compile(readFileSync(new URL(`${name}.wasm`, folder)));
  return instantiate(compiled, glue.default, (module) => module);
}

const first = await moduleOf("attention_scale_first");
const whole = await moduleOf("attention_scale");
const layers = await moduleOf("attention_scale_layers");

/** The signatures that a binary exports, but for those in single precision. */
const exported = (module: object) =>
  Object.keys(module).filter((name) => name.includes(" ") && !name.includes("f32"));

const signatures = (table: object) =>
  Object.entries(table).map(([name, fields]) => `${name} ${fields}`);

describe("the signatures in TypeScript", () => {
  it("are those of the first screen's binary", () => {
    expect(exported(first).sort()).toEqual(signatures(FIRST_CALLS).sort());
  });

  it("are those of the whole binary", () => {
    const tables = [FIRST_CALLS, ATTENTION_CALLS, SAMPLING_CALLS, SATURATION_CALLS];
    expect(exported(whole).sort()).toEqual(tables.flatMap(signatures).sort());
  });

  it("are those of the trained model's binary", async () => {
    const language = await moduleOf("attention_scale_language");
    const all = Object.keys(language).filter((name) => name.includes(" "));
    expect(all.sort()).toEqual(signatures(LANGUAGE_CALLS).sort());
  });

  it("are those of the layers' binary, in both precisions", () => {
    // Calls of one precision, and those whose name says which.
    const { positions, drawLayer, releaseParameter, ...layerCalls } = LAYER_CALLS;
    const { answerDate, ...dateCalls } = DATE_CALLS;
    const { recallWeights, testRecall, recallAlignment, ...recallCalls } = RECALL_CALLS;
    const both = { ...layerCalls, answerDate, recallWeights, testRecall, recallAlignment };
    const single = signatures(both).map((text) => text.replaceAll("f64", "f32"));
    const others = { positions, drawLayer, releaseParameter, ...dateCalls, ...recallCalls };
    const one = signatures(others);
    const all = Object.keys(layers).filter((name) => name.includes(" "));
    expect(all.sort()).toEqual([...one, ...signatures(both), ...single].sort());
  });

  it("are in single precision those of the calls that work in it", () => {
    const { attention } = FIRST_CALLS;
    const { randomNormal: _, ...others } = ATTENTION_CALLS;
    const single = signatures({ attention, ...others }).map((text) =>
      text.replaceAll("f64", "f32"),
    );
    const found = Object.keys(whole).filter((name) => name.includes("f32"));
    expect(found.sort()).toEqual(single.sort());
  });
});

describe("an engine whose binary has another layout", () => {
  it.each([
    ["a field renamed", "dimension exponent divisor>f64"],
    ["two fields exchanged", "exponent dim divisor>f64"],
    ["a field added", "dim exponent scale divisor>f64"],
    ["other entries", "dim exponent divisor>f32"],
    ["an input for an output", "dim exponent divisor:f64"],
  ])("does not start: %s", (_name, scoreDivisor) => {
    expect(() => caller(whole, { scoreDivisor })).toThrow(
      `its binary has no call "scoreDivisor ${scoreDivisor}"`,
    );
  });
});

describe("a result of another size than the room laid out for it", () => {
  it("is refused and not written", () => {
    const { rowStatistics } = FIRST_CALLS;
    const run = caller(whole, { rowStatistics });
    const weights = { name: "weights", rows: 2, cols: 1, data: [1, 1] };
    const room = { entropy: matrixOf(2, 1), peak: matrixOf(1, 1), peakIndex: matrixOf(2, 1) };
    expect(() => run("rowStatistics", { weights, ...room })).toThrow(
      "The results do not fit the memory laid out for them.",
    );
  });
});
