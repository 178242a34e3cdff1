/**
 * The title and the description of each chapter's document: its name and the line below that. A
 * later script.
 */
import type { Chapter } from "../keys/part.js";
import type { Text } from "./en/page.js";
import { plainText } from "./rich.js";

export const documentOf = ({ site, chapters }: Text, chapter: Chapter) => ({
  title: plainText(chapter === "page" ? site : `${chapters[chapter].name} · ${site}`),
  description: plainText(chapters[chapter].subtitle),
});
