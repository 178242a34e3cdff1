/** The border where a caller's own exceptions end: a getter or a proxy may throw anything while arguments are read. */
import { EngineError } from "./errors.js";
import { reasonOf } from "./reason.js";

export type Call = (...given: never[]) => unknown;
type AnyCall = (...given: unknown[]) => unknown;

/** The call, which throws nothing but an EngineError, or a trap where the engine itself fails. */
export function guarded(name: string, call: Call): Call {
  const unguarded = call as AnyCall;
  // No call takes more than five arguments. To gather them in a list would take a tenth of the time of a small one.
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
    // A trap in the compiled code is a defect of the engine, which no argument explains.
    if (error instanceof EngineError || error instanceof WebAssembly.RuntimeError) return error;
    // No memory for a copy, or no stack.
    if (error instanceof RangeError) {
      code = "limit";
      sentence = `${name} needs more memory than there is`;
    }
    sentence += `: ${reasonOf(error)}`;
  } catch {
    // What was thrown cannot even be looked at.
  }
  return new EngineError(code, `${sentence.replace(/\.$/, "")}.`, { cause: error });
}
