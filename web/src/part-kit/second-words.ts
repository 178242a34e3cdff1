import type { AttentionRequest } from "../attention/sentence-attention.js";

/** The words of the example's second sentence, and their vectors: keys and values. */
export const SECOND_WORDS = ["我", "很", "好"];
export const SECOND_VECTORS = [
  [1.71, 1.06, 1.49],
  [0.81, 2.01, 1.47],
  [1.42, 2.38, 0.11],
] as const;

/**
 * The attention of the second sentence, as the first one's is asked for; the example has its own
 * sentence.
 */
export const secondRequest = (first: AttentionRequest, words: readonly string[]) =>
  first.x === null ? { ...first, words } : { ...first, words: SECOND_WORDS, x: SECOND_VECTORS };
