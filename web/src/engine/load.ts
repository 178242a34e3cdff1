/**
 * Starts an engine from a binary. Each edition chooses its binary and where that comes from:
 * beside.ts, inside.ts.
 */
import { engineOver, type Others } from "./descriptor.js";
import { EngineError } from "./errors.js";
import type { Readers } from "./inputs.js";
import { reasonOf } from "./reason.js";
import { type WasmFactory, Workspace } from "./workspace.js";

/**
 * Compiles an edition's binary. Throws an EngineError with code "load" where WebAssembly is missing
 * or forbidden.
 */
export async function compile(
  binary: () => BufferSource | Promise<Response>,
): Promise<WebAssembly.Module> {
  try {
    const bytes = await binary();
    // Avoids `instanceof Response`: at the first use of that name Node loads all of its fetch.
    return await ("headers" in bytes ? compileResponse(bytes) : WebAssembly.compile(bytes));
  } catch (error) {
    throw await notStarted(error);
  }
}

/**
 * Compiles while the bytes arrive, or afterwards where the server gives the binary another MIME
 * type.
 */
async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new Error(`the server answered ${response.status} for the engine's binary`);
  }
  // Compared exactly: a browser streams no other type, not even this one with a charset.
  return response.headers.get("Content-Type")?.toLowerCase() === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * An engine with its own memory, from a compiled module and the glue that was linked with it: see
 * `engineOver`.
 */
export async function instantiate<Engine>(
  compiled: WebAssembly.Module,
  createModule: unknown,
  readers: Readers,
  others: Others,
): Promise<Engine> {
  try {
    // Emscripten's glue cannot report that instantiation failed, so this promise is rejected
    // instead.
    return await new Promise<Engine>((resolve, reject) => {
      let memory: WebAssembly.Memory | undefined;
      const instantiateWasm = (
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance) => void,
      ) => {
        WebAssembly.instantiate(compiled, imports).then((instance) => {
          // Found by its type: the linker chooses the name.
          const exported: unknown[] = Object.values(instance.exports);
          memory = exported.find((item) => item instanceof WebAssembly.Memory);
          done(instance);
        }, reject);
        return {};
      };
      (createModule as WasmFactory)({ instantiateWasm })
        .then((module) => {
          if (memory === undefined) throw new Error("the engine's binary exports no memory");
          const workspace = new Workspace(module, memory);
          resolve(engineOver<Engine>(Object.assign(module, { workspace }), readers, others));
        })
        .catch(reject);
    });
  } catch (error) {
    throw await notStarted(error);
  }
}

/** The script that tells what is missing comes for a failure alone. */
async function notStarted(error: unknown): Promise<EngineError> {
  try {
    const { whatIsMissing } = await import("./missing.js");
    return whatIsMissing(error);
  } catch {
    const sentence = `The engine could not be started: ${reasonOf(error)}.`;
    return new EngineError("load", sentence, { cause: error, missing: "file" });
  }
}
