/** What the numbers of a figure with an experiment were computed from. */
import type { AttentionRequest } from "../../model/sentence-attention.js";
import type { State } from "../../model/state.js";
import type { Inputs, Run } from "../../takeaway/inputs.js";
import { inputsOf } from "../inputs.js";
import type { Page } from "../page.js";

/** `asked`: the keys of the state that stand in the experiment's request, as they stand there. */
export const inputsAsked = (
  page: Pick<Page, "state" | "reading">,
  attention: AttentionRequest | null,
  asked: Partial<State>,
  run?: Run,
): Inputs => ({ ...inputsOf(page, attention), state: { ...page.state, ...asked }, run });
