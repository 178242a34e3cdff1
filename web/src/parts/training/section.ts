/** The race: the same model trained with the division and without it, live. */
import type { Section } from "../part-view.js";
import { en } from "./en.js";
import { zh } from "./zh.js";

export const section: Section<typeof en> = {
  words: { en, zh },
  formulas: [],
  content: () => [],
};
