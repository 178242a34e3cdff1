/** The inputs that the Download menu names for a figure: the request behind its numbers, and the state and words on screen. */
import type { AttentionRequest } from "../attention/sentence-attention.js";
import type { Inputs } from "../export/inputs.js";
import type { Page } from "./page.js";

export const inputsOf = (
  { state, reading }: Pick<Page, "state" | "reading">,
  attention: AttentionRequest | null,
): Inputs => ({ state, reading, attention });
