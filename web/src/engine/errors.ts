/** The kind of an error, for programs. */
export type EngineErrorCode =
  /** Two arguments do not fit each other, or one is empty or ragged. */
  | "shape"
  /** A number lies outside what is allowed: NaN, infinity, an overflowing product. */
  | "domain"
  /** An argument is not of the kind it must be: a string for a number, null for a matrix. */
  | "type"
  /** More memory than there is. */
  | "limit"
  /** The engine could not be started: no WebAssembly, or its binary could not be fetched. */
  | "load";

/**
 * What is missing where the engine does not start, for the advice that a page or a program gives.
 */
export type EngineMissing =
  /** WebAssembly is switched off, or unknown. */
  | "webassembly"
  /** WebAssembly's 128-bit SIMD, in the browser or in the processor: on x86 it takes SSE4.1. */
  | "simd"
  /** Something else that the binary needs: the browser or Node is too old. */
  | "version"
  /** The permission: a policy forbids that code is compiled here. */
  | "permission"
  | "memory"
  /** The binary's file has not come. */
  | "file";

interface EngineErrorOptions extends ErrorOptions {
  missing?: EngineMissing;
}

/**
 * The one error the engine throws. The message is a sentence for people: it names the argument and
 * what is allowed.
 */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  /** Makes an error with the code "load"; it says what is missing. */
  declare readonly missing?: EngineMissing;

  constructor(code: EngineErrorCode, message: string, options: EngineErrorOptions = {}) {
    const { missing, ...cause } = options;
    super(message, cause);
    this.code = code;
    if (missing !== undefined) this.missing = missing;
  }
}

// Node prints the name of the class, which a minifier shortens, and every stack begins with that of
// the prototype.
for (const named of [EngineError, EngineError.prototype]) {
  Object.defineProperty(named, "name", {
    value: "EngineError",
    writable: true,
    configurable: true,
  });
}
