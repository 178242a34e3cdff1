/** The words with which a chapter ends. */
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
  /** What the figure is called that settles it. */
  readonly figure: string;
}
