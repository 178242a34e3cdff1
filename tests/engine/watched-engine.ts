/** The engine as the package starts it, with its memory, which it hides. */
import { loadEngine, type PackageEngine } from "attention-scale";
import { vi } from "vitest";

export interface WatchedEngine {
  readonly engine: PackageEngine;
  readonly memory: WebAssembly.Memory;
}

/** Looks on while the engine is compiled and started: must be the first to load it in its file. */
export async function loadWatchedEngine(): Promise<WatchedEngine> {
  const compile = vi.spyOn(WebAssembly, "compile");
  const instantiate = vi.spyOn(WebAssembly, "instantiate");
  try {
    const engine = await loadEngine();
    // Node compiles small binaries of its own meanwhile, such as its HTTP parser; that of the
    // layers comes after the whole engine's.
    const binaries = compile.mock.calls.map(([bytes]) => bytes as Uint8Array);
    const binary = binaries.find(({ length }) => length > 200_000);
    if (binary === undefined) throw new Error("The engine compiles no binary.");
    const module = await compile.mock.results[binaries.indexOf(binary)]?.value;
    const start = instantiate.mock.calls.findIndex(([started]) => started === module);
    const instance: WebAssembly.Instance = await instantiate.mock.results[start]?.value;
    const exported = Object.values(instance.exports);
    const memory = exported.find((item) => item instanceof WebAssembly.Memory);
    if (memory === undefined) throw new Error("The engine exports no memory.");
    return { engine, memory };
  } finally {
    vi.restoreAllMocks();
  }
}
