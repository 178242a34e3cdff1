/** Turns exceptions of the caller's code into EngineErrors: a getter or a proxy may throw any value while arguments are read. */
import { EngineError } from "./errors.js";
import { reasonOf } from "./reason.js";

export type Call = (...given: never[]) => unknown;
export type AnyCall = (...given: unknown[]) => unknown;

/** The same call, which throws only EngineErrors, and RuntimeErrors where the compiled code traps. */
export function guarded(name: string, call: Call): Call {
  const unguarded = call as AnyCall;
  // No call takes more than five arguments. A rest parameter would take a tenth of the time of a small call.
  return (a?: unknown, b?: unknown, c?: unknown, d?: unknown, e?: unknown) => {
    try {
      return unguarded(a, b, c, d, e);
    } catch (error) {
      throw asEngineError(name, error);
    }
  };
}

function asEngineError(name: string, error: unknown): Error {
  let code: "type" | "limit" = "type";
  let sentence = `The arguments of ${name} could not be read`;
  try {
    // A trap in the compiled code is a defect of the engine and not of the arguments.
    if (error instanceof EngineError || error instanceof WebAssembly.RuntimeError) return error;
    // No memory for a copy, or stack overflow.
    if (error instanceof RangeError) {
      code = "limit";
      sentence = `${name} needs more memory than there is`;
    }
    sentence += `: ${reasonOf(error)}`;
  } catch {
    // The thrown value throws when it is read.
  }
  return new EngineError(code, `${sentence.replace(/\.$/, "")}.`, { cause: error });
}
