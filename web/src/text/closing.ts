/** The words with which a chapter ends. */

export interface ClosingWords {
  /** Three sentences. */
  readonly keep: readonly string[];
  /** Two exercises. */
  readonly exercises: readonly { readonly task: string; readonly answer: string }[];
  readonly misconceptions?: Readonly<Record<MisconceptionName, Misconception>>;
}

/** What is often said of: the order of the words, variance 1, the model's width, … */
export type MisconceptionName = "order" | "variance" | "width" | "gradients" | "training";

export interface Misconception {
  readonly said: string;
  readonly answer: string;
  /** What the figure is called that settles it. */
  readonly figure: string;
}
