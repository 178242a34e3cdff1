/** From a binary to an engine. Which binary, and where it comes from, is the edition's business: beside.ts, inside.ts. */
import { EngineError } from "./errors.js";
import { Workspace } from "./frame.js";
import { reasonOf } from "./reason.js";
import type { WasmFactory, WasmModule } from "./wasm-module.js";

/** Compiles an edition's binary. Throws an EngineError with code "load" where WebAssembly is missing or forbidden. */
export async function compile(
  binary: () => BufferSource | Promise<Response>,
): Promise<WebAssembly.Module> {
  if (typeof WebAssembly !== "object") {
    throw new EngineError("load", "This browser has no WebAssembly, which the engine needs.");
  }
  try {
    const bytes = await binary();
    // Not by `instanceof Response`: Node loads its whole fetch at the first mention of that name.
    return await ("headers" in bytes ? compileResponse(bytes) : WebAssembly.compile(bytes));
  } catch (error) {
    throw notStarted(error);
  }
}

/** Compiles while the bytes arrive; a server that gives the binary a wrong MIME type only costs that. */
async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok)
    throw new Error(`the server answered ${response.status} for the engine's binary`);
  // To the letter: a browser streams nothing else, not even the same with a charset.
  return response.headers.get("Content-Type")?.toLowerCase() === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** An engine with its own memory, from a compiled module and the glue that was linked with it. */
export async function instantiate<E>(
  compiled: WebAssembly.Module,
  createModule: unknown,
  createEngine: (module: WasmModule) => E,
): Promise<E> {
  try {
    // Emscripten's glue offers no way to say that instantiation failed, so this promise does.
    return await new Promise<E>((resolve, reject) => {
      let memory: WebAssembly.Memory | undefined;
      const instantiateWasm = (
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance) => void,
      ) => {
        WebAssembly.instantiate(compiled, imports).then((instance) => {
          // By kind: the name is the linker's to choose.
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
          resolve(createEngine(Object.assign(module, { workspace })));
        })
        .catch(reject);
    });
  } catch (error) {
    throw notStarted(error);
  }
}

function notStarted(error: unknown): EngineError {
  const reason = reasonOf(error).replace(/\.$/, "");
  return new EngineError("load", `The engine could not be started: ${reason}.`, { cause: error });
}
