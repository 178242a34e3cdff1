/** What the numbers of a figure with an experiment were computed from. */
import type { AttentionRequest } from "../attention/sentence-attention.js";
import type { Inputs, Run } from "../export/inputs.js";
import { inputsOf } from "../page/inputs.js";
import type { Page } from "../page/page.js";
import type { State } from "../state/state.js";

/** `asked`: the keys of the state that stand in the experiment's request, as they stand there. */
export const inputsAsked = (
  page: Pick<Page, "state" | "reading">,
  attention: AttentionRequest | null,
  asked: Partial<State>,
  run?: Run,
): Inputs => ({ ...inputsOf(page, attention), state: { ...page.state, ...asked }, run });
