/** What a snippet computes, read from the state as the parts of the page read it. */
import { type AttentionRequest, requestOf } from "../../attention/sentence-attention.js";
import type { State, View } from "../../state/state.js";

/** The views that have figures of their own. */
export type SnippetView = Exclude<View, "page">;

/** The most queries, and keys, whose scores are computed one by one: 32 MB of them. */
export const MOST_SCORES_COMPUTED = 2000;

/** The logits of the parts on softmax before factor and shift: numbers, or a row of the sentence's scores. */
export type Logits =
  | { readonly kind: "numbers"; readonly entries: readonly number[] }
  | {
      readonly kind: "word";
      readonly request: AttentionRequest;
      /** From 0. */
      readonly row: number;
      readonly count: number;
    };

export function logitsOf(state: State, words: readonly string[]): Logits {
  const { source, a } = state;
  const request = requestOf(state, words);
  const count = request.words.length;
  if (source === "word" && count > 0)
    return { kind: "word", request, row: Math.min(state.word, count) - 1, count };
  return { kind: "numbers", entries: source === "typed" ? state.logits : [a, a, 2 * a, 4 * a] };
}

/** The upstream gradient, an entry for each logit. */
export function upstreamOf(state: State, logits: Logits): readonly number[] {
  const length = logits.kind === "word" ? logits.count : logits.entries.length;
  return Array.from({ length }, (_, i) => state.upstream[i] ?? 0);
}

/** The quantity that the map of exponents shows. */
export const quantityOf = ({ measure }: State) => (measure === "change" ? "gradient" : measure);

/** What that snippet says above its numbers. */
export const MEASURE_TITLES = {
  change: "power of d by which the median of the norm of dy/dq changes, between neighbouring d",
  gradient: "median of the norm of dy/dq, for each d",
  entropy: "median of the entropy, for each d",
  peak: "median of the largest weight, for each d",
};
