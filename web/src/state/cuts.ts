/**
 * The cuts of the state's texts: where a dictionary has divided them into words. Dictionaries
 * differ, so that a state, and each link to it, keeps what one reader has seen.
 */

import type { Values } from "./definitions.js";
import { readWords } from "./words.js";

/** The texts, each with the key of its cuts. */
export const CUT_TEXTS = [
  ["sentence", "cuts"],
  ["second", "secondcuts"],
] as const;

type Cut = { -readonly [K in (typeof CUT_TEXTS)[number][number]]: Values[K] };

/**
 * The same with the cuts that are in force: its own where they fit the texts, else those of the
 * dictionary.
 */
export function cutTexts<S extends Readonly<Cut>>(state: S): S {
  const cut: Cut & S = { ...state };
  for (const [text, cuts] of CUT_TEXTS) {
    cut[cuts] = readWords(state[text], state[cuts]).cuts as (Cut & S)[typeof cuts];
  }
  return cut;
}

/** The same change, in which a text that comes without cuts is cut anew. */
export function cutAnew<C extends Partial<Readonly<Cut>>>(change: C): C {
  const cut: Partial<Cut> = {};
  for (const [text, cuts] of CUT_TEXTS) {
    const newText = change[text];
    if (newText !== undefined && !(cuts in change)) {
      cut[cuts] = readWords(newText).cuts;
    }
  }
  return { ...change, ...cut };
}
