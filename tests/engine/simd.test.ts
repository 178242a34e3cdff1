import { describe, expect, it } from "vitest";
import { countInstructions } from "./wasm-opcodes.js";
import { loadWatchedEngine } from "./watched-engine.js";

const { engine, binary } = await loadWatchedEngine();

/** As wasm-opcodes.ts counts them: the prefix 0xfd of 128-bit SIMD, and the instruction. */
const F32X4_MUL = 0xfde6;
const F64X2_MUL = 0xfdf2;

describe("the engine's 128-bit SIMD", () => {
  it("is what Eigen says it was built with", () => {
    expect(engine.simdInstructions()).toContain("SSE4.2");
  });

  it("is in the binary, and not only where the compiler finds some by itself", () => {
    const counts = countInstructions(binary);
    // 176 and 142 with Emscripten 3.1.6, most of them in attention's kernels, and without -msimd128
    // none.
    expect(counts.get(F64X2_MUL)).toBeGreaterThan(120);
    expect(counts.get(F32X4_MUL)).toBeGreaterThan(100);
  });

  it("is not counted where a function's instructions do not add up", () => {
    const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    const section = (body: number[]) => [10, body.length + 2, 1, body.length, ...body];
    // A function without local variables that drops a constant whose bytes look like a product of
    // packets.
    const body = [0, 0x41, 0xfd, 0xe6, 0x01, 0x1a, 0x0b];
    const good = countInstructions(Uint8Array.from([...header, ...section(body)]));
    expect([...good.keys()]).toEqual([0x41, 0x1a, 0x0b]);
    const torn = Uint8Array.from([...header, ...section(body.slice(0, -2))]);
    expect(() => countInstructions(torn)).toThrow("does not end");
  });
});
