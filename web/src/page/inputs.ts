/** Tells the menu that takes figures away what the numbers of a figure were computed from. */
import type { AttentionRequest } from "../attention/sentence-attention.js";
import type { Inputs } from "../export/inputs.js";
import type { Page } from "./page.js";

export const inputsOf = (
  { state, reading }: Pick<Page, "state" | "reading">,
  attention: AttentionRequest | null,
): Inputs => ({ state, reading, attention });
