import { expect, it } from "vitest";

it("an engine that could not be started is started anew by the next call", async () => {
  // A copy of its own: the other tests share one engine.
  const copy = new URL("../../dist/engine.js?load", import.meta.url).href;
  const { loadEngine }: typeof import("attention-scale") = await import(/* @vite-ignore */ copy);
  const { instantiate } = WebAssembly;
  Object.assign(WebAssembly, { instantiate: () => Promise.reject(new RangeError("no memory")) });
  await expect(loadEngine()).rejects.toMatchObject({
    code: "load",
    message: "The engine could not be started: no memory.",
  });
  Object.assign(WebAssembly, { instantiate });
  const engine = await loadEngine();
  expect(engine.scoreDivisor(64, 0.5)).toBe(8);
  expect(await loadEngine()).toBe(engine);
});
