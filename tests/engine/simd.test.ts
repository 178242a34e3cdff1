import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { inProject } from "../../web/tools/run.mjs";
import { engine } from "../loaded-engine.js";

const ENGINES = ["", "_first", "_layers", "_language"];

/** A binary as text, by the disassembler that Emscripten brings along. */
function disassembled(engine: string): string {
  const [root = ""] = execFileSync("em-config", ["BINARYEN_ROOT"], { encoding: "utf8" }).split(
    "\n",
  );
  const file = inProject("build/wasm/engine", `attention_scale${engine}.wasm`);
  return execFileSync(`${root}/bin/wasm-dis`, [file], { encoding: "utf8", maxBuffer: 2 ** 30 });
}

describe("the engine's 128-bit SIMD", () => {
  it("is what Eigen says it was built with", () => {
    expect(engine.simdInstructions()).toContain("SSE4.2");
  });

  it("is in the binary, and not only where the compiler finds some by itself", () => {
    const text = disassembled("");
    const count = (instruction: string) => text.split(`(${instruction}`).length - 1;
    // 413 and 144 with Emscripten 3.1.6, most of them in attention's kernels, and without -msimd128
    // none.
    expect(count("f64x2.mul")).toBeGreaterThan(120);
    expect(count("f32x4.mul")).toBeGreaterThan(100);
  });
});

describe("the exceptions of an engine", () => {
  it.each(ENGINES)(
    "are encoded as the browsers of the README know them (attention_scale%s)",
    (own) => {
      const text = disassembled(own);
      expect(text).toMatch(/\(try\b/);
      // The newer encoding: Chrome 137, Firefox 131, Safari 18.4.
      expect(text).not.toMatch(/\(try_table\b|\bthrow_ref\b|\bexnref\b/);
    },
  );
});
