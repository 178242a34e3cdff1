/** The texts of the Download menu, in its script. */
import type { Language } from "../state/state.js";
import { type ExportText, en } from "./en.js";
import { zh } from "./zh.js";

export type { ExportText } from "./en.js";

export const EXPORT_TEXTS: Readonly<Record<Language, ExportText>> = { en, zh };
