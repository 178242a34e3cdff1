/** The words with which a chapter ends. */
import type { State } from "../state/state.js";
import type { Rich } from "./rich.js";

export interface ClosingWords {
  /** Three sentences. */
  readonly keep: readonly Rich[];
  /** Two exercises. */
  readonly exercises: readonly { readonly task: Rich; readonly answer: Rich }[];
  readonly misconceptions?: readonly Misconception[];
}

export interface Misconception {
  readonly said: string;
  readonly answer: Rich;
  /** The state that shows the figure which settles it, and how that is called. */
  readonly at: Partial<State>;
  readonly figure: string;
}
