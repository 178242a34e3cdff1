import type { Language } from "../state/state.js";
import { en, type QuestionText } from "./en.js";
import { zh } from "./zh.js";

export const QUESTION_TEXTS: Readonly<Record<Language, QuestionText>> = { en, zh };
