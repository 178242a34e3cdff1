/**
 * The title and the description of each chapter's document: its name and the line below that; and
 * the name of the picture that a link to it shows. A later script.
 */
import type { Chapter } from "../keys/part.js";
import type { Language } from "../state/language.js";
import type { Text } from "./en/page.js";
import { plainText } from "./rich.js";

export const documentOf = ({ site, chapters }: Text, chapter: Chapter) => ({
  title: plainText(chapter === "page" ? site : `${chapters[chapter].name} · ${site}`),
  description: plainText(chapters[chapter].subtitle),
});

/** The name of the file with the picture of a chapter's links. */
export function cardName(chapter: Chapter, language: Language): string {
  const ofChapter = chapter === "page" ? "" : `-${chapter}`;
  const ofLanguage = language === "en" ? "" : `-${language}`;
  return `preview${ofChapter}${ofLanguage}.png`;
}
