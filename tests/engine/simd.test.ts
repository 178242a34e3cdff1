import { execFileSync } from "node:child_process";
import { loadEngine } from "attention-scale";
import { describe, expect, it } from "vitest";
import { inProject } from "../../web/tools/run.mjs";

const engine = await loadEngine();

/** The binary as text, by the disassembler that Emscripten brings along. */
function disassembled(): string {
  const [root = ""] = execFileSync("em-config", ["BINARYEN_ROOT"], { encoding: "utf8" }).split(
    "\n",
  );
  const file = inProject("build/wasm/engine/attention_scale.wasm");
  return execFileSync(`${root}/bin/wasm-dis`, [file], { encoding: "utf8", maxBuffer: 2 ** 30 });
}

describe("the engine's 128-bit SIMD", () => {
  it("is what Eigen says it was built with", () => {
    expect(engine.simdInstructions()).toContain("SSE4.2");
  });

  it("is in the binary, and not only where the compiler finds some by itself", () => {
    const text = disassembled();
    const count = (instruction: string) => text.split(`(${instruction}`).length - 1;
    // 413 and 144 with Emscripten 3.1.6, most of them in attention's kernels, and without -msimd128 none.
    expect(count("f64x2.mul")).toBeGreaterThan(120);
    expect(count("f32x4.mul")).toBeGreaterThan(100);
  });
});
