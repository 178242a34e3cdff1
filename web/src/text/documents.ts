/** The title and the description of each chapter's document. A later script: the HTML of the hosted page has them in English. */

import type { Chapter } from "../state/part.js";
import { wordsOf } from "./words.js";

export interface DocumentText {
  readonly title: string;
  readonly description: string;
}

export type Documents = Readonly<Record<Chapter, DocumentText>>;

export const DOCUMENTS = wordsOf<Documents>("documents");
