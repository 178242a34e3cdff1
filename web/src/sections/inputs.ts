/** Tells the menu that takes figures away what the numbers of a figure were computed from. */
import type { AttentionRequest } from "../model/sentence-attention.js";
import type { State } from "../model/state.js";
import type { Inputs, Run } from "../takeaway/inputs.js";
import type { Page } from "./page.js";

/** `asked`: the keys of the state that stand in an experiment's request, as they stand there. */
export const inputsOf = (
  { state, reading }: Pick<Page, "state" | "reading">,
  attention: AttentionRequest | null,
  asked: Partial<State> = {},
  run?: Run,
): Inputs => ({ state: { ...state, ...asked }, read: reading.words, attention, run });
