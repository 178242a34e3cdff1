import type { Language } from "../state/language.js";

/** The SCORM package of a lesson, by the lesson's number from 1: its file in dist/. */
export const packageName = (number: number, language: Language): string =>
  `courses/lesson-${number}-${language}.zip`;
