/** Why an engine does not start: what the browser, the processor, the page or the server lacks. */
import { EngineError, type EngineMissing } from "./errors.js";
import { reasonOf } from "./reason.js";

/** A module with one instruction of 128-bit SIMD. */
const WITH_SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** Chromium, WebKit and Node say which rule forbids code; Firefox names the policy. */
const FORBIDDEN = /unsafe-eval|wasm-eval|\bCSP\b|Content Security|code generation disallowed/i;

function missingBy(error: unknown): EngineMissing {
  if (typeof WebAssembly !== "object") return "webassembly";
  const reason = reasonOf(error);
  if (FORBIDDEN.test(reason)) return "permission";
  if (error instanceof RangeError || /out of memory/i.test(reason)) return "memory";
  if (!(error instanceof WebAssembly.CompileError)) return "file";
  return WebAssembly.validate(WITH_SIMD) ? "version" : "simd";
}

const SENTENCES: Partial<Record<EngineMissing, string>> = {
  webassembly: "There is no WebAssembly here, which the engine needs",
  simd: "There is no 128-bit SIMD of WebAssembly here, which the engine needs: on x86 it takes a processor with SSE4.1",
};

/** @param error thrown by what was to start the engine */
export function whatIsMissing(error: unknown): EngineError {
  const missing = missingBy(error);
  const reason = reasonOf(error).replace(/\.$/, "");
  const sentence = SENTENCES[missing] ?? `The engine could not be started: ${reason}`;
  return new EngineError("load", `${sentence}.`, { cause: error, missing });
}
