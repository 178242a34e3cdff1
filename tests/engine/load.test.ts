import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";

it("an engine that could not be started is started anew by the next call", async () => {
  // A copy of its own: the other tests share one engine.
  const copy = new URL("../../dist/engine.js?load", import.meta.url).href;
  const { loadEngine }: typeof import("attention-scale") = await import(/* @vite-ignore */ copy);
  const { instantiate } = WebAssembly;
  Object.assign(WebAssembly, { instantiate: () => Promise.reject(new RangeError("no memory")) });
  await expect(loadEngine()).rejects.toMatchObject({
    code: "load",
    missing: "memory",
    message: "The engine could not be started: no memory.",
  });
  Object.assign(WebAssembly, { instantiate });
  const engine = await loadEngine();
  expect(engine.scoreDivisor(64, 0.5)).toBe(8);
  expect(await loadEngine()).toBe(engine);
});

describe("an engine that does not start says what is missing", () => {
  const CASES = [
    { missing: "webassembly", flags: ["--jitless"], sentence: /^There is no WebAssembly here/ },
    { missing: "simd", flags: ["--no-enable-sse4-1"], sentence: /128-bit SIMD[^.]*SSE4\.1/ },
  ];
  it.each(CASES)("$missing", ({ missing, flags, sentence }) => {
    const file = new URL("../../dist/engine.js", import.meta.url).href;
    const code = `import { loadEngine } from "${file}";
      loadEngine().catch((error) => console.log(JSON.stringify([error.missing, error.message])));`;
    const run = spawnSync(process.execPath, [...flags, "--input-type=module", "--eval", code], {
      encoding: "utf8",
    });
    const [told, message] = JSON.parse(run.stdout);
    expect(told).toBe(missing);
    expect(message).toMatch(sentence);
  });
});

it("needs no FinalizationRegistry but for layers that are held", () => {
  const file = new URL("../../dist/engine.js", import.meta.url).href;
  const code = `delete globalThis.FinalizationRegistry;
    const { loadEngine } = await import("${file}");
    const engine = await loadEngine();
    console.log(engine.scoreDivisor(64, 0.5));
    const layer = engine.drawLayer({ seed: 1, dim: 2, initialisation: "xavier" });
    try { engine.holdLayers([layer]); } catch ({ code, message }) { console.log(code, message); }`;
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    encoding: "utf8",
  });
  expect(run.stdout).toMatch(/^8\nload holdLayers needs FinalizationRegistry/);
});

it("needs no TextDecoder, which Jest's jsdom lacks: an error is that of the argument", () => {
  const file = new URL("../../dist/engine.js", import.meta.url).href;
  const code = `delete globalThis.TextDecoder; delete globalThis.TextEncoder;
    const { loadEngine } = await import("${file}");
    const engine = await loadEngine();
    console.log(engine.wordVectors(["für"], { seed: 13, dim: 1 }).rows);
    try { engine.softmax([NaN]); } catch ({ code, message }) { console.log(code, message); }`;
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    encoding: "utf8",
  });
  expect(run.stdout).toMatch(/^1\ndomain logits/);
});

describe("an engine from modules that were compiled elsewhere", () => {
  const compiled = (name: string) =>
    new WebAssembly.Module(readFileSync(new URL(`../../dist/${name}.wasm`, import.meta.url)));

  it("starts where no bytes may be compiled, and has every call", async () => {
    const copy = new URL("../../dist/engine.js?modules", import.meta.url).href;
    const { loadEngine }: typeof import("attention-scale") = await import(/* @vite-ignore */ copy);
    const modules = { module: compiled("engine"), layers: compiled("layers") };
    const { compile } = WebAssembly;
    Object.assign(WebAssembly, { compile: () => Promise.reject(new Error("forbidden")) });
    onTestFinished(() => void Object.assign(WebAssembly, { compile }));
    const engine = await loadEngine(modules);
    expect(engine.scoreDivisor(64, 0.5)).toBe(8);
    expect(engine.positions({ rows: 1, cols: 2 }).rows).toBe(1);
    await expect(loadEngine()).rejects.toMatchObject({ code: "load" });
  });

  it.each([null, 7, { module: {} }, { layers: new Uint8Array(8) }])(
    "are refused where they are none: %o",
    async (given) => {
      const { loadEngine }: typeof import("attention-scale") = await import(
        new URL("../../dist/engine.js", import.meta.url).href
      );
      await expect(loadEngine(given as never)).rejects.toMatchObject({ code: "type" });
    },
  );
});
