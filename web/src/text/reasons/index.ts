/** The words of the five reasons: they come with them, later than the first screen. */
import formulas from "formulas";
import reasonFormulas from "reason-formulas";
import type { Language } from "../../state/state.js";
import { en, type ReasonsText } from "./en.js";
import { zh } from "./zh.js";

export type { ReasonsText } from "./en.js";

Object.assign(formulas, reasonFormulas);

export const REASONS_TEXTS: Readonly<Record<Language, ReasonsText>> = { en, zh };
