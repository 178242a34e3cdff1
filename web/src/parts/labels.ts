/** The labels of the links from the first screen. */
import type { Language, LaterPart } from "../state/state.js";
import { wordsOf } from "../text/words.js";

const LABELS = wordsOf<Readonly<Record<string, string>>>("labels");

export const labelOf = (part: LaterPart, language: Language): string =>
  LABELS[language][part] ?? part;
