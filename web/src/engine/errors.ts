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

/** The one error the engine throws. The message is a sentence for people: it names the argument and what is allowed. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EngineError";
    this.code = code;
  }
}
