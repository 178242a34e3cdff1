/** What the parts of the chapter `model` share: the model's data as it comes, two answers side by side, and what is recorded of them. */
import type { AnswerRequest, AnswerStep, CurvePoint, Ended, LaneSettings } from "./api.js";
import type { DataProblem } from "./store.js";

/** Why the model does not run. */
export type Trouble =
  | DataProblem
  /** The browser refuses its memory. */
  | { readonly kind: "memory" }
  | { readonly kind: "died" }
  | { readonly kind: "engine"; readonly reason: string };

/** Why a text is not read. */
export type TextProblem =
  | { readonly kind: "empty" }
  | { readonly kind: "long"; readonly tokens: number; readonly limit: number };

/** The last answer: of the model, or one that is recorded. An answer that comes grows. */
export interface Conversation {
  /** Whether it is one of those recorded with this engine. */
  readonly recorded: boolean;
  readonly request: AnswerRequest;
  /** Of each lane. */
  readonly steps: readonly [AnswerStep[], AnswerStep[]];
  /** undefined: it goes on. */
  ended: readonly [Ended | undefined, Ended | undefined];
}

export interface Curve {
  readonly recorded: boolean;
  readonly points: readonly CurvePoint[];
  readonly running: boolean;
  readonly only: LaneSettings["only"];
  /** Why a text was not measured after it; absent where none was refused. */
  readonly problem?: TextProblem;
}
