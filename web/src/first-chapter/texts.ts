import type { Language } from "../state/state.js";
import { en, type StoryText } from "./en.js";
import { zh } from "./zh.js";

export const STORY_TEXTS: Readonly<Record<Language, StoryText>> = { en, zh };
