import type { Language } from "../state/state.js";
import { en, type Text } from "./en.js";
import { zh } from "./zh.js";

export type { Text } from "./en.js";

export const TEXTS: Readonly<Record<Language, Text>> = { en, zh };
