import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { EngineError, type Matrix } from "attention-scale";
import { describe, expect, it } from "vitest";
import { sampleCalls } from "./fuzz/calls.js";
import { loadWatchedEngine } from "./watched-engine.js";

const { engine, memory } = await loadWatchedEngine();

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const size = () => memory.buffer.byteLength;

function zeros(rows: number, cols: number): Matrix {
  return { rows, cols, data: new Float64Array(rows * cols) };
}

let probes = 0;

/**
 * The address at which the engine puts the arguments of a call larger than any before. They take a
 * new stretch of the heap, above whatever does not fit below: leaks fill the gaps and then move it.
 */
function topOfTheHeap(): number {
  probes += 1;
  const data = Float64Array.from(
    { length: 2 ** 19 + 2 ** 13 * probes },
    (_, index) => index + probes / 64,
  );
  engine.moments(data);
  return Buffer.from(memory.buffer).indexOf(Buffer.from(data.buffer, 0, 64));
}

/**
 * One of many calls of attention, of one size or another, in either precision, some of them bad.
 */
function anyCall(index: number): void {
  const n = (index % 23) + 1;
  const m = (index % 37) + 1;
  const dK = (index % 11) + 1;
  const dV = (index % 7) + 1;
  const bad = index % 2 === 0;
  const single = index % 3 === 0;
  const matrix = (rows: number, cols: number) => {
    const data = new (single ? Float32Array : Float64Array)(rows * cols).fill(0.5);
    return { rows, cols, data } as Matrix;
  };
  const keys = matrix(m, dK);
  if (bad) keys.data[0] = Number.NaN;
  const call = () => engine.attention(matrix(n, dK), keys, matrix(m, dV), { mask: "causal" });
  if (bad) expect(call).toThrow(EngineError);
  else call();
}

describe("the engine's memory", () => {
  it("is what it was after ten thousand calls, good and bad", async () => {
    // First what stays for good, such as room for the last error's sentence.
    for (let index = 0; index < 100; index += 1) anyCall(index);
    const top = topOfTheHeap();
    expect(top).toBeGreaterThan(0);
    const before = size();
    collectGarbage();
    const { arrayBuffers } = process.memoryUsage();

    for (let index = 0; index < 10_000; index += 1) anyCall(index);

    const kept = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - arrayBuffers;
    };
    // The results had some 20 MB. They may take the collector more than one round.
    await expect.poll(kept, { timeout: 10_000 }).toBeLessThan(2 ** 20);
    expect(topOfTheHeap()).toBe(top);
    expect(size()).toBe(before);
  });

  it("may grow and move without harm to results handed out before", () => {
    const x = engine.randomNormal({ seed: 1, rows: 40, cols: 8 });
    const early = engine.attention(x, x, x);
    const copy = structuredClone(early);
    const before = size();
    const view = memory.buffer;

    const large = engine.randomNormal({ seed: 2, rows: 1500, cols: 8 });
    const { output } = engine.attention(large, large, large, { mask: "causal" });

    expect(size()).toBeGreaterThan(before);
    expect(view.byteLength).toBe(0); // detached: whatever still looked at it would see nothing
    expect(early).toEqual(copy);
    expect(engine.attention(x, x, x)).toEqual(copy);
    // The first query sees the first key alone.
    expect(output.data.subarray(0, 8)).toEqual(large.data.subarray(0, 8));
  });

  it("does not grow by n² where only the output is wanted", () => {
    const n = 4096;
    const data = Float32Array.from({ length: n * 16 }, (_, index) => Math.sin(index));
    const x = { rows: n, cols: 16, data };
    const before = size();
    const { output } = engine.attention(x, x, x, { outputs: ["output"] });
    expect(output.data.every(Number.isFinite)).toBe(true);
    // The arguments, the output and what is computed in between, but no scores: those take 67 MB.
    expect(size() - before).toBeLessThan(8 * data.byteLength);
  });

  it("grows by a gradient and its arguments once", () => {
    const n = 6000;
    const x = { rows: n, cols: 8, data: new Float32Array(n * 8).fill(0.5) };
    const before = size();
    const { scores } = engine.attentionGradient(x, x, x, x);
    // The largest result is n×n; the arguments and the rest take 1 MB, and no second copy is made.
    expect(size() - before).toBeLessThan(1.25 * scores.data.byteLength);
  });

  it("does not grow for a call that is refused as too large", () => {
    const before = size();
    const calls = [
      () => engine.attention(zeros(20_000, 1), zeros(20_000, 1), zeros(20_000, 1)),
      // Each result may be had alone; all together they are 3 GB.
      () => engine.attention(zeros(11_000, 1), zeros(11_000, 1), zeros(11_000, 1)),
      () => engine.attention(zeros(2 ** 14, 1), zeros(1, 1), zeros(1, 2 ** 16)),
      () => engine.softmaxJacobian(new Float64Array(20_000)),
      () => engine.randomNormal({ seed: 1, rows: 20_000, cols: 20_000 }),
    ];
    for (const call of calls) {
      expect(call).toThrow(expect.objectContaining({ name: "EngineError", code: "limit" }));
    }
    expect(size()).toBe(before);
  });
});

describe("a call", () => {
  const calls = engine as unknown as Record<string, (...given: unknown[]) => unknown>;
  const samples = sampleCalls(engine);

  it.each(samples)("of %s leaves its arguments as they are", (name, ...given) => {
    const copy = structuredClone(given);
    calls[name as string]?.(...given);
    expect(given).toEqual(copy);
  });

  // How much is drawn ahead depends on the calls before.
  const repeatable = samples.filter(([name]) => name !== "drawScores");

  it.each(repeatable)("of %s makes its results anew", (name, ...given) => {
    const call = () => calls[name as string]?.(...given);
    const first = call();
    const copy = structuredClone(first);
    const second = call();
    for (const buffer of buffersIn(first)) new Uint8Array(buffer).fill(255);
    expect(second).toEqual(copy);
    expect(call()).toEqual(copy);
  });
});

/** Those of the typed arrays in a result. */
function buffersIn(result: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(result)) return [result.buffer as ArrayBuffer];
  if (typeof result !== "object" || result === null) return [];
  return Object.values(result).flatMap(buffersIn);
}
