/** The inputs of a figure that shows an experiment. */
import type { AttentionRequest } from "../attention/sentence-attention.js";
import type { Inputs, Run } from "../export/inputs.js";
import { inputsOf } from "../page/inputs.js";
import type { Page } from "../page/page.js";
import type { State } from "../state/state.js";

/** @param asked the keys of the state in the experiment's request, with their values there */
export const inputsAsked = (
  page: Pick<Page, "state" | "reading">,
  attention: AttentionRequest | null,
  asked: Partial<State>,
  run?: Run,
): Inputs => ({ ...inputsOf(page, attention), state: { ...page.state, ...asked }, run });
