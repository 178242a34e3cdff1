/** The texts of the page's first screen. */
import type { Text } from "./en/page.js";
import { wordsOf } from "./words.js";

export type { Text } from "./en/page.js";

export const TEXTS = wordsOf<Text>("page");
