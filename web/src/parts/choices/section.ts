/** Nine rules for the size of the scores, on the reader's sentence and on random keys. */
import type { PartView, Section } from "../../part-kit/part-view.js";
import { en } from "./en.js";
import { zh } from "./zh.js";

const content = (_view: PartView<typeof en>): unknown[] => [];

export const section: Section<typeof en> = { words: { en, zh }, formulas: [], content };
