/** What the tensor of a state is computed from. */
import { type AttentionRequest, requestOf } from "../../attention/sentence-attention.js";
import { fittingHeads } from "../../part-kit/fitting-heads.js";
import { SECOND_VECTORS, SECOND_WORDS } from "../../part-kit/second-words.js";
import type { State } from "../../state/state.js";
import type { TensorRequest } from "./tensor.js";

/** The other sentence of the batch; the example has its own. */
const secondRequest = (first: AttentionRequest, words: readonly string[]): AttentionRequest =>
  first.x === null ? { ...first, words } : { ...first, words: SECOND_WORDS, x: SECOND_VECTORS };

export function tensorRequest(
  state: State,
  words: readonly string[],
  second: readonly string[],
): TensorRequest {
  const first = requestOf(state, words);
  return {
    batch: [first, secondRequest(first, second)],
    heads: fittingHeads(first.dim, state.heads),
    division: state.division,
  };
}
