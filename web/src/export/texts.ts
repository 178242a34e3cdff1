/** The texts of the Download menu, in its script. */
import type { Language } from "../state/state.js";
import { en, type TakeAwayText } from "./en.js";
import { zh } from "./zh.js";

export type { TakeAwayText } from "./en.js";

export const TAKE_AWAY_TEXTS: Readonly<Record<Language, TakeAwayText>> = { en, zh };
